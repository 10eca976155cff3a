import type { FastifyReply, FastifyRequest } from 'fastify';
import { dateText } from '../calendar/dates.ts';
import { CSV_FORMAT } from '../contract/table-formats.ts';
import type { Dataset } from '../datasets/index.ts';

import { countRows, type Derivation, derivedPages } from '../derived/index.ts';
import { askedFrequency } from '../series-math/frequency.ts';
import type { SeriesSelection } from '../store/index.ts';
import { storedColumns, type TableColumn } from '../tables/index.ts';
import type { Site } from './context.ts';
import type { DataFacts } from './data-state.ts';
import type { EconomicQuery } from './economic-query.ts';
import { matchesEtag, weakEtag } from './etag.ts';
import { CHUNK_ROWS, csvLines, type ReadPage, recordCells, rowChunks, type WritePage } from './row-chunks.ts';
import { type CsvAnswer, sendCsv } from './send-csv.ts';
import { rowsFile, sendFile } from './send-file.ts';
import { type WideColumn, wideCells, wideColumns, wideLines, wideNames } from './wide-rows.ts';

/** Answers the whole range of an economic-data question as CSV or Parquet. @returns how many observations it has. */
export async function economicTable(
  site: Site,
  data: DataFacts,
  dataset: Dataset,
  asked: EconomicQuery,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const { selection, asOf, derivation, canonical, isWide, format } = asked;
  const { codes, areas, from, to } = selection;
  const origin = data.origin(dataset.id);
  const sample = origin === 'sample' ? 'sample_' : '';
  const known = asOf === undefined ? '' : `_as_of_${inFileName(asOf)}`;
  const wide = isWide ? wideColumns(selection, dataset.byState, data) : undefined;
  const etag = weakEtag(data.version, dataset.id, canonical);
  const stem = `${dataset.id}_${sample}${dateText(from)}_${dateText(to)}${madeOf(derivation)}${known}${wide ? '_wide' : ''}`;
  const read = derivation && derivedPages(site.reader, dataset, selection, derivation);
  if (format === CSV_FORMAT) {
    const columns = wide ? wideNames(wide) : storedColumns({ dataset, codes }).map(({ name }) => name);
    const answer = { columns: columns.join(), fileName: `${stem}.csv`, etag, origin };
    const write = wide ? wideLines(wide) : csvLines;
    if (read) return sendCountedCsv(site, data, selection, { read, write, isWide }, answer, request, reply);
    const total = site.reader.countObservations(selection);
    const next = rowChunks(site, data, selection, total, write);
    sendCsv(site.log, request, reply, { ...answer, next, ...rowCountOf(total, isWide) });
    return total;
  }
  const about = { dataset, codes, areas, from, to, asOf, derivation };
  const write = wide ? wideCells(wide) : recordCells(dataset.byState);
  const next = rowChunks(site, data, selection, undefined, write, read);
  const columns = wide ? wideTableColumns(wide) : storedColumns(about);
  const make = (signal: AbortSignal) => rowsFile(site, data, about, columns, next, signal);
  return sendFile(request, reply, { format, stem, etag, origin, make });
}

/** @returns the columns of a wide table as a file has them. */
export function wideTableColumns(wide: readonly WideColumn[]): TableColumn[] {
  return wideNames(wide).map((name, i) =>
    i === 0 ? { name, kind: 'date' } : { name, kind: 'number', canBeAbsent: true },
  );
}

/** @returns the number of observations, as the number of rows where each has one. */
export function rowCountOf(
  observations: number | undefined,
  isWide: boolean,
): Pick<CsvAnswer, 'total' | 'observations'> {
  return isWide ? { total: undefined, observations } : { total: observations };
}

/** Sends calculated rows, which can only be counted by calculating them. @returns how many there are. */
async function sendCountedCsv(
  site: Site,
  data: DataFacts,
  selection: SeriesSelection,
  { read, write, isWide }: { read: ReadPage; write: WritePage<Buffer>; isWide: boolean },
  answer: Omit<CsvAnswer, 'next' | 'total'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const isHeld = matchesEtag(request.headers['if-none-match'], answer.etag);
  const counted = isHeld ? undefined : await countRows(read, CHUNK_ROWS, () => !reply.raw.destroyed);
  // The count has calculated the first piece already.
  const again: ReadPage = (page) => (counted && !page.after ? counted.first : read(page));
  const next = rowChunks(site, data, selection, counted?.total, write, again);
  sendCsv(site.log, request, reply, { ...answer, next, ...rowCountOf(counted?.total, isWide) });
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
