import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { dayNumber } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { API_PREFIX } from '../contract/names.ts';
import { CSV_FORMAT, JSON_FORMAT, PARQUET_FORMAT } from '../contract/table-formats.ts';
import { type Dataset, LISTS } from '../datasets/index.ts';
import { constituentBytes, constituentCells, storedColumns } from '../tables/index.ts';
import { countedCaller, expectValid, notedCaller } from './http/callers.ts';
import { answers, KEY_ANYWHERE, KEY_IN_HEADER, refusals } from './http/described-route.ts';
import { checkDays, DERIVATION, day } from './http/parameters.ts';
import { querySchema } from './http/query.ts';
import type { DataFacts, Site } from './http/site.ts';
import { knownCodes, type MarketSelection, PAGED, selectedCodes, sendSelection } from './market-page.ts';
import { CONSTITUENTS_EXAMPLE } from './openapi/examples.ts';

const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/** Adds `/constituents/series=A`. Under `/api/v1` requests count, and the key may be in the address. */
export function addConstituents(app: FastifyInstance, site: Site): void {
  for (const dataset of LISTS) {
    addList(app, site, dataset, '');
    addList(app, site, dataset, API_PREFIX);
  }
}

function addList(app: FastifyInstance, site: Site, dataset: Dataset, prefix: '' | typeof API_PREFIX): void {
  const isCounted = prefix !== '';
  const path = `${prefix}/${dataset.id}`;
  const schema = {
    operationId: `get_${isCounted ? 'counted_' : ''}${dataset.id}`,
    tags: [isCounted ? ('Charts' as const) : ('Market data' as const)],
    summary: dataset.title,
    description: [dataset.description, ...dataset.notes].join('\n\n'),
    security: isCounted ? KEY_ANYWHERE : KEY_IN_HEADER,
    params: Type.Object({
      code: Type.String({
        description: 'Code of one index or fund; the catalog lists them',
        example: dataset.headline,
      }),
    }),
    querystring: listQuery(dataset, path, isCounted),
    response: {
      200: answers(
        'Rows of the newest list, or of the newest up to `date`, by weight descending, then ticker',
        {
          json: { schema: 'ConstituentsEnvelope', example: CONSTITUENTS_EXAMPLE },
          csv: 'series,as_of,ticker,name,sector,weight',
          files: [PARQUET_FORMAT],
        },
      ),
      ...(isCounted
        ? refusals({ 401: 'InvalidApiKey', 429: 'LimitExceeded' })
        : refusals({ 401: 'NotAuthenticated', 403: 'Forbidden' })),
      ...refusals({ 404: 'UnknownSeries', 422: 'InvalidParameter' }),
    },
  };
  app.get<{ Params: { selector: string }; Querystring: ListWords }>(
    `${path}/:selector`,
    { schema, config: { path: `${path}/series={code}` }, attachValidation: true },
    async (request, reply) => {
      const started = performance.now();
      if (isCounted) await countedCaller(site, request, reply);
      else await notedCaller(site, request);
      const data = site.data(request);
      const code = listCode(dataset, request.params.selector, data);
      expectValid(request);
      const members = selectMembers(dataset, code, request.query.date, site, data);
      return sendSelection(site, members, request.query, started, reply);
    },
  );
}

type ListWords = Static<ReturnType<typeof listQuery>>;

function listQuery({ id, headline }: Dataset, path: string, takesKey: boolean) {
  return querySchema(
    {
      ...PAGED,
      date: Type.Optional(
        day('The newest list of this day or an earlier one; without it, the newest list', '2024-12-31'),
      ),
    },
    {
      takesKey,
      misplaced(name) {
        if (name === 'series') return `codes stand in the path: ${path}/series=${headline}.`;
        if (name === 'token_id') return 'pages are asked for with limit and offset. Leave it out.';
        if (name === 'date_from' || name === 'date_to')
          return 'a list covers one day. Write date=2024-12-31 for the newest list up to that day.';
        return DERIVATION.has(name)
          ? `${id} are given as published. Leave it out.`
          : `it is for economic data, not for ${id}. Leave it out.`;
      },
      checks: { date: ({ date }, { now }) => checkDays({ date }, now) },
    },
  );
}

function listCode({ id }: Dataset, segment: string, data: DataFacts): string {
  // The path takes one code. 'A,B' is read as one code, which does not exist.
  const code = selectedCodes(segment).join(',');
  knownCodes([code], data.constituentCodes(id));
  return code;
}

function selectMembers(
  dataset: Dataset,
  code: string,
  date: string | undefined,
  { reader }: Site,
  data: DataFacts,
): MarketSelection {
  const onOrBefore = date === undefined ? undefined : dayNumber(date);
  const read = (offset: number, limit: number) => reader.constituents(code, { offset, limit, onOrBefore });
  const whole = (total: number) => {
    const page = read(0, ALL_ROWS);
    if ((page?.rows.length ?? 0) === total) return page;
    throw new Failure('folder_in_use', `The list of ${code} was replaced while it was being read.`);
  };
  return {
    data,
    dataset: dataset.id,
    codes: [code],
    made: date ?? '',
    madeName: date === undefined ? '' : `_on_${date}`,
    columns: storedColumns({ dataset, codes: [code] }),
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
