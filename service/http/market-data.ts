import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { dayNumber } from '../calendar/dates.ts';
import { API_PREFIX, MARKET_LIMIT_DEFAULT } from '../contract/names.ts';
import { CSV_FORMAT, JSON_FORMAT, PARQUET_FORMAT } from '../contract/table-formats.ts';
import { type Dataset, findDataset, LISTS, MARKET_OBSERVATIONS as YIELDS } from '../datasets/index.ts';
import type { Derivation } from '../derived/index.ts';
import { type Later, whenThere } from '../process/later.ts';
import { noteCall, ownPath } from './asked.ts';
import type { Operation, Route, Site } from './context.ts';
import { marketCaller } from './credentials.ts';
import type { DataState } from './data-state.ts';
import { type ReadDerivedYields, rememberDerivedYields } from './derived-yields.ts';
import { countOf } from './economic-table.ts';
import { weakEtag } from './etag.ts';
import { membersOf } from './market-lists.ts';
import { type MarketChoice, type MarketQuery, type MarketSelection, yieldsOf } from './market-selection.ts';
import { CONSTITUENTS_EXAMPLE, YIELDS_EXAMPLE } from './openapi/examples.ts';
import {
  type ApiFormat,
  checkAsOf,
  checkDays,
  DERIVATION,
  derivationOf,
  formatOf,
  marketParameters,
} from './parameters.ts';
import { openQuery, type RawQuery } from './query.ts';
import { sendCsv } from './send-csv.ts';
import { rowsFile, sendFile } from './send-file.ts';
import { sendRows } from './send-rows.ts';

/** What a request asks, and when it came. */
type Asked = { request: FastifyRequest; reply: FastifyReply; started: number };
/** @throws Refusal 404. */
type Choose = (site: Site, read: ReadDerivedYields, segment: string, data: DataState) => MarketChoice;

const EXAMPLE_CODES = [...(YIELDS.exampleCodes ?? [YIELDS.headline])];
const HEAD = Buffer.from('{"rows":[');

/** What the two groups differ in: where the key goes, and which refusals there are. */
const MARKET = {
  tag: 'Market data',
  security: ['keyInHeader'],
  refusals: { '401': 'NotAuthenticated', '403': 'Forbidden' },
} as const;
const COUNTED = {
  tag: 'Charts',
  security: ['keyInQuery', 'keyInHeader'],
  refusals: { '401': 'InvalidApiKey', '429': 'LimitExceeded' },
} as const;

/**
 * `GET /yields/series=A,B`, and `GET /constituents/series=A` of each dataset of lists. Lists are at `/api/v1/constituents/series=A` too:
 * spreadsheets keep one credential for an address, and can send it in the query only. There a request counts, as at `/api/v1/view`.
 */
export const MARKET_ROUTES: readonly Route[] = [
  marketRoute(YIELDS, EXAMPLE_CODES.join(), yieldsOf, {
    params: Type.Object({
      codes: Type.Array(Type.String({ enum: YIELDS.series.map(({ code }) => code) }), {
        minItems: 1,
        description: 'One or more codes with a comma between them',
        example: EXAMPLE_CODES,
      }),
    }),
    answer: {
      description: 'Rows by date (newest first with `order=desc`), then in the order of the codes',
      json: { schema: 'YieldsEnvelope', example: YIELDS_EXAMPLE },
      csv: 'date,series,value',
      files: [PARQUET_FORMAT],
    },
  }),
  ...LISTS.flatMap((dataset) =>
    (['', API_PREFIX] as const).map((prefix) =>
      marketRoute(
        dataset,
        dataset.headline,
        (site, _, segment, data) => membersOf(dataset.id, site, segment, data),
        {
          params: Type.Object({
            code: Type.String({
              description: 'Code of one index or fund; the catalog lists them',
              example: dataset.headline,
            }),
          }),
          answer: {
            description:
              'Rows of the newest list, or of the newest up to `date`, by weight descending, then ticker',
            json: { schema: 'ConstituentsEnvelope', example: CONSTITUENTS_EXAMPLE },
            csv: 'series,as_of,ticker,name,sector,weight',
            files: [PARQUET_FORMAT],
          },
        },
        prefix,
      ),
    ),
  ),
];

/**
 * @param example of codes in the path, for texts of 422.
 * @param prefix of the path: that of the API where requests count and the key may be in the query.
 */
function marketRoute(
  dataset: Dataset,
  example: string,
  choose: Choose,
  { params, answer }: { params: Type.TObject; answer: Operation['answer'] },
  prefix: '' | typeof API_PREFIX = '',
): Route {
  const { id } = dataset;
  const group = prefix === '' ? MARKET : COUNTED;
  const query = marketParameters(dataset);
  return {
    path: `${prefix}/${id}/series={${Object.keys(params.properties)}}`,
    url: `${prefix}/${id}/:selector`,
    operation: {
      id: `get_${prefix === '' ? '' : 'counted_'}${id}`,
      tag: group.tag,
      summary: dataset.title,
      description: [dataset.description, ...dataset.notes].join('\n\n'),
      answer,
      refusals: {
        ...group.refusals,
        '404': 'UnknownSeries',
        '422': 'InvalidParameter',
      },
    },
    security: group.security,
    params,
    query,
    misplaced(name) {
      if (name === 'series') return `codes stand in the path: ${prefix}/${id}/series=${example}.`;
      if (name === 'token_id') return 'pages are asked for with limit and offset. Leave it out.';
      if (name === 'date_from' || name === 'date_to')
        return 'a list is of one day. Write date=2024-12-31 for the newest list up to that day.';
      return DERIVATION.has(name)
        ? `${id} are told as published. Leave it out.`
        : `it is for economic data, not for ${id}. Leave it out.`;
    },
    open(site) {
      const check = openQuery(query, this, site.routes);
      const read = rememberDerivedYields(site);
      const answerTo = (asked: Asked): Later<void> => {
        const { request, reply } = asked;
        const state = site.data(request);
        const { codes, select } = choose(
          site,
          read,
          (request.params as { selector: string }).selector,
          state,
        );
        let derivation: Derivation | undefined;
        const given = check(request.query as RawQuery, {
          date: (words) => checkDays(words, site.now()),
          as_of: ({ as_of: asOf }) => checkAsOf(asOf, site.now()),
          index_date: (words) => {
            derivation = derivationOf(dataset, codes, words, site.now());
          },
        });
        const now = () => site.data(request);
        const found = select({ query: given, derivation, state: now }, () => !reply.raw.destroyed);
        if (!(found instanceof Promise)) {
          return found && send(site, state, found, given, asked);
        }
        return found.then((rows) => {
          if (rows) return send(site, now(), rows, given, asked);
          reply.hijack();
          return undefined;
        });
      };
      return (request, reply) => {
        const asked = { request, reply, started: performance.now() };
        if (prefix !== '')
          return site.admit(
            request,
            reply,
            () => undefined,
            () => answerTo(asked),
          );
        return whenThere(marketCaller(site, request), (caller) => {
          if (caller.kind === 'key') site.keys.note(caller.id, request.headers['user-agent']);
          return answerTo(asked);
        });
      };
    },
  };
}

function send(
  site: Site,
  data: DataState,
  selection: MarketSelection,
  query: MarketQuery,
  asked: Asked,
): Later<void> {
  const format = formatOf(query.format, asked.request.headers.accept);
  const note = (rows: number) => {
    const { statusCode } = asked.reply.raw;
    noteCall(site, asked.request, ownPath(asked.request), statusCode, statusCode === 200 ? rows : null);
  };
  if (format === JSON_FORMAT) return note(sendPage(site, data, selection, query, asked));
  const rows = sendAll(site, data, selection, query, format, asked);
  return typeof rows === 'number' ? note(rows) : rows.then(note);
}

/** Sends the whole selection as CSV or Parquet. @returns how many rows it has. */
function sendAll(
  site: Site,
  data: DataState,
  { dataset, codes, derivation, columns, made, madeName, isWide, ...selection }: MarketSelection,
  { date_from, date_to, as_of: asOf }: MarketQuery,
  format: Exclude<ApiFormat, 'json'>,
  { request, reply }: Asked,
): number | Promise<number> {
  const origin = data.origin(dataset);
  const sample = origin === 'sample' ? '_sample' : '';
  const total = selection.total();
  const stem = `${dataset}${sample}_${namedCodes(codes)}${madeName}`;
  const etag = weakEtag(data.version, dataset, ...codes, made, format, ...(isWide ? ['wide'] : []));
  if (format !== CSV_FORMAT) {
    const [from, to] = [date_from, date_to].map((date) => (date === undefined ? undefined : dayNumber(date)));
    const about = { dataset: findDataset(dataset), codes, from, to, asOf, derivation };
    const make = rowsFile(site, data, about, columns, selection.cells(total));
    const known = isWide ? undefined : total;
    return sendFile(request, reply, { format, stem, etag, origin, total: known, make });
  }
  sendCsv(site.log, request, reply, {
    columns: columns.map(({ name }) => name).join(),
    next: selection.lines(total),
    ...countOf(total, isWide),
    fileName: `${stem}.csv`,
    etag,
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
  // The answer repeats the offset with all its digits. For reading, any number past the end of every table will do.
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

/** Codes in a file name: their names if they are few, else how many. Characters that no file name can have are replaced. */
function namedCodes(codes: readonly string[]): string {
  const text = codes.length <= 4 ? codes.join('_') : `${codes.length}_series`;
  return text.replace(/[^\w.-]/g, '-');
}
