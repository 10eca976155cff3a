import { Type } from 'typebox';
import {
  CSV_FORMAT,
  FORMAT_NAMES,
  JSON_FORMAT,
  TABLE_FORMATS,
  type TableFormat,
} from '../contract/table-formats.ts';
import { grammarText, VIEW_PATH, WORDS } from '../view/index.ts';
import type { ApiRoute, Handler } from './context.ts';
import { VIEW_EXAMPLE } from './openapi/examples.ts';
import { TOKEN_ID, text } from './parameters.ts';

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

/** `GET /api/v1/view`: the lines of a chart, by the parameters of its address. */
export const VIEW_ROUTE: ApiRoute = {
  path: VIEW_PATH,
  operation: {
    id: 'get_view',
    tag: 'Charts',
    summary: 'The lines of a chart, by its address',
    description: [
      'Takes the parameters of a chart’s address in the app (Explore) and answers exactly the lines that the chart draws, with the same value texts: units, frequency, moving averages, formulas and indices are computed here. Hidden lines are not answered. What only says how the page looks is accepted and means nothing. A value that the page would leave out with a notice is refused with 422, and so is what the page corrects with one: units or an aggregation that mean nothing for a series, a frequency higher than its own.',
      'Without `range`, `from` and `to` the answer has all there is. A series is `dataset.code`, of state-level datasets `dataset.code.STATE`; the catalog lists them. What a line has of its own stands after it, each after a colon, in any order: `jolts.quits_rate_sa:pc1:q:avg:ma4`. A formula takes the values of its series at the lowest frequency among them, made in FRED’s order: frequency, units, formula.',
      'The grammar of the parameters (EBNF, ISO 14977; values are percent-encoded as in every URL):',
      `\`\`\`ebnf\n${grammarText()}\n\`\`\``,
    ].join('\n\n'),
    answer: {
      description:
        'A page of rows by date, then in the order of `meta.lines`; or all of them as CSV, Excel workbook or Parquet: a column a line, or with `layout=long` a row an observation (a workbook always has a column a line)',
      json: { schema: 'ViewEnvelope', example: VIEW_EXAMPLE },
      csv: 'date,jolts.quits_rate_sa_PC1,"Quits ÷ Hires × 100, rate, SA"',
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
    let handler: Handler | undefined;
    return async (request, reply) => {
      if (!handler) {
        // What computes views is loaded with the first request for one: the service starts without it.
        const { viewHandler } = await import('./view-handler.ts');
        handler ??= viewHandler(site, QUERY, VIEW_ROUTE);
      }
      return handler(request, reply);
    };
  },
};
