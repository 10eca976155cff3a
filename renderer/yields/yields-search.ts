import { dayNumber } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { TENORS } from '../../service/datasets/yields/curve.ts';
import { wideYieldsPath } from '../api/index.ts';

const WORDS = [
  'date',
  'as_of',
  'vs',
  'view',
  'x',
  'y',
  'band',
  'range',
  'spread',
  'tenor',
  'month',
  'explain',
] as const;
export type YieldsSearch = Partial<Record<(typeof WORDS)[number], string>>;

/** @returns the address parameters that belong to this screen, as text. */
export function pickYieldsSearch(raw: Record<string, unknown>): YieldsSearch {
  return Object.fromEntries(
    WORDS.flatMap((word) => (raw[word] === undefined ? [] : [[word, String(raw[word])]])),
  );
}

const CODES = TENORS.map(({ code }) => code);

export function curveRequests(
  held: CatalogDataset | undefined,
  date: string | undefined,
  asOf?: string,
): { day: string; whole: string } | undefined {
  const last = held?.last_date;
  if (!last) return undefined;
  const day = date === undefined || dayNumber(date) === undefined || date > last ? last : date;
  const known = asOf === undefined ? {} : { as_of: asOf };
  return { day: wideYieldsPath(CODES, { date: day, ...known }), whole: wideYieldsPath(CODES, known) };
}
