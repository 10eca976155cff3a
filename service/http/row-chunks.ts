import { dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { CSV_FORMAT } from '../contract/table-formats.ts';
import type { ObservationRows, Position, Reader, SeriesSelection } from '../store/index.ts';
import { observationTexts } from '../store/index.ts';
import { rowBytes } from '../tables/index.ts';
import type { Context } from './context.ts';
import type { DataFacts } from './data-state.ts';

/** The rows of a whole selection, in pieces, for answers that are not paged. */

/** Rows of a piece. It takes a few milliseconds, so that other requests hardly wait. */
export const CHUNK_ROWS = 10_000;

/** Writes a page of rows, which come one after another. */
export type WritePage<Written> = (page: ObservationRows, isLast: boolean) => Written;
export type ReadPage = (page: Parameters<Reader['observations']>[1]) => ReturnType<Reader['observations']>;

/** A row a record, as lines of CSV. */
export const csvLines: WritePage<Buffer> = (page) => rowBytes(page, CSV_FORMAT);

/** @returns a row a record, as cells: date, series, state in a dataset by state, value. */
export function recordCells(isByState: boolean): WritePage<string[][]> {
  return (page) =>
    observationTexts(page).map(({ day, code, area, value }) =>
      isByState ? [dateText(day), code, area, value] : [dateText(day), code, value],
    );
}

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
