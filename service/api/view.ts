import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { latestDayText, todayText } from '../calendar/today.ts';
import type { Origin } from '../contract/catalog.ts';
import type { ViewLine } from '../contract/economic.ts';
import {
  CSV_FORMAT,
  FORMAT_NAMES,
  JSON_FORMAT,
  TABLE_FORMATS,
  type TableFormat,
} from '../contract/table-formats.ts';
import { readViewAnswer } from '../derived/index.ts';
import type { Position } from '../store/index.ts';
import {
  answerRows,
  csvHeader,
  csvRows,
  fileStem,
  grammarText,
  jsonRow,
  lineFacts,
  linesSearch,
  metaOf,
  readRequest,
  requestQuery,
  SUCCESS,
  type TableLayout,
  VIEW_PATH,
  type View,
  type ViewAnswer,
  WORDS,
} from '../view/index.ts';
import { sendRows, weakEtag } from './http/answer.ts';
import { type PagedQuestion, type PageQuestion, pageCaller } from './http/callers.ts';
import { answers, IF_NONE_MATCH, KEY_ANYWHERE, refusals } from './http/described-route.ts';
import { pageAnswer } from './http/paging.ts';
import { checkAsOf, formatOf, TOKEN_ID, text } from './http/parameters.ts';
import { type CheckedQuery, expectOwnNames, querySchema } from './http/query.ts';
import { invalidBy } from './http/refusal.ts';
import type { DataFacts, Site } from './http/site.ts';
import { noteRows } from './http/site.ts';
import { linesFile, sendCsv, sendFile } from './http/tables.ts';
import { VIEW_EXAMPLE } from './openapi/examples.ts';

/** JSON first: it is what a request without a format gets. */
const FORMATS: readonly TableFormat[] = [JSON_FORMAT, ...FORMAT_NAMES.filter((name) => name !== JSON_FORMAT)];
const LAYOUTS = ['wide', 'long'] as const;

const QUERY = querySchema(
  {
    ...Object.fromEntries(
      Object.entries(WORDS).map(([name, word]) => {
        const { text: description, example } = word;
        // The API ignores parameters that only change how the page looks.
        const handling = word.appliesTo === 'page' ? { isIgnored: true } : { isCheckedLater: true };
        return [name, Type.Optional(text(description, { example, right: example, ...handling }))];
      }),
    ),
    date_from: Type.Optional(
      text('The same as `from`', { example: '2020-02-01', right: '2020-02-01', isCheckedLater: true }),
    ),
    date_to: Type.Optional(
      text('The same as `to`', { example: '2024-12-31', right: '2024-12-31', isCheckedLater: true }),
    ),
    format: Type.Optional(
      text('All but `json` answer all rows unpaged; `Accept: text/csv` asks for CSV too', {
        enum: FORMATS,
        default: JSON_FORMAT,
        right: CSV_FORMAT,
      }),
    ),
    layout: Type.Optional(
      text('Of a table: a column a line with a row a date, or a row an observation (`date,line,value`)', {
        enum: LAYOUTS,
        default: 'wide',
        right: 'long',
      }),
    ),
    token_id: TOKEN_ID,
  },
  // Checked last, since a view depends on all parameters.
  {
    takesKey: true,
    checks: { token_id: (_words, query) => viewOf(query) },
    question: (words) => questionOf(words as ViewWords),
  },
);

const SCHEMA: FastifySchema = {
  operationId: 'get_view',
  tags: ['Charts'],
  summary: 'The lines of a chart, by its address',
  description: [
    'Takes the parameters of a chart’s address in the app (Explore) and answers exactly the lines that the chart draws, with the same value texts: units, frequency, moving averages, formulas and indices are computed here. Hidden lines are not answered. What only says how the page looks is accepted and means nothing. A value that the page would leave out with a notice is refused with 422, and so is what the page corrects with one: units or an aggregation that mean nothing for a series, a frequency higher than its own.',
    'Without `range`, `from` and `to` the answer has all there is. A series is `dataset.code`, of state-level datasets `dataset.code.STATE`; the catalog lists them. What a line has of its own stands after it, each after a colon, in any order: `jolts.quits_rate_sa:pc1:q:avg:ma4`. A formula takes the values of its series at the lowest frequency among them, made in FRED’s order: frequency, units, formula.',
    'The grammar of the parameters (EBNF, ISO 14977; values are percent-encoded as in every URL):',
    `\`\`\`ebnf\n${grammarText()}\n\`\`\``,
  ].join('\n\n'),
  security: KEY_ANYWHERE,
  headers: IF_NONE_MATCH,
  querystring: QUERY,
  response: {
    200: answers(
      'A page of rows by date, then in the order of `meta.lines`; or all of them as CSV, Excel workbook or Parquet: a column a line, or with `layout=long` a row an observation (a workbook always has a column a line)',
      {
        json: { schema: 'ViewEnvelope', example: VIEW_EXAMPLE },
        csv: 'date,jolts.quits_rate_sa_PC1,"Quits ÷ Hires × 100, rate, SA"',
        files: FORMAT_NAMES.filter((name) => !TABLE_FORMATS[name].isText),
      },
    ),
    ...refusals({ 401: 'InvalidApiKey', 422: 'InvalidParameter', 429: 'LimitExceeded' }),
  },
};

/** How many computed views are kept for their next pages. One may have a hundred thousand values. */
const MOST_VIEWS = 4;

export function addView(app: FastifyInstance, site: Site): void {
  const views = new LRUCache<string, ComputedView>({ max: MOST_VIEWS });
  app.get<{ Querystring: ViewQuestion }>(
    VIEW_PATH,
    { schema: SCHEMA, attachValidation: true },
    async (request, reply) => {
      const asked = await pageCaller<ViewQuestion>(site, request, reply, 'view');
      const data = site.data(request);
      const key = `${data.version} ${asked.today} ${asked.lines}`;
      const computed = views.get(key) ?? (await computeView(site, data, asked));
      views.set(key, computed);
      const format = formatOf<TableFormat>(asked.format, request.headers.accept);
      const send = format === JSON_FORMAT ? sendPage : format === CSV_FORMAT ? sendLinesCsv : sendLinesFile;
      const rows = await send(site, data, computed, { ...asked, format }, reply);
      noteRows(site, reply, VIEW_PATH, rows);
      return reply;
    },
  );
}

/** @returns the view of a query. Adds all that is wrong with it to the faults. */
function viewOf({ raw, faults, now, names }: CheckedQuery) {
  const isOwn = (name: string) => name === 'api_key' || Object.hasOwn(QUERY.properties, name);
  const all = [...new Set([...Object.keys(QUERY.properties), ...names])];
  expectOwnNames(raw, isOwn, all, misplaced, faults);
  const given = Object.entries(raw).filter(([name]) => !faults.has(name));
  const query = Object.fromEntries(given) as Record<string, string>;
  // Without its series a view cannot be checked.
  const view = faults.has('series')
    ? undefined
    : faults.attempt(() => readOrRefuse(query, latestDayText(now)));
  if (!faults.has('as_of')) faults.attempt(() => checkAsOf(query.as_of, now));
  return { view: view as View, today: todayText(now) };
}

function misplaced(name: string): string {
  if (name === 'aggregation_method') return 'write aggregation=avg.';
  if (name === 'state') return 'a state stands after its series, ui_state_weekly_claims.initial_claims.CA.';
  return 'pages of a chart’s lines follow pagination.next_url. Leave it out.';
}

function readOrRefuse(query: Readonly<Record<string, string>>, latest: string): View {
  try {
    return readRequest(query, latest);
  } catch (error) {
    throw invalidBy(error);
  }
}

type ViewQuestion = PagedQuestion & {
  view: View;
  /** The parameters of the lines, in canonical form. */
  lines: string;
  today: string;
  format: TableFormat | undefined;
  layout: TableLayout;
};

type ViewInForm = ViewQuestion & { format: TableFormat };

type ViewWords = ReturnType<typeof viewOf> & {
  format?: TableFormat;
  layout?: TableLayout;
  token_id?: string;
};

function questionOf({ view, today, format, layout, token_id: token }: ViewWords): ViewQuestion {
  const search = linesSearch(view);
  return {
    ...{ view, today, format, token },
    layout: layout ?? 'wide',
    lines: requestQuery(search),
    canonical: requestQuery({ ...search, format, layout }),
  };
}

/** A computed view, with the head and the origin of its answers. */
type ComputedView = ViewAnswer & { head: string; origin: Origin | 'mixed' | undefined };

async function computeView(
  { reader }: Site,
  data: DataFacts,
  { view, today }: ViewQuestion,
): Promise<ComputedView> {
  const answer = await readViewAnswer(reader, view, today).catch((error: unknown) => {
    throw invalidBy(error);
  });
  const facts = lineFacts(answer, (dataset) => data.origin(dataset) ?? null);
  const start = JSON.stringify({ ...SUCCESS, meta: metaOf(answer, facts) });
  return { ...answer, head: `${start.slice(0, -1)},`, origin: originOf(facts) };
}

function originOf(facts: readonly ViewLine[]): ComputedView['origin'] {
  const origins = new Set(facts.map(({ origin }) => origin));
  if (origins.size > 1) return 'mixed';
  const [only] = origins;
  return only ?? undefined;
}

async function sendPage(
  site: Site,
  data: DataFacts,
  { lines, head, origin }: ComputedView,
  { canonical, today, after, caller }: PageQuestion<ViewQuestion>,
  reply: FastifyReply,
): Promise<number> {
  const { pageSize } = site;
  // The rows of a view belong to lines: in its tokens, `seriesId` is the index of the line.
  const stopped = after && { day: after.day, place: after.seriesId };
  const at = stopped ? `${stopped.day}.${stopped.place}` : '';
  const answer = pageAnswer(
    site,
    { name: 'view', path: VIEW_PATH, canonical },
    `${data.version} view?${canonical} ${today} ${at} ${pageSize}`,
    () => head,
    caller,
    () => {
      const texts: string[] = [];
      let last: Position | undefined;
      let hasMore = false;
      for (const { day, place, value } of answerRows(lines, stopped)) {
        hasMore = texts.length === pageSize;
        if (hasMore) break;
        texts.push(jsonRow(lines, { day, place, value }));
        last = { day, seriesId: place };
      }
      const bytes = (before: string, end: string) => Buffer.from(`${before}${texts.join(',')}${end}`);
      return { count: texts.length, next: hasMore ? last : undefined, bytes };
    },
  );
  sendRows(reply, { ...answer, origin });
  return answer.count;
}

const CHUNK_ROWS = 2000;

async function sendLinesCsv(
  site: Site,
  data: DataFacts,
  { lines, range, origin, head }: ComputedView,
  { format, layout, canonical, today }: ViewInForm,
  reply: FastifyReply,
): Promise<number> {
  const total = rowCount(lines, layout);
  const texts = csvRows(lines, layout);
  sendCsv(site, reply, {
    columns: csvHeader(lines, layout),
    next: () => {
      let chunk = '';
      for (let rows = 0; rows < CHUNK_ROWS; rows++) chunk += texts.next().value ?? '';
      return chunk === '' ? undefined : Buffer.from(chunk);
    },
    total,
    fileName: `${stemOf(lines, range, head)}.csv`,
    etag: weakEtag(data.version, today, 'view', canonical, format),
    origin,
  });
  return total;
}

function sendLinesFile(
  site: Site,
  data: DataFacts,
  { lines, range, origin, head }: ComputedView,
  { format, layout, lines: search, canonical, today }: ViewInForm,
  reply: FastifyReply,
): Promise<number> {
  return sendFile(reply, {
    format,
    stem: stemOf(lines, range, head),
    etag: weakEtag(data.version, today, 'view', canonical, format),
    origin,
    total: rowCount(lines, layout),
    make: (signal) => linesFile(site, { search, format, layout }, signal),
  });
}

function rowCount(lines: ComputedView['lines'], layout: ViewQuestion['layout']): number {
  const observations = lines.reduce((sum, { column }) => sum + column.days.length, 0);
  return layout === 'wide' && observations > 0 ? dayCount(lines) : observations;
}

/** @returns how many days have an observation. For sixty daily lines, a Set would take 60 ms. */
function dayCount(lines: ComputedView['lines']): number {
  const first = Math.min(...lines.map(({ column: { days } }) => days[0] ?? Number.POSITIVE_INFINITY));
  const last = Math.max(...lines.map(({ column: { days } }) => days.at(-1) ?? Number.NEGATIVE_INFINITY));
  const held = new Uint8Array(last - first + 1);
  for (const { column } of lines) for (const day of column.days) held[day - first] = 1;
  return held.reduce((sum, one) => sum + one, 0);
}

function stemOf(lines: ComputedView['lines'], range: ComputedView['range'], head: string): string {
  return fileStem(lines, range, head.includes('"origin":"sample"'));
}
