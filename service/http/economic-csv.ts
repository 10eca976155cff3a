import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dataset } from '../contract/catalogue/types.ts';
import { dateText } from '../contract/dates.ts';
import { type Derivation, derivedPages } from '../derived/index.ts';
import type { Position, Reader, SeriesSelection } from '../store/index.ts';
import type { Context } from './context.ts';
import type { DataState } from './data-state.ts';
import type { EconomicQuery } from './economic-query.ts';
import { weakEtag } from './etag.ts';
import { sendCsv } from './send-csv.ts';

/** Rows of a piece: a few milliseconds' work, so that other requests hardly wait. */
const CHUNK_ROWS = 10_000;

type ReadPage = (page: Parameters<Reader['observations']>[1]) => ReturnType<Reader['observations']>;

/** Answers the whole range of an economic-data question as CSV. @returns how many rows it has; `null` where only writing them out will tell. */
export function economicCsv(
  context: Context,
  data: DataState,
  dataset: Dataset,
  { selection, derivation, canonical }: EconomicQuery,
  request: FastifyRequest,
  reply: FastifyReply,
): number | null {
  const total = derivation ? undefined : context.reader.countObservations(selection);
  const origin = data.origin(dataset.id);
  const sample = origin === 'sample' ? 'sample_' : '';
  const asOf = selection.asOf === undefined ? '' : `_as_of_${dateText(selection.asOf)}`;
  sendCsv(context.log, request, reply, {
    columns: dataset.byState ? 'date,series,state,value' : 'date,series,value',
    next: csvChunks(
      context,
      data,
      selection,
      derivation && derivedPages(context.reader, dataset, selection, derivation),
    ),
    total,
    fileName: `${dataset.id}_${sample}${dateText(selection.from)}_${dateText(selection.to)}${madeOf(derivation)}${asOf}.csv`,
    etag: weakEtag(data.version, dataset.id, canonical),
    origin,
  });
  return total ?? null;
}

/** @returns what was made of the observations, for a file name: '_pc1', '_m', '_pc1_m'. */
function madeOf(derivation: Derivation | undefined): string {
  if (!derivation) return '';
  const { units, indexDay, to } = derivation;
  const index = indexDay === undefined ? '' : `_${dateText(indexDay)}`;
  return `${units === 'lin' ? '' : `_${units}${index}`}${to ? `_${to.cadence.frequency}` : ''}`;
}

/** @returns the pieces of a whole selection, one a call. They must all come from one state of the dataset. */
export function csvChunks(
  { reader }: Context,
  data: DataState,
  selection: SeriesSelection,
  read: ReadPage = (page) => reader.observations(selection, page),
): () => Buffer | undefined {
  const updatedAt = data.updatedAt(selection.dataset);
  let version = data.version;
  let after: Position | undefined;
  let isDone = false;
  return () => {
    if (isDone) return undefined;
    const page = read({ after, limit: CHUNK_ROWS, format: 'csv' });
    const now = reader.dataVersion();
    if (now !== version) {
      const held = reader.holdings().find((one) => one.dataset === selection.dataset);
      if ((held?.updatedAt ?? '') !== updatedAt) {
        throw new Error(`${selection.dataset} was published anew while it was being written out`);
      }
      version = now;
    }
    after = page.last;
    isDone = !page.more;
    return page.body;
  };
}
