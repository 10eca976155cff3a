import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { dayNumber } from '../calendar/dates.ts';
import { shortened } from '../contract/failure.ts';
import { MARKET_LIMIT_DEFAULT, MARKET_LIMIT_LARGEST } from '../contract/names.ts';
import { JSON_FORMAT } from '../contract/table-formats.ts';
import { type DatasetId, findDataset } from '../datasets/index.ts';
import type { Derivation } from '../derived/index.ts';
import type { RowBytes, TableColumn } from '../tables/index.ts';
import { sendRows, weakEtag } from './http/answer.ts';
import { type ApiFormat, formatOf, formatParameter, whole } from './http/parameters.ts';
import { list } from './http/query.ts';
import { notFound } from './http/refusal.ts';
import type { DataFacts, Site } from './http/site.ts';
import { noteRows, ownPath } from './http/site.ts';
import { sendTable } from './http/tables.ts';

const HEAD = Buffer.from('{"rows":[');

export const PAGED = {
  limit: Type.Optional(
    whole('Rows of the answer', { minimum: 1, maximum: MARKET_LIMIT_LARGEST, default: MARKET_LIMIT_DEFAULT }),
  ),
  offset: Type.Optional(whole('Rows passed over', { minimum: 0, default: 0 })),
  format: formatParameter(
    '`csv` and `parquet` answer the whole selection, whatever `limit` and `offset` say; `Accept: text/csv` asks for CSV too. Parquet has each value as its exact text and, in a column `…_double`, as the nearest number',
  ),
};

type SentWords = Static<Type.TObject<typeof PAGED>> & {
  date_from?: string | undefined;
  date_to?: string | undefined;
  as_of?: string | undefined;
};

export type MarketSelection = {
  data: DataFacts;
  dataset: DatasetId;
  codes: readonly string[];
  derivation?: Derivation | undefined;
  /** The rows and the calculation, as a text for cache keys; '' for all rows as published. */
  made: string;
  /** The same for a file name: '_pc1_m', '_to_2024-12-31'. */
  madeName: string;
  columns: readonly TableColumn[];
  page: (offset: number, limit: number) => RowBytes & { total: number };
  total: () => number;
  /** For CSV and Parquet: true if there is one row a date. Rows are then not counted. */
  isWide: boolean;
  /** The whole selection in pieces, as CSV or cells; in sum they have `total` observations or members. */
  lines: (total: number) => () => Buffer | undefined;
  cells: (total: number) => () => string[][] | undefined;
};

export async function sendSelection(
  site: Site,
  selection: MarketSelection,
  query: SentWords,
  started: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const format = formatOf(query.format, reply.request.headers.accept);
  const rows =
    format === JSON_FORMAT
      ? sendPage(site, selection, query, started, reply)
      : await sendAll(site, selection, query, format, reply);
  noteRows(site, reply, ownPath(reply.request), rows);
  return reply;
}

async function sendAll(
  site: Site,
  { data, dataset, codes, derivation, columns, made, madeName, isWide, ...selection }: MarketSelection,
  { date_from, date_to, as_of: asOf }: SentWords,
  format: Exclude<ApiFormat, 'json'>,
  reply: FastifyReply,
): Promise<number> {
  const sample = data.origin(dataset) === 'sample' ? '_sample' : '';
  const total = selection.total();
  const stem = `${dataset}${sample}_${namedCodes(codes)}${madeName}`;
  const etag = weakEtag(data.version, dataset, ...codes, made, format, ...(isWide ? ['wide'] : []));
  const [from, to] = [date_from, date_to].map((date) => (date === undefined ? undefined : dayNumber(date)));
  const about = { dataset: findDataset(dataset), codes, from, to, asOf, derivation };
  const table = {
    ...{ format, stem, etag, columns, total, isWide },
    lines: () => selection.lines(total),
    cells: () => selection.cells(total),
  };
  return sendTable(site, data, about, table, reply);
}

/** The JSON of the rows alone; the text around them has the latency, which differs each time. */
type KeptRows = ReturnType<MarketSelection['page']> & { etag: string };

function sendPage(
  site: Site,
  { data, dataset, codes, made, page }: MarketSelection,
  query: SentWords,
  started: number,
  reply: FastifyReply,
): number {
  const limit = Number(query.limit ?? MARKET_LIMIT_DEFAULT);
  // The answer repeats all digits of the offset; for reading, any number past the end of all tables will do.
  const offsetDigits = query.offset ?? 0n;
  const offset = Math.min(Number(offsetDigits), Number.MAX_SAFE_INTEGER);
  const key = `${data.version} ${dataset} ${codes.join(',')}?${made} ${offset} ${limit}`;
  const kept = site.pages.get<KeptRows>(key);
  const rows = kept ?? { ...page(offset, limit), etag: weakEtag(key) };
  if (!kept) site.pages.keep(key, rows);
  const latency = Math.round((performance.now() - started) * 1000) / 1000;
  const tail = `],"total_rows":${rows.total},"limit":${limit},"offset":${offsetDigits},"latency":${latency}}`;
  const body = Buffer.concat([HEAD, rows.body, Buffer.from(tail)]);
  sendRows(reply, { body, etag: rows.etag, origin: data.origin(dataset) });
  return rows.count;
}

/** @returns the codes for a file name: joined if they are few, else their number. Replaces odd characters. */
function namedCodes(codes: readonly string[]): string {
  const text = codes.length <= 4 ? codes.join('_') : `${codes.length}_series`;
  return text.replace(/[^\w.-]/g, '-');
}

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
