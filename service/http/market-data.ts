import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findDataset } from '../datasets/index.ts';
import type { Dataset } from '../datasets/types.ts';
import { noteCall, ownPath } from './asked.ts';
import type { Context } from './context.ts';
import { marketCaller } from './credentials.ts';
import { type DataState, watchData } from './data-state.ts';
import { derivationParameters } from './derivation-parameters.ts';
import { rememberDerivedYields } from './derived-yields.ts';
import { weakEtag } from './etag.ts';
import { type MarketQuery, marketQuery } from './market-query.ts';
import { constituentsOf, derivedYieldsOf, type MarketSelection, yieldsOf } from './market-selection.ts';
import type { RawQuery } from './parameters.ts';
import { sendCsv } from './send-csv.ts';
import { sendRows } from './send-rows.ts';

/** What a request asks, and when it came. */
type Asked = { request: FastifyRequest; reply: FastifyReply; started: number };

const HEAD = Buffer.from('{"rows":[');

/** Adds `GET /yields/series=A,B` and `GET /constituents/series=A`. */
export function addMarketData(app: FastifyInstance, context: Context): void {
  const data = watchData(context.reader);
  const dataset = findDataset('yields') as Dataset;
  const read = rememberDerivedYields(context);

  app.get('/yields/:selector', (request, reply) => {
    const asked = { request, reply, started: performance.now() };
    const state = data(request);
    const [plain, query] = checked(context, request, (segment) => yieldsOf(context, segment, state));
    const { derivation, canonical } = derivationParameters(dataset, plain.codes, query.query, context.now());
    if (!derivation) {
      send(context, state, plain, query, asked);
      return undefined;
    }
    const made = { dataset, derivation, made: canonical.join('&') };
    const now = () => data(request);
    const isWanted = () => !reply.raw.destroyed;
    return derivedYieldsOf(context, read, plain, made, now, isWanted).then((found) => {
      if (found) send(context, now(), found, query, asked);
      else reply.hijack();
    });
  });

  app.get('/constituents/:selector', (request, reply) => {
    const asked = { request, reply, started: performance.now() };
    const state = data(request);
    const [plain, query] = checked(context, request, (segment) => constituentsOf(context, segment, state));
    send(context, state, plain, query, asked);
  });
}

/** @returns what is asked for, of somebody who may. @throws Refusal 401, 403, 404, 422, in this order. */
function checked(
  context: Context,
  request: FastifyRequest,
  select: (segment: string) => MarketSelection,
): [MarketSelection, MarketQuery] {
  const caller = marketCaller(context, request);
  if (caller.kind === 'key') context.keys.note(caller.id, request.headers['user-agent']);
  const selection = select((request.params as { selector: string }).selector);
  return [selection, marketQuery(selection.dataset, request.query as RawQuery, request.headers.accept)];
}

function send(
  context: Context,
  data: DataState,
  selection: MarketSelection,
  query: MarketQuery,
  asked: Asked,
): void {
  const rows = query.isCsv
    ? sendAll(context, data, selection, asked)
    : sendPage(context, data, selection, query, asked);
  const { statusCode } = asked.reply.raw;
  noteCall(context, asked.request, ownPath(asked.request), statusCode, statusCode === 200 ? rows : null);
}

/** Sends the whole selection as CSV. @returns how many rows it has. */
function sendAll(
  context: Context,
  data: DataState,
  { dataset, codes, columns, made, madeName, ...selection }: MarketSelection,
  { request, reply }: Asked,
): number {
  const origin = data.origin(dataset);
  const sample = origin === 'sample' ? '_sample' : '';
  const total = selection.total();
  sendCsv(context.log, request, reply, {
    columns,
    next: selection.chunks(total),
    total,
    fileName: `${dataset}${sample}_${namedCodes(codes)}${madeName}.csv`,
    etag: weakEtag(data.version, dataset, ...codes, made, 'csv'),
    origin,
  });
  return total;
}

/** @returns how many rows the page has. */
function sendPage(
  context: Context,
  data: DataState,
  { dataset, codes, made, page }: MarketSelection,
  { limit, offset, offsetDigits }: MarketQuery,
  { request, reply, started }: Asked,
): number {
  const key = `${data.version} ${dataset} ${codes.join(',')}?${made} ${offset} ${limit}`;
  const rows = context.pages.rows(key, () => ({ ...page(offset, limit), next: undefined }));
  const latency = Math.round((performance.now() - started) * 1000) / 1000;
  sendRows(context.pages, request, reply, {
    key,
    rows,
    start: { head: HEAD, etag: rows.etag, whole: undefined },
    tail: Buffer.from(
      `],"total_rows":${rows.total},"limit":${limit},"offset":${offsetDigits},"latency":${latency}}`,
    ),
    origin: data.origin(dataset),
  });
  return rows.count;
}

/** Codes in a file name: all of a few, else how many. Characters that a file name cannot hold are replaced. */
function namedCodes(codes: readonly string[]): string {
  const text = codes.length <= 4 ? codes.join('_') : `${codes.length}_series`;
  return text.replace(/[^\w.-]/g, '-');
}
