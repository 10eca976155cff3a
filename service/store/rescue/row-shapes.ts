import type { Origin } from '../../contract/catalog.ts';
import { isValueText } from '../../series-math/decimal-text.ts';
import { FIRST_DAY, LAST_DAY, PLAIN_CODE } from '../row-checks.ts';
import type { RunKind } from '../runs.ts';
import type { PageCell, PageRow } from './page-rows.ts';

/** A row of one of the rescued tables. The table is recognised by the columns, because a page does not name its table. */
export type FoundRow =
  | { t: 'run'; id: number; run: FoundRun }
  | { t: 'dataset'; id: string; origin: Origin }
  | { t: 'series'; id: number; dataset: string; code: string; area: string; count: number | undefined }
  | { t: 'observation'; observation: FoundObservation }
  | { t: 'revision'; revision: FoundRevision }
  | { t: 'stretch'; series: number; stretch: number; count: number }
  | { t: 'list'; list: FoundList }
  | { t: 'member'; list: number; rank: number; member: FoundMember }
  | { t: 'summed'; run: number; series: number; row: number; rows: string };

export type FoundObservation = {
  series: number;
  day: number;
  value: string;
  run: number;
  row: number | null;
  rounding: string | null;
};
export type FoundRun = {
  kind: RunKind;
  dataset: string;
  origin: Origin;
  source: string;
  location: string;
  sha256: string;
  fetchedAt: string;
  added: number;
  revised: number;
  unchanged: number;
  finishedAt: string | null;
  rows: number | null;
  first: number | null;
  last: number | null;
  gone: number;
  refined: number;
};
export type FoundRevision = {
  series: number;
  day: number;
  value: string;
  run: number;
  firstSeen: string;
  supersededAt: string;
  supersededBy: number;
  row: number | null;
  wasRounding: number;
  rounding: string | null;
};
export type FoundList = {
  id: number;
  dataset: string;
  code: string;
  asOf: number;
  count: number;
  run: number;
  supersededAt: string | null;
  supersededBy: number | null;
  row: number | null;
};
export type FoundMember = {
  ticker: string;
  name: string;
  sector: string;
  weight: string;
  row: number | null;
};

const isText = (cell: PageCell | undefined): cell is string => typeof cell === 'string';
const isCount = (cell: PageCell | undefined): cell is number => typeof cell === 'number' && cell >= 0;
const isId = (cell: PageCell | undefined): cell is number => typeof cell === 'number' && cell >= 1;
/** Rows of an earlier layout lack the columns that a later layout added. */
const isCountOrNone = (cell: PageCell | undefined): cell is number | null | undefined =>
  cell === null || cell === undefined || isCount(cell);
const isDay = (cell: PageCell | undefined): cell is number =>
  typeof cell === 'number' && cell >= FIRST_DAY && cell <= LAST_DAY;
const isDayOrNone = (cell: PageCell | undefined): cell is number | null | undefined =>
  cell === null || cell === undefined || isDay(cell);
const isTime = (cell: PageCell | undefined): cell is string =>
  isText(cell) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(cell);
const isTimeOrNone = (cell: PageCell | undefined): cell is string | null | undefined =>
  cell === null || cell === undefined || isTime(cell);
const isName = (cell: PageCell | undefined): cell is string => isText(cell) && PLAIN_CODE.test(cell);
const isArea = (cell: PageCell | undefined): cell is string => cell === '' || isName(cell);
const isValue = (cell: PageCell | undefined): cell is string => isText(cell) && isValueText(cell);
const isRounding = (cell: PageCell | undefined): cell is string | null | undefined =>
  cell === null || cell === undefined || isValue(cell);
const isOrigin = (cell: PageCell | undefined): cell is Origin =>
  cell === 'publisher' || cell === 'file' || cell === 'sample';
const isKind = (cell: PageCell | undefined): cell is RunKind =>
  cell === 'import' || cell === 'refresh' || cell === 'sample' || cell === 'rescue' || cell === 'undone';

/** @returns the row if its columns have the number and the valid contents of a rescued table; else undefined. */
export function shapeOf({ rowid, cells }: PageRow): FoundRow | undefined {
  return rowid === undefined ? keyedRow(cells) : numberedRow(rowid, cells);
}

/** Number of columns of a run in layout 1, 2 and 3, 4, 5. */
const RUN_CELLS: ReadonlySet<number> = new Set([11, 15, 16, 17]);

/** Tables with a rowid, which is their column `id`. */
function numberedRow(id: number, cells: readonly PageCell[]): FoundRow | undefined {
  if (cells[0] !== null || id < 1) return undefined;
  if (cells.length === 7) return seriesRow(id, cells);
  if (cells.length === 8 || cells.length === 9) return listRow(id, cells);
  return RUN_CELLS.has(cells.length) ? runRow(id, cells) : undefined;
}

function seriesRow(id: number, [, dataset, code, area, count]: readonly PageCell[]): FoundRow | undefined {
  return isName(dataset) && isName(code) && isArea(area) && isCount(count)
    ? { t: 'series', id, dataset, code, area, count }
    : undefined;
}

function listRow(
  id: number,
  [
    ,
    dataset,
    code,
    asOf,
    count,
    run,
    supersededAt = null,
    supersededBy = null,
    row = null,
  ]: readonly PageCell[],
): FoundRow | undefined {
  return isName(dataset) &&
    isName(code) &&
    isDay(asOf) &&
    isCount(count) &&
    isId(run) &&
    isTimeOrNone(supersededAt) &&
    isCountOrNone(supersededBy) &&
    isCountOrNone(row)
    ? { t: 'list', list: { id, dataset, code, asOf, count, run, supersededAt, supersededBy, row } }
    : undefined;
}

function runRow(id: number, cells: readonly PageCell[]): FoundRow | undefined {
  const [, kind, dataset, origin, source, location, sha256, fetchedAt, added, revised, unchanged] = cells;
  const [finishedAt = null, rows = null, first = null, last = null, gone = 0, refined = 0] = cells.slice(11);
  return isKind(kind) &&
    isName(dataset) &&
    isOrigin(origin) &&
    isText(source) &&
    isText(location) &&
    isText(sha256) &&
    isTime(fetchedAt) &&
    isCount(added) &&
    isCount(revised) &&
    isCount(unchanged) &&
    isTimeOrNone(finishedAt) &&
    isCountOrNone(rows) &&
    isDayOrNone(first) &&
    isDayOrNone(last) &&
    isCount(gone) &&
    isCount(refined)
    ? {
        t: 'run',
        id,
        run: {
          ...{ kind, dataset, origin, source, location, sha256, fetchedAt, added, revised, unchanged },
          ...{ finishedAt, rows, first, last, gone, refined },
        },
      }
    : undefined;
}

/** Tables without a rowid, whose key columns come first; and the index of `series`, which contains their names a second time. */
function keyedRow(cells: readonly PageCell[]): FoundRow | undefined {
  const [a, b, c, d] = cells;
  switch (cells.length) {
    case 3:
      return isId(a) && typeof b === 'number' && isCount(c)
        ? { t: 'stretch', series: a, stretch: b, count: c }
        : undefined;
    case 4:
    case 5:
      if (isName(a) && isOrigin(b) && isTime(c) && isId(d)) return { t: 'dataset', id: a, origin: b };
      if (isName(a) && isName(b) && isArea(c) && isId(d))
        return { t: 'series', id: d, dataset: a, code: b, area: c, count: undefined };
      return (
        observationRow(cells) ??
        (isId(a) && isId(b) && isCount(c) && isText(d) && /^\[[\d,]+\]$/.test(d)
          ? { t: 'summed', run: a, series: b, row: c, rows: d }
          : undefined)
      );
    case 6:
      return memberRow(cells) ?? observationRow(cells);
    case 7:
      return memberRow(cells) ?? revisionRow(cells);
    case 8:
    case 10:
      return revisionRow(cells);
    default:
      return undefined;
  }
}

function memberRow([list, rank, ticker, name, sector, weight, row = null]: readonly PageCell[]):
  | FoundRow
  | undefined {
  return isId(list) &&
    isCount(rank) &&
    isText(ticker) &&
    isText(name) &&
    isText(sector) &&
    isText(weight) &&
    (weight === '' || isValueText(weight)) &&
    isCountOrNone(row)
    ? { t: 'member', list, rank, member: { ticker, name, sector, weight, row } }
    : undefined;
}

function observationRow([series, day, value, run, row = null, rounding = null]: readonly PageCell[]):
  | FoundRow
  | undefined {
  return isId(series) &&
    isDay(day) &&
    isValue(value) &&
    isId(run) &&
    isCountOrNone(row) &&
    isRounding(rounding)
    ? { t: 'observation', observation: { series, day, value, run, row, rounding } }
    : undefined;
}

function revisionRow([
  series,
  day,
  run,
  value,
  firstSeen,
  supersededAt,
  supersededBy,
  row = null,
  wasRounding = 0,
  rounding = null,
]: readonly PageCell[]): FoundRow | undefined {
  return isId(series) &&
    isDay(day) &&
    isId(run) &&
    isValue(value) &&
    isTime(firstSeen) &&
    isTime(supersededAt) &&
    isId(supersededBy) &&
    isCountOrNone(row) &&
    isCount(wasRounding) &&
    isRounding(rounding)
    ? {
        t: 'revision',
        revision: {
          ...{ series, day, run, value, firstSeen, supersededAt, supersededBy, row, wasRounding, rounding },
        },
      }
    : undefined;
}
