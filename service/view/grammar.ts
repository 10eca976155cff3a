import { FUNCTION_NAMES, FUNCTIONS, functionExample } from '../series-math/formula.ts';
import { AGGREGATIONS, ASKED_FREQUENCIES, UNITS } from '../series-math/fred-codes.ts';
import { LONGEST_HOLE } from '../series-math/periods.ts';
import { LINE_TYPES, LONGEST_AVERAGE, MOST_ANSWERED, MOST_SERIES, PRESETS } from './types.ts';

/** The words of a chart's address, once for the page, `GET /api/v1/view`, `almanac view` and OpenAPI. */
export type Word = {
  /** 'lines' if it describes the lines; 'page' if it describes the display, which the API ignores. */
  appliesTo: 'lines' | 'page';
  /** Its value in EBNF (ISO 14977). `RULES` defines the names in it. */
  value: string;
  text: string;
  example: string;
};

const terminals = (words: readonly string[]) => words.map((word) => `"${word}"`).join(' | ');
const flag = (word: string, text: string): Word => ({
  appliesTo: 'page',
  value: `"${word}"`,
  text,
  example: word,
});

const ARGUMENTS = {
  count: 'formula, ",", number',
  many: 'formula, ",", formula, { ",", formula }',
  one: 'formula',
} as const;
const calls = Object.entries(ARGUMENTS).map(([takes, rule]) => {
  const names = FUNCTION_NAMES.filter((name) => FUNCTIONS[name].takes === takes);
  return `( ${terminals(names)} ), "(", ${rule}, ")"`;
});
const SUCCESSION = `On a daily line weekends and holidays do not count, and nothing spans more than ${LONGEST_HOLE} days without an observation; on any other line a missing period counts as an observation without a value.`;
const FUNCTION_TEXT = `Functions: ${FUNCTION_NAMES.map((name) => `\`${functionExample(name, ['a', 'b'])}\` is ${FUNCTIONS[name].text}`).join('; ')}. n is a whole number from 1 on; observations are those of the lowest frequency among the formula’s lines. ${SUCCESSION}`;

export const WORDS = {
  series: {
    appliesTo: 'lines',
    value: '[ series line, { ",", series line } ]',
    text: `The series, separated by commas. Settings of one series follow it after colons, at most one of each kind. A series may appear several times, as several lines. Without it: the public debt and its two parts. A chart has at most ${MOST_SERIES} lines, formulas included, and an answer ${MOST_ANSWERED}.`,
    example: 'jolts.quits_rate_sa:pc1,ui_weekly_claims.initial_claims_sa',
  },
  formulas: {
    appliesTo: 'lines',
    value: 'formula line, { ",", formula line }',
    text: `Lines calculated from the series: a is the first series, b the second, and so on; hidden series count. \`colours\` gives other letters. ${FUNCTION_TEXT} Numbers of more than 2,000 digits have no value, and formulas that take too much work are refused.`,
    example: 'a/b*100',
  },
  colours: {
    appliesTo: 'lines',
    value: 'slot, { ",", slot }',
    text: 'The place of each line in the palette, each once, formulas last: 0 is the letter a in formulas, 1 is b. Without it: 0, 1, 2 in their order.',
    example: '1,0',
  },
  hidden: {
    appliesTo: 'lines',
    value: 'series id, { ",", series id }',
    text: 'Series that are neither drawn nor answered, but that formulas can use. The same as `:hidden` after a series.',
    example: 'jolts.quits_rate_sa',
  },
  names: {
    appliesTo: 'lines',
    value: 'name, { ",", name }',
    text: 'Your own names for lines, by their letters: the chart, the table, files, and the columns and rows of the answer use them.',
    example: 'a:Quits,c:Spread',
  },
  title: { appliesTo: 'page', value: 'text', text: 'A title over the chart.', example: 'Quits' },
  subtitle: { appliesTo: 'page', value: 'text', text: 'A line under the title.', example: 'Monthly' },
  range: {
    appliesTo: 'lines',
    value: `${terminals(PRESETS)} | back`,
    text: 'How far back from the last observation of the series. Without it, and without from: all there is.',
    example: '5Y',
  },
  from: {
    appliesTo: 'lines',
    value: 'day',
    text: 'First day, before `range`. Without `to` the range ends with the last observation. A line that has no earlier observation begins with the period of its first one.',
    example: '2020-02-01',
  },
  to: {
    appliesTo: 'lines',
    value: 'day',
    text: 'Last day, with `from`; not in the future. A weekly line that has no later observation includes its whole last week, dated by its last day.',
    example: '2024-12-31',
  },
  units: {
    appliesTo: 'lines',
    value: 'units',
    text: 'The units of every series without units of its own: FRED’s, calculated after the frequency. Units that mean nothing for one of them are refused.',
    example: 'pc1',
  },
  index_date: {
    appliesTo: 'lines',
    value: 'day',
    text: 'The day on which an index (`nbd`) is 100; refused if no line is an index. Without it: the day of each line’s first value in the range.',
    example: '2020-02-01',
  },
  frequency: {
    appliesTo: 'lines',
    value: 'frequency',
    text: 'A lower frequency for every series without one of its own. A frequency higher than a series’ own is refused; `own` after a series keeps it as published.',
    example: 'q',
  },
  aggregation: {
    appliesTo: 'lines',
    value: 'aggregation',
    text: 'How observations are combined into the lower frequency. Without it: the series’ own way. A method that means nothing for a series, or that stands without a frequency, is refused.',
    example: 'avg',
  },
  average: {
    appliesTo: 'lines',
    value: 'number',
    text: `The number of observations in the moving average, 2 to ${LONGEST_AVERAGE}, of every series without one of its own. ${SUCCESSION}`,
    example: '4',
  },
  as_of: {
    appliesTo: 'lines',
    value: 'day | instant',
    text: 'The data as they were known here at the end of this day, UTC, or at this instant. Not in the future. A preset range then ends with the last observation that was known. Without it: the data as they are known now.',
    example: '2026-11-20T14:02:00Z',
  },
  compare: {
    appliesTo: 'page',
    value: '"now"',
    text: 'With as_of: draws the current data beside the data of that day.',
    example: 'now',
  },
  type: { appliesTo: 'page', value: 'type', text: 'How lines are drawn.', example: 'bar' },
  scale: flag('log', 'A logarithmic axis.'),
  recessions: flag('off', 'Without the shading of recessions.'),
  table: flag('closed', 'Without the table under the chart.'),
  layout: {
    appliesTo: 'page',
    value: '"long" | "wide"',
    text: 'The layout of the table on the page, and of a CSV or Parquet file: one column for each line (wide), or one row for each observation (long).',
    example: 'long',
  },
  order: flag('oldest', 'The table begins with the oldest observation.'),
  details: {
    appliesTo: 'page',
    value: 'series id',
    text: 'The series whose details are open.',
    example: 'yields.US10Y',
  },
  explain: {
    appliesTo: 'page',
    value: 'line id, "@", day',
    text: 'The number that is being explained.',
    example: 'yields.US10Y@2024-01-02',
  },
} as const satisfies Record<string, Word>;

export type WordName = keyof typeof WORDS;
export const WORD_NAMES = Object.keys(WORDS) as readonly WordName[];

/** The names used in the values of `WORDS`, in EBNF. Texts are escaped as in every URL query (RFC 3986). */
export const RULES: Readonly<Record<string, string>> = {
  'series line': 'series id, { ":", own }',
  'formula line': 'formula, { ":", own }',
  own: `units | day | frequency | "own" | aggregation | "usual" | "ma", number | "hidden" | "left" | "right" | type`,
  'series id': 'dataset, ".", code, [ ".", state ]',
  name: 'letter, ":", text',
  'line id': '( series id | "=", formula ), [ ":", letter ]',
  units: terminals(UNITS),
  frequency: terminals(ASKED_FREQUENCIES),
  aggregation: terminals(AGGREGATIONS),
  type: terminals(LINE_TYPES),
  back: '"-", number, ( "D" | "W" | "M" | "Q" | "Y" )',
  formula: 'term, { ( "+" | "-" ), term }',
  term: 'factor, { ( "*" | "/" ), factor }',
  factor: 'power | "-", factor',
  power: 'operand, [ "^", ( power | "-", factor ) ]',
  operand: 'letter | decimal | "(", formula, ")" | call',
  call: calls.join(' | '),
  letter: terminals([...'abcdefgh']),
  decimal: 'number, [ ".", number ] | ".", number',
  slot: terminals([...'01234567']),
  day: 'digit, digit, digit, digit, "-", digit, digit, "-", digit, digit',
  instant: 'day, "T", hour, ":", sixty, ":", sixty, [ ".", digit, [ digit ], [ digit ] ], "Z"',
  hour: '( "0" | "1" ), digit | "2", ( "0" | "1" | "2" | "3" )',
  sixty: `( ${terminals([...'012345'])} ), digit`,
  number: 'digit, { digit }',
  digit: terminals([...'0123456789']),
};

/** @returns the grammar of a chart's address in EBNF (ISO 14977), one rule per line. */
export function grammarText(): string {
  const words = Object.entries(WORDS);
  return [
    `address = [ parameter, { "&", parameter } ] ;`,
    `parameter = ${words.map(([name]) => `${name} parameter`).join(' | ')} ;`,
    ...words.map(([name, { value }]) => `${name} parameter = "${name}=", ( ${value} ) ;`),
    ...Object.entries(RULES).map(([name, rule]) => `${name} = ${rule} ;`),
    'dataset = ? id of a dataset in the catalog ? ;',
    'code = ? code of a series of the dataset ? ;',
    'state = ? two-letter postal code, where the dataset is by state ? ;',
    'text = ? any characters ? ;',
  ].join('\n');
}
