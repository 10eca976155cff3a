import type { FastifyReply, FastifyRequest } from 'fastify';
import { dateText } from '../../calendar/dates.ts';
import { Failure } from '../../contract/failure.ts';
import { CSV_FORMAT } from '../../contract/table-formats.ts';
import type { Dataset } from '../../datasets/index.ts';
import type { Derivation } from '../../derived/index.ts';
import { askedFrequency } from '../../series-math/frequency.ts';
import type { ObservationRows, Position, Reader, SeriesSelection } from '../../store/index.ts';
import { observationTexts } from '../../store/index.ts';
import { type ExportSelection, rowBytes, storedColumns, type TableColumn } from '../../tables/index.ts';
import type { ApiFormat } from './parameters.ts';
import { sendCsv } from './send-csv.ts';
import { rowsFile, sendFile } from './send-file.ts';
import type { Context, DataFacts } from './site.ts';

/** The rows of a whole selection, in pieces, for answers that are not paged. */

/** Rows of a piece. It takes a few milliseconds, so that other requests hardly wait. */
export const CHUNK_ROWS = 10_000;

/** Writes a page of rows, which come one after another. */
export type WritePage<Written> = (page: ObservationRows, isLast: boolean) => Written;
export type ReadPage = (page: Parameters<Reader['observations']>[1]) => ReturnType<Reader['observations']>;

/**
 * @param total how many rows were counted before; the pieces must have as many. `undefined`: nobody has counted them.
 * @returns a function that gives the next piece of a selection. All pieces must come from the same state of the dataset.
 */
export function rowChunks<Written>(
  { reader }: Pick<Context, 'reader'>,
  data: DataFacts,
  selection: SeriesSelection,
  total: number | undefined,
  write: WritePage<Written>,
  read: ReadPage = (page) => reader.observations(selection, page),
): () => Written | undefined {
  const updatedAt = data.updatedAt(selection.dataset);
  let version = data.version;
  let after: Position | undefined;
  let isDone = false;
  let rows = 0;
  return () => {
    if (isDone) return undefined;
    const page = read({ after, limit: CHUNK_ROWS });
    const now = reader.dataVersion();
    if (now !== version) {
      const held = reader.holdings().find((one) => one.dataset === selection.dataset);
      if ((held?.updatedAt ?? '') !== updatedAt) {
        throw publishedAnew(selection.dataset);
      }
      version = now;
    }
    after = page.last;
    isDone = !page.more;
    rows += page.count;
    if (isDone && total !== undefined && rows !== total) {
      // New data published since the count explain a difference.
      if (version !== data.version) throw publishedAnew(selection.dataset);
      reader.damaged(`${rows} rows of ${selection.dataset} were read where ${total} are counted`);
    }
    return write(page, isDone);
  };
}

function publishedAnew(dataset: string): Failure {
  return new Failure('folder_in_use', `${dataset} was published anew while it was being written out.`);
}

/** A column of a table with a row a date. */
type WideColumn = { code: string; area: string };

/**
 * @returns the columns of a selection: its codes in their order; in a dataset by state each code once for each state that was
 *   asked for, or that is held.
 */
export function wideColumns(
  { dataset, codes, areas }: SeriesSelection,
  isByState: boolean,
  data: DataFacts,
): WideColumn[] {
  if (!isByState) return codes.map((code) => ({ code, area: '' }));
  const held = data.holdings().find((one) => one.dataset === dataset)?.series ?? [];
  return codes.flatMap((code) => {
    const found = held.filter((one) => one.code === code).map(({ area }) => area);
    return (areas ?? found.toSorted()).map((area) => ({ code, area }));
  });
}

/**
 * @param wide columns of a table with a row a date; without them it has a row a record.
 * @returns the columns of a table, and what writes its rows as lines of CSV, or as cells.
 */
export function tableForm(dataset: Dataset, codes: readonly string[], wide?: readonly WideColumn[]) {
  if (!wide)
    return {
      columns: storedColumns({ dataset, codes }),
      lines: ((page) => rowBytes(page, CSV_FORMAT)) satisfies WritePage<Buffer>,
      cells: recordCells(dataset.byState),
    };
  const columns = wide.map(({ code, area }): TableColumn => {
    // 'US10Y', or 'initial_claims.CA' of a state.
    const name = area === '' ? code : `${code}.${area}`;
    return { name, kind: 'number', canBeAbsent: true };
  });
  return {
    columns: [{ name: 'date', kind: 'date' }, ...columns] satisfies TableColumn[],
    lines: wideLines(wide),
    cells: wideCells(wide),
  };
}

/** @returns a row a record: date, series, state in a dataset by state, value. */
function recordCells(isByState: boolean): WritePage<string[][]> {
  return (page) =>
    observationTexts(page).map(({ day, code, area, value }) =>
      isByState ? [dateText(day), code, area, value] : [dateText(day), code, value],
    );
}

/** @returns a row a date. Pages come one after another; a date may continue in the next. */
function wideCells(columns: readonly WideColumn[]): WritePage<string[][]> {
  const places = new Map(columns.map(({ code, area }, place) => [`${code}.${area}`, place + 1]));
  let open: { day: number; cells: string[] } | undefined;
  return (page, isLast) => {
    const rows: string[][] = [];
    for (const { day, code, area, value } of observationTexts(page)) {
      if (open?.day !== day) {
        if (open) rows.push(open.cells);
        open = { day, cells: [dateText(day), ...columns.map(() => '')] };
      }
      open.cells[places.get(`${code}.${area}`) as number] = value;
    }
    if (isLast && open) rows.push(open.cells);
    return rows;
  };
}

function wideLines(columns: readonly WideColumn[]): WritePage<Buffer> {
  const cells = wideCells(columns);
  return (page, isLast) =>
    Buffer.from(
      cells(page, isLast)
        .map((row) => `${row.join()}\n`)
        .join(''),
      'latin1',
    );
}

/** A whole selection as a table. */
type TableAnswer = {
  format: Exclude<ApiFormat, 'json'>;
  /** Name of the file without its ending. */
  stem: string;
  etag: string;
  columns: readonly TableColumn[];
  /** How many observations or members were counted; `undefined` where nobody has. */
  total: number | undefined;
  /** Whether it has a row a date, so that nobody has counted the rows. */
  isWide: boolean;
  /** @returns what gives the next rows, as lines of CSV or as cells; `undefined` after the last. */
  lines: () => () => Buffer | undefined;
  cells: () => () => string[][] | undefined;
};

/** Sends a table as CSV or Parquet. @returns how many observations or members it has. */
export async function sendTable(
  site: Context,
  data: DataFacts,
  about: ExportSelection,
  { format, stem, etag, columns, total, isWide, lines, cells }: TableAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const origin = data.origin(about.dataset.id);
  const counted = isWide ? undefined : total;
  if (format === CSV_FORMAT) {
    sendCsv(site.log, request, reply, {
      columns: columns.map(({ name }) => name).join(),
      next: lines(),
      total: counted,
      observations: total,
      fileName: `${stem}.csv`,
      etag,
      origin,
    });
    return total ?? 0;
  }
  const next = cells();
  const make = (signal: AbortSignal) => rowsFile(site, data, about, columns, next, signal);
  return sendFile(request, reply, { format, stem, etag, origin, total: counted, make });
}

/** @returns an instant without its colons, which no file name may have everywhere: '2025-03-08T143000Z'. */
export const inFileName = (asOf: string): string => asOf.replaceAll(':', '');

/** @returns what was made of the observations, for a file name: '_pc1', '_m', '_pc1_m'. */
export function madeOf(derivation: Derivation | undefined): string {
  if (!derivation) return '';
  const { units, indexDay, to } = derivation;
  const index = indexDay === undefined ? '' : `_${dateText(indexDay)}`;
  return `${units === 'lin' ? '' : `_${units}${index}`}${to ? `_${askedFrequency(to.cadence)}` : ''}`;
}
