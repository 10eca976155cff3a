import { daysFromCivil } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { CSV_FORMAT, JSON_FORMAT } from '../contract/table-formats.ts';
import { type Dataset, type DatasetId, MARKET_OBSERVATIONS } from '../datasets/index.ts';
import { type Derivation, derivedPages } from '../derived/index.ts';
import type { ObservationRows } from '../store/index.ts';
import { constituentBytes, type RowBytes, rowBytes } from '../tables/index.ts';
import type { Context } from './context.ts';
import type { DataState } from './data-state.ts';
import type { ReadDerivedYields } from './derived-yields.ts';
import { csvChunks, madeOf } from './economic-csv.ts';
import { list } from './query.ts';
import { notFound } from './refusal.ts';

/** The rows of a market-data question, and how to read them. */
export type MarketSelection = {
  dataset: DatasetId;
  codes: readonly string[];
  /** Which calculation, as a text for keys of caches; '' for rows as published. */
  made: string;
  /** Which calculation, for a file name: '_pc1_m'. */
  madeName: string;
  /** Header line of the CSV. */
  columns: string;
  page: (offset: number, limit: number) => RowBytes & { total: number };
  total: () => number;
  /** The whole selection as CSV, in pieces. Together they must have `total` rows. */
  chunks: (total: number) => () => Buffer | undefined;
};

/** Every day that a date can be written for: the market-data paths have no date filter. */
const ALL_DAYS = { from: daysFromCivil(1, 1, 1), to: daysFromCivil(9999, 12, 31) };
const ALL_ROWS = Number.MAX_SAFE_INTEGER;
const AS_PUBLISHED = { made: '', madeName: '' };

/** @returns the yields of the codes in a path segment. @throws Refusal 404. */
export function yieldsOf(context: Context, segment: string, data: DataState): MarketSelection {
  const { id: dataset, series } = MARKET_OBSERVATIONS;
  const codes = knownCodes(
    selectedCodes(segment),
    series.map(({ code }) => code),
  );
  const selection = { dataset, codes, ...ALL_DAYS };
  return {
    ...AS_PUBLISHED,
    dataset,
    codes,
    columns: 'date,series,value',
    page: (offset, limit) => encoded(context.reader.observationsAt(selection, { offset, limit })),
    total: () => context.reader.countObservations(selection),
    chunks: (total) => csvChunks(context, data, selection, total),
  };
}

/** @returns the same yields in other units or at a lower frequency; `undefined` if the client has gone. */
export async function derivedYieldsOf(
  context: Context,
  read: ReadDerivedYields,
  plain: MarketSelection,
  { dataset, derivation, made }: { dataset: Dataset; derivation: Derivation; made: string },
  state: () => DataState,
  isWanted: () => boolean,
): Promise<MarketSelection | undefined> {
  const selection = { dataset: dataset.id, codes: plain.codes, ...ALL_DAYS };
  const found = await read({ dataset, selection, derivation, canonical: made }, isWanted);
  return (
    found && {
      ...plain,
      made,
      madeName: madeOf(derivation),
      page: (offset, limit) => encoded(found.page(offset, limit)),
      total: () => found.total,
      chunks: (total) => {
        const pages = derivedPages(context.reader, dataset, selection, derivation);
        return csvChunks(context, state(), selection, total, pages);
      },
    }
  );
}

/** @returns the members of the list whose code stands in a path segment. @throws Refusal 404. */
export function membersOf(
  dataset: DatasetId,
  { reader }: Context,
  segment: string,
  data: DataState,
): MarketSelection {
  const found = selectedCodes(segment);
  // The path takes one code. 'A,B' is read as one code, which does not exist.
  const [code = ''] = knownCodes(
    found.length === 1 ? found : [found.join(',')],
    data.constituentCodes(dataset),
  );
  return {
    ...AS_PUBLISHED,
    dataset,
    codes: [code],
    columns: 'series,as_of,ticker,name,sector,weight',
    page: (offset, limit) => {
      const page = reader.constituents(code, { offset, limit });
      return { ...constituentBytes(code, page, JSON_FORMAT), total: page?.total ?? 0 };
    },
    total: () => reader.constituents(code, { offset: 0, limit: 1 })?.total ?? 0,
    chunks: (total) => {
      const { body, count } = constituentBytes(
        code,
        reader.constituents(code, { offset: 0, limit: ALL_ROWS }),
        CSV_FORMAT,
      );
      if (count !== total)
        throw new Failure('folder_in_use', `The list of ${code} was replaced while it was being read.`);
      const pieces = [body];
      return () => pieces.shift();
    },
  };
}

function encoded(page: ObservationRows & { total: number }): RowBytes & { total: number } {
  return { body: rowBytes(page, JSON_FORMAT), count: page.count, total: page.total };
}

/**
 * The codes of a path segment `series=A,B`; the router has undone the percent-encoding.
 * @throws Refusal 404 where it is not of this form or empty.
 */
function selectedCodes(segment: string): string[] {
  const text = /^series=(.*)$/s.exec(segment)?.[1];
  if (text === undefined || text.trim() === '') throw notFound();
  return list(text);
}

/** @returns `codes`. @throws Refusal 404 naming the first that is not known. */
function knownCodes(codes: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined) throw notFound(unknown === '' ? '(empty)' : unknown.slice(0, 100));
  return codes;
}
