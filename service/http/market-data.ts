import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { dayNumber } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { API_PREFIX, MARKET_LIMIT_DEFAULT } from '../contract/names.ts';
import { CSV_FORMAT, JSON_FORMAT, PARQUET_FORMAT } from '../contract/table-formats.ts';
import {
  type Dataset,
  type DatasetId,
  findDataset,
  LISTS,
  MARKET_OBSERVATIONS as YIELDS,
} from '../datasets/index.ts';
import type { Derivation } from '../derived/index.ts';
import { constituentBytes, constituentCells, storedColumns } from '../tables/index.ts';
import { noteCall, ownPath } from './asked.ts';
import type { ApiRoute, Context, Operation, Site } from './context.ts';
import { marketCaller } from './credentials.ts';
import type { DataFacts } from './data-state.ts';
import { rememberDerivedYields } from './derived-yields.ts';
import { rowCountOf } from './economic-table.ts';
import { weakEtag } from './etag.ts';
import { countedCaller } from './limit.ts';
import {
  dayOf,
  knownCodes,
  type MarketQuery,
  type MarketQuestion,
  type MarketSelection,
  selectedCodes,
  selectYields,
  yieldCodes,
} from './market-selection.ts';
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

/** How the rows of a dataset are found. They depend on the query, which is checked after the path. */
type MarketRows = {
  /** @returns the codes of a path segment. @throws Refusal 404. */
  codesOf: (segment: string, data: DataFacts) => readonly string[];
  /** @returns the rows; `undefined` if the client has gone. */
  select: (site: Site, question: MarketQuestion) => Promise<MarketSelection | undefined>;
};

const EXAMPLE_CODES = [...(YIELDS.exampleCodes ?? [YIELDS.headline])];
const HEAD = Buffer.from('{"rows":[');
const ALL_ROWS = Number.MAX_SAFE_INTEGER;

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
export const MARKET_ROUTES: readonly ApiRoute[] = [
  marketRoute(
    YIELDS,
    EXAMPLE_CODES.join(),
    { codesOf: yieldCodes, select: selectYields },
    {
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
    },
  ),
  ...LISTS.flatMap((dataset) =>
    (['', API_PREFIX] as const).map((prefix) =>
      marketRoute(
        dataset,
        dataset.headline,
        {
          codesOf: (segment, data) => listCodes(dataset.id, segment, data),
          select: async (site, question) => selectMembers(dataset.id, site, question),
        },
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
  { codesOf, select }: MarketRows,
  { params, answer }: { params: Type.TObject; answer: Operation['answer'] },
  prefix: '' | typeof API_PREFIX = '',
): ApiRoute {
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
      const readDerived = rememberDerivedYields(site);
      return async (request, reply) => {
        const started = performance.now();
        if (prefix === '') await noted(site, request);
        else await countedCaller(site, request, reply);
        const data = site.data(request);
        const codes = codesOf((request.params as { selector: string }).selector, data);
        let derivation: Derivation | undefined;
        const given = check(request.query as RawQuery, {
          date: (words) => checkDays(words, site.now()),
          as_of: ({ as_of: asOf }) => checkAsOf(asOf, site.now()),
          index_date: (words) => {
            derivation = derivationOf(dataset, codes, words, site.now());
          },
        });
        const latest = () => site.data(request);
        const isWanted = () => !reply.raw.destroyed;
        const question = { codes, query: given, derivation, data, latest, readDerived, isWanted };
        const rows = await select(site, question);
        if (!rows) return reply.hijack();
        const format = formatOf(given.format, request.headers.accept);
        const count =
          format === JSON_FORMAT
            ? sendPage(site, rows, given, started, request, reply)
            : await sendAll(site, rows, given, format, request, reply);
        const { statusCode } = reply;
        noteCall(site, request, ownPath(request), statusCode, statusCode === 200 ? count : null);
        return reply;
      };
    },
  };
}

/** @returns the code of a list in a path segment. @throws Refusal 404. */
function listCodes(dataset: DatasetId, segment: string, data: DataFacts): readonly string[] {
  const found = selectedCodes(segment);
  // The path takes one code. 'A,B' is read as one code, which does not exist.
  return knownCodes(found.length === 1 ? found : [found.join(',')], data.constituentCodes(dataset));
}

/** @returns the members of a list. */
function selectMembers(
  dataset: DatasetId,
  { reader }: Context,
  { codes, query: { date }, data }: MarketQuestion,
): MarketSelection {
  const [code = ''] = codes;
  const read = (offset: number, limit: number) =>
    reader.constituents(code, { offset, limit, onOrBefore: dayOf(date) });
  const whole = (total: number) => {
    const page = read(0, ALL_ROWS);
    if ((page?.rows.length ?? 0) === total) return page;
    throw new Failure('folder_in_use', `The list of ${code} was replaced while it was being read.`);
  };
  return {
    data,
    dataset,
    codes,
    made: date ?? '',
    madeName: date === undefined ? '' : `_on_${date}`,
    columns: storedColumns({ dataset: findDataset(dataset), codes }),
    isWide: false,
    page: (offset, limit) => {
      const page = read(offset, limit);
      return { ...constituentBytes(code, page, JSON_FORMAT), total: page?.total ?? 0 };
    },
    total: () => read(0, 1)?.total ?? 0,
    lines: (total) => once(constituentBytes(code, whole(total), CSV_FORMAT).body),
    cells: (total) => once(constituentCells(code, whole(total))),
  };
}

function once<Piece>(piece: Piece): () => Piece | undefined {
  const pieces = [piece];
  return () => pieces.shift();
}

/** Lets a request of the market-data group in, and notes that its key was used. @throws Refusal 401, 403, 503. */
async function noted(site: Site, request: FastifyRequest): Promise<void> {
  const caller = await marketCaller(site, request);
  if (caller.kind === 'key') site.keys.note(caller.id, request.headers['user-agent']);
}

/** Sends the whole selection as CSV or Parquet. @returns how many rows it has. */
async function sendAll(
  site: Site,
  { data, dataset, codes, derivation, columns, made, madeName, isWide, ...selection }: MarketSelection,
  { date_from, date_to, as_of: asOf }: MarketQuery,
  format: Exclude<ApiFormat, 'json'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const origin = data.origin(dataset);
  const sample = origin === 'sample' ? '_sample' : '';
  const total = selection.total();
  const stem = `${dataset}${sample}_${namedCodes(codes)}${madeName}`;
  const etag = weakEtag(data.version, dataset, ...codes, made, format, ...(isWide ? ['wide'] : []));
  if (format !== CSV_FORMAT) {
    const [from, to] = [date_from, date_to].map((date) => (date === undefined ? undefined : dayNumber(date)));
    const about = { dataset: findDataset(dataset), codes, from, to, asOf, derivation };
    const cells = selection.cells(total);
    const make = (signal: AbortSignal) => rowsFile(site, data, about, columns, cells, signal);
    const known = isWide ? undefined : total;
    return sendFile(request, reply, { format, stem, etag, origin, total: known, make });
  }
  sendCsv(site.log, request, reply, {
    columns: columns.map(({ name }) => name).join(),
    next: selection.lines(total),
    ...rowCountOf(total, isWide),
    fileName: `${stem}.csv`,
    etag,
    origin,
  });
  return total;
}

/** Rows as JSON without what surrounds them, which tells how long the request took. */
type KeptRows = ReturnType<MarketSelection['page']> & { etag: string };

/** @returns how many rows the page has. */
function sendPage(
  site: Site,
  { data, dataset, codes, made, page }: MarketSelection,
  query: MarketQuery,
  started: number,
  request: FastifyRequest,
  reply: FastifyReply,
): number {
  const limit = Number(query.limit ?? MARKET_LIMIT_DEFAULT);
  // The answer repeats the offset with all its digits. For reading, any number past the end of every table will do.
  const offsetDigits = query.offset ?? 0n;
  const offset = Math.min(Number(offsetDigits), Number.MAX_SAFE_INTEGER);
  const key = `${data.version} ${dataset} ${codes.join(',')}?${made} ${offset} ${limit}`;
  const kept = site.pages.get<KeptRows>(key);
  const rows = kept ?? { ...page(offset, limit), etag: weakEtag(key) };
  if (!kept) site.pages.keep(key, rows);
  const latency = Math.round((performance.now() - started) * 1000) / 1000;
  const tail = `],"total_rows":${rows.total},"limit":${limit},"offset":${offsetDigits},"latency":${latency}}`;
  const body = Buffer.concat([HEAD, rows.body, Buffer.from(tail)]);
  sendRows(request, reply, { body, etag: rows.etag, origin: data.origin(dataset) });
  return rows.count;
}

/** Codes in a file name: their names if they are few, else how many. Characters that no file name can have are replaced. */
function namedCodes(codes: readonly string[]): string {
  const text = codes.length <= 4 ? codes.join('_') : `${codes.length}_series`;
  return text.replace(/[^\w.-]/g, '-');
}
