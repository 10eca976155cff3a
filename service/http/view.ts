import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { todayText } from '../calendar/today.ts';
import { Failure } from '../contract/failure.ts';
import {
  CSV_FORMAT,
  FORMAT_NAMES,
  JSON_FORMAT,
  TABLE_FORMATS,
  type TableFormat,
} from '../contract/table-formats.ts';
import {
  grammarText,
  linesSearch,
  readRequest,
  requestQuery,
  VIEW_PATH,
  type View,
  WORDS,
} from '../view/index.ts';
import type { Route } from './context.ts';
import { economicHandler } from './economic-request.ts';
import { prefersCsv } from './encodings.ts';
import { VIEW_EXAMPLE } from './openapi/examples.ts';
import { TOKEN_ID, text } from './parameters.ts';
import { expectOwnNames, openQuery, type RawQuery, type ReadQuery } from './query.ts';
import { invalid } from './refusal.ts';
import { type Answered, computed, sendFile, sendPage, sendTable, type ViewQuestion } from './send-view.ts';

/** JSON first: it is what a request without a format gets. */
const FORMATS: readonly TableFormat[] = [JSON_FORMAT, ...FORMAT_NAMES.filter((name) => name !== JSON_FORMAT)];
const LAYOUTS = ['wide', 'long'] as const;

const QUERY = Type.Object({
  ...Object.fromEntries(
    Object.entries(WORDS).map(([name, word]) => {
      const { text: description, example } = word;
      // The API ignores the words that only say how the page looks.
      const says = word.of === 'page' ? { isIgnored: true } : { isCheckedLater: true };
      return [name, Type.Optional(text(description, { example, right: example, ...says }))];
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
});

/** How many views are kept computed for their next pages. One may have a hundred thousand values. */
const MOST_ANSWERS = 4;

/** `GET /api/v1/view`: the lines of a chart, by the parameters of its address. */
export const VIEW_ROUTE: Route = {
  path: VIEW_PATH,
  operation: {
    id: 'get_view',
    tag: 'Charts',
    summary: 'The lines of a chart, by its address',
    description: [
      'Takes the parameters of a chart’s address in the app (Explore) and answers exactly the lines that the chart draws, with the same value texts: units, frequency, moving averages, formulas and indices are computed here. Hidden lines are not answered. What only says how the page looks is accepted and means nothing. A value that the page would leave out with a notice is refused with 422.',
      'Without `range`, `from` and `to` the answer has all there is. A series is `dataset.code`, of state-level datasets `dataset.code.STATE`; the catalog lists them. What a line has of its own stands after it, each after a colon, in any order: `jolts.quits_rate_sa:pc1:q:avg:ma4`. A formula takes the values of its series at the lowest frequency among them, made in FRED’s order: frequency, units, formula.',
      'The grammar of the parameters (EBNF, ISO 14977; values are percent-encoded as in every URL):',
      `\`\`\`ebnf\n${grammarText()}\n\`\`\``,
    ].join('\n\n'),
    answer: {
      description:
        'A page of rows by date, then in the order of `meta.lines`; or all of them as CSV, Excel workbook or Parquet: a column a line, or with `layout=long` a row an observation (a workbook always has a column a line)',
      json: { schema: 'ViewEnvelope', example: VIEW_EXAMPLE },
      csv: 'date,jolts.quits_rate_sa_PC1,formula',
      files: FORMAT_NAMES.filter((name) => !TABLE_FORMATS[name].isText),
    },
    refusals: { '401': 'InvalidApiKey', '422': 'InvalidParameter', '429': 'LimitExceeded' },
  },
  security: ['keyInQuery', 'keyInHeader'],
  query: QUERY,
  headers: Type.Object({
    'If-None-Match': Type.Optional(Type.String({ description: 'ETag of the answer that the client holds' })),
  }),
  open(site) {
    const read = openQuery(QUERY, VIEW_ROUTE, site.routes) as ReadQuery<Record<string, string | undefined>>;
    const others = site.routes.filter(({ misplaced }) => misplaced);
    const names = new Set([...Object.keys(QUERY.properties), 'api_key']);
    const all = [...new Set([...names, ...others.flatMap(({ query }) => Object.keys(query.properties))])];
    const answers = new LRUCache<string, Answered>({ max: MOST_ANSWERS });
    return economicHandler(
      site,
      { name: 'view', path: VIEW_PATH },
      (raw, accept, now) => {
        const { format, layout, token_id } = read(raw);
        expectOwnNames(raw, names, all, misplaced);
        return question(raw, { format, layout, token_id }, accept, now);
      },
      async (asked, data, request, reply) => {
        const key = `${data.version} ${asked.today} ${asked.lines}`;
        const answered = answers.get(key) ?? (await computed(site, data, asked));
        answers.set(key, answered);
        const { format } = asked;
        const send = format === JSON_FORMAT ? sendPage : format === CSV_FORMAT ? sendTable : sendFile;
        return send(site, data, answered, asked, request, reply);
      },
    );
  },
};

function misplaced(name: string): string {
  if (name === 'aggregation_method') return 'write aggregation=avg.';
  if (name === 'state') return 'a state stands after its series, ui_state_weekly_claims.initial_claims.CA.';
  if (name === 'as_of') return 'a chart shows the data as they are known now. Leave it out.';
  return 'pages of a chart’s lines follow pagination.next_url. Leave it out.';
}

function question(
  raw: RawQuery,
  words: { format?: string | undefined; layout?: string | undefined; token_id?: string | undefined },
  accept: string | undefined,
  now: Date,
): ViewQuestion {
  const today = todayText(now);
  const view = readOrRefuse(raw as Readonly<Record<string, string | undefined>>, today);
  const { format = prefersCsv(accept) ? CSV_FORMAT : undefined, layout } = words;
  const search = linesSearch(view);
  return {
    view,
    format: (format ?? JSON_FORMAT) as TableFormat,
    layout: layout === 'long' ? 'long' : 'wide',
    lines: requestQuery(search),
    today,
    canonical: requestQuery({ ...search, format, layout }),
    token: words.token_id,
  };
}

function readOrRefuse(query: Readonly<Record<string, string | undefined>>, today: string): View {
  try {
    return readRequest(query, today);
  } catch (error) {
    if (!(error instanceof Failure && error.at.parameter !== undefined)) throw error;
    throw invalid(error.at.parameter, error.message);
  }
}
