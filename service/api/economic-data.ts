import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify';
import { type Static, type TObject, Type } from 'typebox';
import { dateText, dayNumber, instantText } from '../calendar/dates.ts';
import { quoted } from '../contract/failure.ts';
import { ECONOMIC_PREFIX } from '../contract/names.ts';
import { CSV_FORMAT, JSON_FORMAT, PARQUET_FORMAT } from '../contract/table-formats.ts';
import { DATASETS, type Dataset } from '../datasets/index.ts';
import { idSuggestion } from '../datasets/nearest-name.ts';
import { isStateCode, STATES } from '../datasets/states.ts';
import { countRows, type Derivation, derivedPages } from '../derived/index.ts';
import { frequencyName } from '../series-math/frequency.ts';
import type { SeriesSelection } from '../store/index.ts';
import { rowBytes } from '../tables/index.ts';
import { matchesEtag, sendRows, weakEtag } from './http/answer.ts';
import { type PagedQuestion, type PageQuestion, pageCaller } from './http/callers.ts';
import { answers, IF_NONE_MATCH, KEY_ANYWHERE, refusals } from './http/described-route.ts';
import { pageAnswer } from './http/paging.ts';
import {
  type ApiFormat,
  AS_OF,
  checkAsOf,
  checkDays,
  DATE_FROM,
  DATE_TO,
  derivationOf,
  derivationParameters,
  formatOf,
  formatParameter,
  listOf,
  TABLE_LAYOUT,
  TOKEN_ID,
} from './http/parameters.ts';
import { canonicalOf, querySchema } from './http/query.ts';
import type { DataFacts, Site } from './http/site.ts';
import { noteRows } from './http/site.ts';
import {
  CHUNK_ROWS,
  inFileName,
  madeOf,
  type ReadPage,
  rowChunks,
  sendTable,
  tableForm,
  wideColumns,
} from './http/tables.ts';
import { PAGE_EXAMPLE, STATE_PAGE_EXAMPLE } from './openapi/examples.ts';

export function addEconomicData(app: FastifyInstance, site: Site): void {
  for (const [dataset, schema] of SCHEMAS) addDataset(app, site, dataset, schema);
}

function addDataset(app: FastifyInstance, site: Site, dataset: Dataset, schema: FastifySchema): void {
  const path = `${ECONOMIC_PREFIX}/${dataset.id}`;
  app.get<{ Querystring: EconomicQuestion }>(
    path,
    { schema, attachValidation: true },
    async (request, reply) => {
      const asked = await pageCaller<EconomicQuestion>(site, request, reply, dataset.id);
      const data = site.data(request);
      const format = formatOf(asked.words.format, request.headers.accept);
      const rows =
        format === JSON_FORMAT
          ? sendPage(site, data, dataset, asked, reply)
          : await sendRange(site, data, dataset, asked, format, reply);
      noteRows(site, reply, path, rows);
      return reply;
    },
  );
}

function schemaOf(dataset: Dataset): FastifySchema {
  const { id, byState, title, source, description, frequency, publisher, release, notes, series } = dataset;
  const table = series.map(({ code, title, unit }) => `| \`${code}\` | ${title} | ${unit} |`);
  return {
    operationId: `get_${id}`,
    tags: ['Economic data'],
    summary: title,
    description: [
      description,
      `${frequency}. Published by ${publisher}: ${release.text}.`,
      ...notes,
      ['| series | title | unit |', '|---|---|---|', ...table].join('\n'),
    ].join('\n\n'),
    externalDocs: { description: source.name, url: source.url },
    security: KEY_ANYWHERE,
    headers: IF_NONE_MATCH,
    querystring: economicQuery(dataset),
    response: {
      200: answers(
        'A page of records by date, then in the order of `series`, then by state; or the whole range as CSV or Parquet',
        {
          json: { schema: 'EconomicEnvelope', example: byState ? STATE_PAGE_EXAMPLE : PAGE_EXAMPLE },
          csv: byState ? 'date,series,state,value' : 'date,series,value',
          files: [PARQUET_FORMAT],
        },
      ),
      ...refusals({ 401: 'InvalidApiKey', 422: 'InvalidParameter', 429: 'LimitExceeded' }),
    },
  };
}

function economicParameters(dataset: Dataset) {
  return {
    series: seriesOf(dataset),
    date_from: DATE_FROM,
    date_to: DATE_TO,
    ...((dataset.byState ? { state: STATE } : {}) as { state: typeof STATE }),
    as_of: Type.Optional(AS_OF),
    ...derivationParameters(dataset),
    format: formatParameter(
      '`csv` and `parquet` answer the whole range unpaged; `Accept: text/csv` asks for CSV too. Parquet has each value as its exact text and, in a column `…_double`, as the nearest number',
    ),
    layout: TABLE_LAYOUT,
    token_id: TOKEN_ID,
  };
}

function economicQuery(dataset: Dataset) {
  return querySchema(economicParameters(dataset), {
    takesKey: true,
    misplaced(name) {
      if (name === 'state') return `${dataset.id} is not by state. Leave it out.`;
      if (name === 'date') return 'write date_from and date_to.';
      if (name === 'order') return 'records come oldest first. Leave it out.';
      return 'pages of economic data follow pagination.next_url. Leave it out.';
    },
    checks: {
      date_to: (days, { now }) => checkDays(days, now),
      as_of: ({ as_of }, { now }) => checkAsOf(as_of, now),
      index_date: (words, { now }) => ({
        derivation: derivationOf(dataset, words.series ?? [], words, now),
      }),
    },
    question: (words) => questionOf(dataset, words),
  });
}

function seriesOf({ id, headline, series }: Dataset) {
  const codes = series.map(({ code }) => code);
  return listOf(
    codes,
    'Codes with a comma between them; spaces round a code and repeated codes are passed over',
    {
      minItems: 1,
      example: [headline],
      right: headline,
      wrong: (code) =>
        code === ''
          ? `series has an empty element. Write codes with one comma between them: ${headline}.`
          : `${quoted(code)} is not a series of ${id}.${idSuggestion(code, codes)}`,
    },
  );
}

const STATE_CODES = Object.keys(STATES);
const STATE = Type.Optional(
  listOf(STATE_CODES, 'Postal codes of the states to keep; all where it is missing', {
    right: 'CA,NY',
    wrong: (code) => {
      if (code === '') return 'state has an empty element. Write for example state=CA,NY.';
      const upper = code.toUpperCase();
      const right = isStateCode(upper)
        ? ` Did you mean ${upper}?`
        : ` Use two-letter postal codes: ${STATE_CODES.join(', ')}.`;
      return `${quoted(code)} is not a state.${right}`;
    },
  }),
);

/** Made once, because both ports of a service have the same schemas. */
const SCHEMAS: ReadonlyMap<Dataset, FastifySchema> = new Map(
  DATASETS.filter(({ group }) => group === 'economic-data').map((dataset) => [dataset, schemaOf(dataset)]),
);

type EconomicQuestion = PagedQuestion & {
  words: Omit<EconomicWords, 'token_id' | 'derivation'>;
  selection: SeriesSelection;
  /** Other units or a lower frequency; `undefined`: as published. */
  derivation: Derivation | undefined;
};

type EconomicWords = Static<TObject<ReturnType<typeof economicParameters>>> & {
  derivation?: Derivation | undefined;
};

/** @returns the question. `canonical` leaves out `layout`, which does not change a page of JSON. */
function questionOf({ id }: Dataset, { token_id, derivation, ...words }: EconomicWords): EconomicQuestion {
  const { layout: _, ...paged } = words;
  return {
    words,
    selection: {
      dataset: id,
      codes: words.series,
      areas: words.state,
      from: dayNumber(words.date_from) as number,
      to: dayNumber(words.date_to) as number,
      asOf: words.as_of === undefined ? undefined : instantText(words.as_of),
    },
    derivation,
    canonical: canonicalOf(paged),
    token: token_id,
  };
}

function sendPage(
  site: Site,
  data: DataFacts,
  dataset: Dataset,
  { selection, derivation, canonical, after, caller }: PageQuestion<EconomicQuestion>,
  reply: FastifyReply,
): number {
  const { reader, pageSize } = site;
  const at = after ? `${after.day}.${after.seriesId}` : '';
  const answer = pageAnswer(
    site,
    { name: dataset.id, path: `${ECONOMIC_PREFIX}/${dataset.id}`, canonical },
    `${data.version} ${dataset.id}?${canonical} ${at} ${pageSize}`,
    () => headOf(dataset, derivation),
    caller,
    () => {
      const asked = { after, limit: pageSize };
      const page = derivation
        ? derivedPages(reader, dataset, selection, derivation)(asked)
        : reader.observations(selection, asked);
      const next = page.more ? page.last : undefined;
      return { count: page.count, next, bytes: (...around) => rowBytes(page, JSON_FORMAT, ...around) };
    },
  );
  sendRows(reply, { ...answer, origin: data.origin(dataset.id) });
  return answer.count;
}

/** @returns the JSON before `pagination`, with the frequency of the answer's records. */
function headOf({ frequency, byState }: Dataset, derivation: Derivation | undefined): string {
  const to = derivation?.to?.cadence.frequency;
  const name = JSON.stringify(to ? frequencyName(to) : frequency);
  const fields = `"date":"string (YYYY-MM-DD)","series":"string",${byState ? '"state":"string",' : ''}"value":"numerical string"`;
  return `{"status":"OK","message":"Data retrieved successfully","meta":{"schema_version":"1.0","frequency":${name},"fields":{${fields}}},`;
}

async function sendRange(
  site: Site,
  data: DataFacts,
  dataset: Dataset,
  { words, selection, derivation, canonical }: EconomicQuestion,
  format: Exclude<ApiFormat, 'json'>,
  reply: FastifyReply,
): Promise<number> {
  const { codes, areas, from, to } = selection;
  const { as_of: asOf, layout } = words;
  const isWide = layout === 'wide';
  const wide = isWide ? wideColumns(selection, dataset.byState, data) : undefined;
  const { columns, lines, cells } = tableForm(dataset, codes, wide);
  const sample = data.origin(dataset.id) === 'sample' ? 'sample_' : '';
  const known = asOf === undefined ? '' : `_as_of_${inFileName(asOf)}`;
  const stem = `${dataset.id}_${sample}${dateText(from)}_${dateText(to)}${madeOf(derivation)}${known}${wide ? '_wide' : ''}`;
  const etag = weakEtag(data.version, dataset.id, canonical, format, ...(isWide ? ['wide'] : []));
  let read: ReadPage | undefined = derivation && derivedPages(site.reader, dataset, selection, derivation);
  let total: number | undefined;
  if (format === CSV_FORMAT) {
    const calculate = read;
    if (!calculate) total = site.reader.countObservations(selection);
    else if (!matchesEtag(reply.request.headers['if-none-match'], etag)) {
      // Calculated rows can only be counted by calculating them, which also gives the first piece.
      const counted = await countRows(calculate, CHUNK_ROWS, () => !reply.raw.destroyed);
      read = (page) => (counted && !page.after ? counted.first : calculate(page));
      total = counted?.total;
    }
  }
  const about = { dataset, codes, areas, from, to, asOf, derivation };
  const table = {
    ...{ format, stem, etag, columns, total, isWide },
    lines: () => rowChunks(site, data, selection, total, lines, read),
    cells: () => rowChunks(site, data, selection, undefined, cells, read),
  };
  return sendTable(site, data, about, table, reply);
}
