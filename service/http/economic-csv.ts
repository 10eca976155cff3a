import type { FastifyReply, FastifyRequest } from 'fastify';
import { dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { CSV_FORMAT } from '../contract/table-formats.ts';
import type { Dataset } from '../datasets/index.ts';

import { countRows, type Derivation, derivedPages } from '../derived/index.ts';
import { askedFrequency } from '../series-math/frequency.ts';
import type { ObservationRows, Position, Reader, SeriesSelection } from '../store/index.ts';
import { rowBytes } from '../tables/index.ts';
import type { Context } from './context.ts';
import type { DataState } from './data-state.ts';
import type { EconomicQuery } from './economic-query.ts';
import { matchesEtag, weakEtag } from './etag.ts';
import { type CsvAnswer, sendCsv } from './send-csv.ts';
import { wideColumns, wideHeader, wideWriter } from './wide-csv.ts';

/** Rows of a piece. It takes a few milliseconds, so that other requests hardly wait. */
const CHUNK_ROWS = 10_000;

/** Writes a page as lines of CSV. */
export type WritePage = (page: ObservationRows, isLast: boolean) => Buffer;
type ReadPage = (page: Parameters<Reader['observations']>[1]) => ReturnType<Reader['observations']>;

/** Answers the whole range of an economic-data question as CSV. @returns how many rows it has. */
export function economicCsv(
  context: Context,
  data: DataState,
  dataset: Dataset,
  { selection, asOf, derivation, canonical, isWide }: EconomicQuery,
  request: FastifyRequest,
  reply: FastifyReply,
): number | Promise<number> {
  const origin = data.origin(dataset.id);
  const sample = origin === 'sample' ? 'sample_' : '';
  const known = asOf === undefined ? '' : `_as_of_${inFileName(asOf)}`;
  const wide = isWide ? wideColumns(selection, dataset.byState, data) : undefined;
  const write = wide && wideWriter(wide);
  const answer = {
    columns: wide ? wideHeader(wide) : dataset.byState ? 'date,series,state,value' : 'date,series,value',
    fileName: `${dataset.id}_${sample}${dateText(selection.from)}_${dateText(selection.to)}${madeOf(derivation)}${known}${wide ? '_wide' : ''}.csv`,
    etag: weakEtag(data.version, dataset.id, canonical),
    origin,
  };
  if (!derivation) {
    const total = context.reader.countObservations(selection);
    const next = csvChunks(context, data, selection, total, { write });
    sendCsv(context.log, request, reply, { ...answer, next, ...countOf(total, isWide) });
    return total;
  }
  const read = derivedPages(context.reader, dataset, selection, derivation);
  return sendCountedCsv(context, data, selection, { read, write }, answer, request, reply);
}

/** @returns the number of observations, as the number of rows where each has one. */
export function countOf(
  observations: number | undefined,
  isWide: boolean,
): Pick<CsvAnswer, 'total' | 'observations'> {
  return isWide ? { total: undefined, observations } : { total: observations };
}

/** Sends calculated rows, which can only be counted by calculating them. @returns how many there are. */
export async function sendCountedCsv(
  context: Context,
  data: DataState,
  selection: SeriesSelection,
  { read, write }: { read: ReadPage; write: WritePage | undefined },
  answer: Omit<CsvAnswer, 'next' | 'total'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const isHeld = matchesEtag(request.headers['if-none-match'], answer.etag);
  const counted = isHeld ? undefined : await countRows(read, CHUNK_ROWS, () => !reply.raw.destroyed);
  // The count has calculated the first piece already.
  const next = csvChunks(context, data, selection, counted?.total, {
    read: (page) => (counted && !page.after ? counted.first : read(page)),
    write,
  });
  sendCsv(context.log, request, reply, { ...answer, next, ...countOf(counted?.total, write !== undefined) });
  return counted?.total ?? 0;
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

/**
 * @param total how many rows were counted before; the pieces must have as many.
 * @returns a function that gives the next piece of a selection. All pieces must come from the same state of the dataset.
 */
export function csvChunks(
  { reader }: Context,
  data: DataState,
  selection: SeriesSelection,
  total: number | undefined,
  {
    read = (page) => reader.observations(selection, page),
    write = (page) => rowBytes(page, CSV_FORMAT),
  }: { read?: ReadPage | undefined; write?: WritePage | undefined } = {},
): () => Buffer | undefined {
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
