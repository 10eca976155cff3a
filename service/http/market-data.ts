import type { FastifyReply, FastifyRequest } from 'fastify';
import * as Type from 'typebox';
import { MARKET_LIMIT_DEFAULT } from '../contract/page-limits.ts';
import type { Dataset } from '../datasets/index.ts';
import { findDataset, YIELD_CODES } from '../datasets/index.ts';
import type { Derivation } from '../derived/index.ts';
import { noteCall, ownPath } from './asked.ts';
import type { Operation, Route, Site } from './context.ts';
import { marketCaller } from './credentials.ts';
import type { DataState } from './data-state.ts';
import { rememberDerivedYields } from './derived-yields.ts';
import { prefersCsv } from './encodings.ts';
import { weakEtag } from './etag.ts';
import { constituentsOf, derivedYieldsOf, type MarketSelection, yieldsOf } from './market-selection.ts';
import { CONSTITUENTS_EXAMPLE, YIELDS_EXAMPLE } from './openapi/examples.ts';
import { CONSTITUENTS_PARAMETERS, derivationOf, yieldsParameters } from './parameters.ts';
import { canonicalOf, openQuery, type RawQuery } from './query.ts';
import { sendCsv } from './send-csv.ts';
import { sendRows } from './send-rows.ts';

/** What a request asks, and when it came. */
type Asked = { request: FastifyRequest; reply: FastifyReply; started: number };
type MarketQuery = { limit?: bigint | undefined; offset?: bigint | undefined; format?: string | undefined };

const HEAD = Buffer.from('{"rows":[');
const YIELDS = findDataset('yields') as Dataset;
const CONSTITUENTS = findDataset('constituents') as Dataset;
const YIELDS_PARAMETERS = yieldsParameters(YIELDS);

/** `GET /yields/series=A,B` and `GET /constituents/series=A`. */
export const MARKET_ROUTES: readonly Route[] = [
  {
    ...described(YIELDS, '/yields/series={codes}', 'US2Y,US10Y', {
      description: 'Rows by date, then in the order of the codes',
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/YieldsEnvelope' },
          example: YIELDS_EXAMPLE,
        },
        'text/csv': { schema: { type: 'string' }, example: 'date,series,value\n' },
      },
    }),
    params: Type.Object({
      codes: Type.Array(Type.String({ enum: [...YIELD_CODES] }), {
        minItems: 1,
        description: 'One or more codes with a comma between them',
        example: ['US2Y', 'US10Y'],
      }),
    }),
    query: YIELDS_PARAMETERS,
    open(site) {
      const check = openQuery(YIELDS_PARAMETERS, this, site.routes);
      const read = rememberDerivedYields(site);
      return (request, reply) => {
        const asked = { request, reply, started: performance.now() };
        const state = site.data(request);
        const plain = permitted(site, request, (segment) => yieldsOf(site, segment, state));
        let derivation: Derivation | undefined;
        const query = check(request.query as RawQuery, {
          index_date: (given) => {
            derivation = derivationOf(YIELDS, plain.codes, given, site.now());
          },
        });
        if (!derivation) {
          send(site, state, plain, query, asked);
          return undefined;
        }
        const { limit, offset, format, ...words } = query;
        const made = { dataset: YIELDS, derivation, made: canonicalOf(words) };
        const now = () => site.data(request);
        const isWanted = () => !reply.raw.destroyed;
        return derivedYieldsOf(site, read, plain, made, now, isWanted).then((found) => {
          if (found) send(site, now(), found, query, asked);
          else reply.hijack();
        });
      };
    },
  },
  {
    ...described(CONSTITUENTS, '/constituents/series={code}', 'SP500', {
      description: 'Rows of the newest date, by weight descending, then ticker',
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ConstituentsEnvelope' },
          example: CONSTITUENTS_EXAMPLE,
        },
        'text/csv': { schema: { type: 'string' }, example: 'series,as_of,ticker,name,sector,weight\n' },
      },
    }),
    params: Type.Object({
      code: Type.String({
        description: 'Code of one index or fund; the catalog lists them',
        example: 'SP500',
      }),
    }),
    query: CONSTITUENTS_PARAMETERS,
    open(site) {
      const check = openQuery(CONSTITUENTS_PARAMETERS, this, site.routes);
      return (request, reply) => {
        const asked = { request, reply, started: performance.now() };
        const state = site.data(request);
        const selection = permitted(site, request, (segment) => constituentsOf(site, segment, state));
        send(site, state, selection, check(request.query as RawQuery), asked);
      };
    },
  },
];

/** What both paths say in the same way. @param example of codes in the path. */
function described(
  dataset: Dataset,
  path: string,
  example: string,
  answer: Operation['answer'],
): Pick<Route, 'path' | 'url' | 'operation' | 'security' | 'misplaced'> {
  const { id, title, description, notes } = dataset;
  return {
    path,
    url: `/${id}/:selector`,
    operation: {
      id: `get_${id}`,
      tag: 'Market data',
      summary: title,
      description: [description, ...notes].join('\n\n'),
      answer,
      refusals: {
        '401': 'NotAuthenticated',
        '403': 'Forbidden',
        '404': 'UnknownSeries',
        '422': 'InvalidParameter',
      },
    },
    security: ['keyInHeader'],
    misplaced(name) {
      switch (name) {
        case 'series':
          return `codes stand in the path: /${id}/series=${example}.`;
        case 'token_id':
          return 'pages are asked for with limit and offset. Leave it out.';
        case 'date_from':
        case 'date_to':
          return `${id} are not narrowed by date. Leave it out, and take the rows that you need.`;
        case 'units':
        case 'frequency':
        case 'aggregation_method':
        case 'index_date':
          return `${id} are told as published. Leave it out.`;
        default:
          return `it is for economic data, not for ${id}. Leave it out.`;
      }
    },
  };
}

/** @returns what the path selects, for somebody who may have it. @throws Refusal 401, 403, 404, in this order. */
function permitted(
  site: Site,
  request: FastifyRequest,
  select: (segment: string) => MarketSelection,
): MarketSelection {
  const caller = marketCaller(site, request);
  if (caller.kind === 'key') site.keys.note(caller.id, request.headers['user-agent']);
  return select((request.params as { selector: string }).selector);
}

function send(
  site: Site,
  data: DataState,
  selection: MarketSelection,
  query: MarketQuery,
  asked: Asked,
): void {
  const isCsv =
    query.format === 'csv' || (query.format === undefined && prefersCsv(asked.request.headers.accept));
  const rows = isCsv ? sendAll(site, data, selection, asked) : sendPage(site, data, selection, query, asked);
  const { statusCode } = asked.reply.raw;
  noteCall(site, asked.request, ownPath(asked.request), statusCode, statusCode === 200 ? rows : null);
}

/** Sends the whole selection as CSV. @returns how many rows it has. */
function sendAll(
  site: Site,
  data: DataState,
  { dataset, codes, columns, made, madeName, ...selection }: MarketSelection,
  { request, reply }: Asked,
): number {
  const origin = data.origin(dataset);
  const sample = origin === 'sample' ? '_sample' : '';
  const total = selection.total();
  sendCsv(site.log, request, reply, {
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
  site: Site,
  data: DataState,
  { dataset, codes, made, page }: MarketSelection,
  query: MarketQuery,
  { request, reply, started }: Asked,
): number {
  const limit = Number(query.limit ?? MARKET_LIMIT_DEFAULT);
  // The answer repeats the offset with all its digits; as a number it is at most one that is past the end of any table.
  const offsetDigits = query.offset ?? 0n;
  const offset = Math.min(Number(offsetDigits), Number.MAX_SAFE_INTEGER);
  const key = `${data.version} ${dataset} ${codes.join(',')}?${made} ${offset} ${limit}`;
  const rows = site.pages.rows(key, () => ({ ...page(offset, limit), next: undefined }));
  const latency = Math.round((performance.now() - started) * 1000) / 1000;
  sendRows(site.pages, request, reply, {
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
