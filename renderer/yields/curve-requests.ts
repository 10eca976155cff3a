import { dayNumber } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { TENORS } from '../../service/datasets/yields/curve.ts';
import { wideYieldsPath } from '../api/index.ts';

const CODES = TENORS.map(({ code }) => code);

/**
 * @param held `undefined` while it is not known. @param date of the address, which may be wrong
 * @param asOf as known then; absent: as known now
 * @returns the paths of the curve of that day, which is a small answer, and of all curves; none where nothing is held.
 */
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
