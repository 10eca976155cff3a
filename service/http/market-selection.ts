import type { Static } from 'typebox';
import { dayNumber, daysFromCivil, instantText } from '../calendar/dates.ts';
import { shortened } from '../contract/failure.ts';
import { JSON_FORMAT } from '../contract/table-formats.ts';
import { type DatasetId, MARKET_OBSERVATIONS } from '../datasets/index.ts';
import { type Derivation, derivedPages, hasSpread } from '../derived/index.ts';
import {
  NO_ROWS,
  type ObservationRows,
  observationTexts,
  rowsOfTexts,
  type SeriesSelection,
} from '../store/index.ts';
import { type RowBytes, rowBytes, storedColumns, type TableColumn } from '../tables/index.ts';
import type { Context } from './context.ts';
import type { DataFacts } from './data-state.ts';
import type { ReadDerivedYields } from './derived-yields.ts';
import { inFileName, madeOf, wideTableColumns } from './economic-table.ts';
import type { marketParameters } from './parameters.ts';
import { canonicalOf, list } from './query.ts';
import { notFound } from './refusal.ts';
import { csvLines, type ReadPage, recordCells, rowChunks, type WritePage } from './row-chunks.ts';
import { wideCells, wideLines } from './wide-rows.ts';

/** The rows of a market-data question, and how to read them. */
export type MarketSelection = {
  /** The state of the data that the rows are read from. */
  data: DataFacts;
  dataset: DatasetId;
  codes: readonly string[];
  derivation?: Derivation | undefined;
  /** Which rows and which calculation, as a text for keys of caches; '' for all rows as published. */
  made: string;
  /** The same for a file name: '_pc1_m', '_to_2024-12-31'. */
  madeName: string;
  /** Columns of the CSV or file. */
  columns: readonly TableColumn[];
  page: (offset: number, limit: number) => RowBytes & { total: number };
  total: () => number;
  /** Of CSV and Parquet: a row a date, so that nobody has counted the rows. */
  isWide: boolean;
  /** The whole selection in pieces, as lines of CSV or as cells. Together they must have `total` observations or members. */
  lines: (total: number) => () => Buffer | undefined;
  cells: (total: number) => () => string[][] | undefined;
};

/** A checked question to the market-data group. */
export type MarketQuestion = {
  codes: readonly string[];
  query: MarketQuery;
  /** Other units or a lower frequency; `undefined`: as published. */
  derivation: Derivation | undefined;
  /** The state of the data when the path was checked. */
  data: DataFacts;
  /** The state of the data now. */
  latest: () => DataFacts;
  readDerived: ReadDerivedYields;
  /** Whether the client is still there. */
  isWanted: () => boolean;
};
export type MarketQuery = Static<ReturnType<typeof marketParameters>>;

/** Every day that a date can be written for. */
const ALL_DAYS = { from: daysFromCivil(1, 1, 1), to: daysFromCivil(9999, 12, 31) };
/** Rows as published, computed like other rows: for what is not read by offset. */
const AS_PUBLISHED: Derivation = { units: 'lin' };

/** Rows by offset, oldest first. */
type RowsAt = {
  total: number;
  page: (offset: number, limit: number) => ObservationRows & { total: number };
};

/** @returns the codes of yields in a path segment. @throws Refusal 404. */
export function yieldCodes(segment: string): readonly string[] {
  return knownCodes(
    selectedCodes(segment),
    MARKET_OBSERVATIONS.series.map(({ code }) => code),
  );
}

/** @returns the yields that a question asks for; `undefined` if the client has gone. */
export async function selectYields(
  context: Context,
  { codes, query, derivation, data, latest, readDerived, isWanted }: MarketQuestion,
): Promise<MarketSelection | undefined> {
  const { id: dataset } = MARKET_OBSERVATIONS;
  const { limit: _, offset: __, format: ___, layout, ...words } = query;
  const isWide = layout === 'wide';
  const { date_from, date_to, date, order, as_of } = words;
  const narrowed = { date_from, date_to, date, order, as_of };
  const given = Object.entries(derivation ? words : narrowed).filter(([, value]) => value !== undefined);
  const made = canonicalOf(Object.fromEntries(given));
  const isDescending = words.order === 'desc';
  const selection: SeriesSelection = {
    dataset,
    // Read backwards, rows of a day then come in the order asked for.
    codes: isDescending ? codes.toReversed() : codes,
    from: dayOf(words.date_from) ?? ALL_DAYS.from,
    to: dayOf(words.date_to ?? words.date) ?? ALL_DAYS.to,
    asOf: words.as_of === undefined ? undefined : instantText(words.as_of),
  };
  const wide = codes.map((code) => ({ code, area: '' }));
  const plain = {
    dataset,
    codes,
    derivation,
    made,
    isWide,
    madeName: `${nameOf(words, derivation)}${isWide ? '_wide' : ''}`,
    columns: isWide ? wideTableColumns(wide) : storedColumns({ dataset: MARKET_OBSERVATIONS, codes }),
    writeLines: isWide ? wideLines(wide) : csvLines,
    writeCells: isWide ? wideCells(wide) : recordCells(false),
  };
  const isComputed = selection.asOf !== undefined || hasSpread(selection);
  const calculated = derivation ?? (isComputed ? AS_PUBLISHED : undefined);
  if (!calculated) {
    const shown =
      words.date === undefined ? selection : newestDay(selection, publishedAt(context, selection));
    return selected(context, { ...plain, data }, shown, publishedAt(context, shown), isDescending);
  }
  const count = (counted: SeriesSelection) =>
    readDerived(
      {
        dataset: MARKET_OBSERVATIONS,
        selection: counted,
        derivation: calculated,
        canonical: `${made} ${counted.from}`,
      },
      isWanted,
    );
  const whole = await count(selection);
  const shown = whole && words.date !== undefined ? newestDay(selection, whole) : selection;
  const rows = shown === selection ? whole : await count(shown);
  if (!rows) return undefined;
  const pages = derivedPages(context.reader, MARKET_OBSERVATIONS, shown, calculated);
  return selected(context, { ...plain, data: latest() }, shown, rows, isDescending, pages);
}

function publishedAt({ reader }: Context, selection: SeriesSelection): RowsAt {
  return {
    get total() {
      return reader.countObservations(selection);
    },
    page: (offset, limit) => reader.observationsAt(selection, { offset, limit }),
  };
}

/** @returns the selection, narrowed to its last day that has a row. */
function newestDay(selection: SeriesSelection, { total, page }: RowsAt): SeriesSelection {
  const [last] = total === 0 ? [] : observationTexts(page(total - 1, 1));
  return last ? { ...selection, from: last.day, to: last.day } : selection;
}

function selected(
  context: Context,
  {
    writeLines,
    writeCells,
    ...plain
  }: Omit<MarketSelection, 'page' | 'total' | 'lines' | 'cells'> & {
    writeLines: WritePage<Buffer>;
    writeCells: WritePage<string[][]>;
  },
  selection: SeriesSelection,
  rows: RowsAt,
  isDescending: boolean,
  ascending?: ReadPage,
): MarketSelection {
  const at = isDescending ? descending(rows) : rows.page;
  const chunks = <Written>(total: number, write: WritePage<Written>) =>
    rowChunks(context, plain.data, selection, total, write, isDescending ? byOffset(at) : ascending);
  return {
    ...plain,
    page(offset, limit) {
      const page = at(offset, limit);
      return { body: rowBytes(page, JSON_FORMAT), count: page.count, total: page.total };
    },
    total: () => rows.total,
    lines: (total) => chunks(total, writeLines),
    cells: (total) => chunks(total, writeCells),
  };
}

/** @returns what reads one page after another, by offset. */
function byOffset(at: RowsAt['page']): ReadPage {
  let offset = 0;
  return ({ limit }) => {
    const page = at(offset, limit);
    offset += page.count;
    return { ...page, more: offset < page.total, last: undefined };
  };
}

/** @returns pages of the same rows from the last to the first. */
function descending(rows: RowsAt): RowsAt['page'] {
  return (offset, limit) => {
    const { total, page } = rows;
    const end = Math.max(0, total - offset);
    const start = Math.max(0, end - limit);
    if (start === end) return { ...NO_ROWS, total };
    return { ...rowsOfTexts(observationTexts(page(start, end - start)).toReversed()), total };
  };
}

export const dayOf = (date: string | undefined) => (date === undefined ? undefined : dayNumber(date));

/** @returns what was asked for beyond the codes, for a file name. */
function nameOf(
  { date_from: from, date_to: to, date, order, as_of: asOf }: MarketQuery,
  derivation: Derivation | undefined,
): string {
  const words = { from, to, on: date, as_of: asOf && inFileName(asOf), order };
  const narrowed = Object.entries(words).map(([name, value]) =>
    value === undefined ? '' : `_${name}_${value}`,
  );
  return `${madeOf(derivation)}${narrowed.join('')}`;
}

/**
 * The codes of a path segment `series=A,B`; the router has undone the percent-encoding.
 * @throws Refusal 404 where it is not of this form or empty.
 */
export function selectedCodes(segment: string): string[] {
  const text = /^series=(.*)$/s.exec(segment)?.[1];
  if (text === undefined || text.trim() === '') throw notFound();
  return list(text);
}

/** @returns `codes`. @throws Refusal 404 naming the first that is not known. */
export function knownCodes(codes: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined) throw notFound(unknown === '' ? '(empty)' : shortened(unknown, 100));
  return codes;
}
