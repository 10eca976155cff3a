import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { teamAdvice, teamText } from '../../service/calendar/team-freshness.ts';
import {
  ANSWER_BYTES,
  DAY_LIMIT,
  DEFAULT_PAGE_PORT,
  DEFAULT_PORT,
  ECONOMIC_PAGE_SIZE,
  KEY_HEADER,
  LABEL_LENGTH,
  MARKET_LIMIT_DEFAULT,
  MARKET_LIMIT_LARGEST,
  MINUTE_LIMIT,
} from '../../service/contract/names.ts';
import { SETTINGS, type SettingRow } from '../../service/contract/settings.ts';
import { FORMAT_CHOICES } from '../../service/contract/table-formats.ts';
import { DATASETS, MARKET_OBSERVATIONS, storedSeries } from '../../service/datasets/index.ts';
import { aggregate, NEEDED_IN_WEEK, neededObservations } from '../../service/series-math/aggregate.ts';
import {
  type Forward,
  forwardRate,
  LARGEST_ALIKE_DISTANCE,
  type ParYield,
} from '../../service/series-math/curve.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal, RATE_PLACES } from '../../service/series-math/exact-decimal.ts';
import { FUNCTION_NAMES, FUNCTIONS, functionExample } from '../../service/series-math/formula.ts';
import { printRounded } from '../../service/series-math/fraction.ts';
import {
  AGGREGATION_NAMES,
  AGGREGATIONS,
  ASKED_FREQUENCIES,
  FREQUENCIES,
  FREQUENCY_NAMES,
  frequencyText,
  UNITS,
  UNITS_NAMES,
} from '../../service/series-math/fred-codes.ts';
import { periodName } from '../../service/series-math/frequency.ts';
import { listFigures, overlapOf, squareText } from '../../service/series-math/list-figures.ts';
import type { Constituent } from '../../service/series-math/members.ts';
import { movingAverage } from '../../service/series-math/moving-average.ts';
import { LONGEST_HOLE } from '../../service/series-math/periods.ts';
import { RECESSION_SOURCE, RECESSIONS } from '../../service/series-math/recessions.ts';
import { indexBase, transform } from '../../service/series-math/transform.ts';
import type { TimeSeries } from '../../service/series-math/types.ts';
import { unitsWords } from '../../service/series-math/units.ts';
import { LONGEST_HEADING, LONGEST_LINE_NAME, WORDS } from '../../service/view/index.ts';
import { LONGEST_AVERAGE, MOST_ANSWERED, MOST_SERIES, PRESETS } from '../../service/view/types.ts';

/** @param toRight indices of number columns, aligned right @returns a Markdown table */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  toRight: readonly number[] = [],
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, column) => (toRight.includes(column) ? '--:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

const code = (text: string): string => `\`${text}\``;

/** The top bar's text for each state of a team's data, from the top bar's own code. */
const TEAM = {
  follows: true,
  ...{ address: 'https://data.example.org', team: '', version: 57, head: 57 },
  ...{ since: '2026-11-20T14:02:00Z', lastAnswer: '2026-11-20T14:02:48Z' },
} as const;
const TEAM_STATES = [
  { ...TEAM, state: 'current' },
  { ...TEAM, state: 'catching up', version: 0 },
  { ...TEAM, state: 'catching up', head: 58 },
  { ...TEAM, state: 'offline' },
  { ...TEAM, state: 'refused' },
] as const;
const NOW = Date.parse('2026-11-20T14:03:00Z');

// Examples of units, aggregation and averages, calculated by the code that draws the charts.

/** @param text '2023-01-01 400, 2023-04-01 410' */
function series(text: string): TimeSeries {
  const observations = text.split(', ').map((one) => one.split(' ') as [date: string, value: string]);
  return {
    days: Int32Array.from(observations, ([date]) => dayNumber(date) as number),
    values: observations.map(([, value]) => value),
  };
}
const QUARTERLY = { frequency: 'q' } as const;
const MONTHLY = { frequency: 'm' } as const;

/** Five quarters, the minimum for a change from a year ago. */
const QUARTERS = series('2023-01-01 400, 2023-04-01 410, 2023-07-01 405, 2023-10-01 415, 2024-01-01 420');
const BASE = indexBase(QUARTERS, QUARTERLY, QUARTERS.days[0] as number);

/** Six months of a rate with one decimal, whose quarterly means are recurring decimals. */
const RATE = series(
  '2019-01-01 4.0, 2019-02-01 3.8, 2019-03-01 3.8, 2019-04-01 3.7, 2019-05-01 3.6, 2019-06-01 3.6',
);
const MEANS = aggregate(RATE, MONTHLY, QUARTERLY, 'avg').series;
const WEEKS = series('2024-01-06 10, 2024-01-13 20, 2024-01-20 60, 2024-01-27 10');

const lastOf = ({ values }: TimeSeries) => values.at(-1) ?? '';
const dated = ({ days, values }: TimeSeries) =>
  values.map((value, i) => [dateText(days[i] as number), value]);

/** The observations that `aggregate` needs in an edge period, from each frequency to each lower one. */
const needed = FREQUENCIES.slice(0, -1).map((from, i) => [
  FREQUENCY_NAMES[from],
  ...FREQUENCIES.slice(1).map((to, j) => (j < i ? '' : String(neededObservations(from, to)))),
]);

// The yields page explains forwards with one day of a steep curve.
const DAY = '2011-02-04';
/** The Treasury's par yields on that day, from the half-year tenor on. */
const PERCENT = [0.18, 0.31, 0.77, 1.25, 2.27, 3.01, 3.68, 4.51, 4.73];
export const CURVE: readonly ParYield[] = [0.5, 1, 2, 3, 5, 7, 10, 20, 30].map((years, i) => [
  years,
  PERCENT[i] as number,
]);
const [SHORT, LONG] = [forwardRate(CURVE, 5, 10), forwardRate(CURVE, 10, 20)];

const errorOf = ({ bootstrapped, naive }: Forward) => String(Math.round((bootstrapped - naive) * 100));
const [TWO, TEN] = ['3.99', '4.32'] as const;

// The constituents and the claims are made up.
const list = (...weights: [ticker: string, weight: string][]): Constituent[] =>
  weights.map(([ticker, weight]) => ({ ticker, name: ticker, sector: 'Industrials', weight }));
const ONE = list(['AAA', '50.0'], ['BRK.B', '30.0'], ['CCC', '15.5'], ['DDD', '4.25']);
const OTHER = list(['AAA', '40.0'], ['BRK-B', '35.0'], ['EEE', '25.0']);
const FIGURES = listFigures(ONE);

const CLAIMS = { initial: 9876, covered: 1_302_511 };

/** @returns a table row for a setting: its choices, default first; for a typed setting the default. */
function settingRow({ name, title, text, keptIn, default: usual, choices, schema }: SettingRow): string[] {
  const isSwitch = 'type' in schema && schema.type === 'boolean';
  const titles =
    choices?.toSorted((a, b) => Number(b.value === usual) - Number(a.value === usual)) ??
    (isSwitch ? [{ title: usual ? 'On' : 'Off' }, { title: usual ? 'Off' : 'On' }] : []);
  const shown = titles.map((one) => one.title).join(' · ');
  return [title, shown === '' ? code(JSON.stringify(usual)) : shown, text, code(name), code(keptIn)];
}

const number = (value: number) => groupDigits(String(value));

/** The guide's facts, known or calculated, as Markdown for `{{name}}` in pages. Only the build runs this. */
export const FACTS: Readonly<Record<string, string>> = {
  'team-states': table(
    ['Top bar', 'What it means'],
    TEAM_STATES.map((state) => [teamText(state, NOW, 'UTC'), teamAdvice(state, NOW, 'UTC')]),
  ),
  'units-series': table(['Quarter', 'Value'], dated(QUARTERS), [1]),
  units: table(
    ['Code', 'Units', 'Formula', 'First quarter of 2024'],
    UNITS.map((units) => [
      code(units),
      UNITS_NAMES[units],
      unitsWords(units).formula,
      lastOf(transform(QUARTERS, units, QUARTERLY, BASE)),
    ]),
    [3],
  ),
  'rate-decimals': String(RATE_PLACES),
  'aggregation-months': RATE.values.join(', '),
  'aggregation-means': MEANS.values.join(' and '),
  'aggregation-change': lastOf(transform(MEANS, 'chg', QUARTERLY)),
  'aggregation-wrong': lastOf(transform({ days: MEANS.days, values: MEANS.values }, 'chg', QUARTERLY)),
  'aggregation-methods': table(
    ['Code', 'Method', 'The first quarter in the example'],
    AGGREGATIONS.map((method) => [
      code(method),
      AGGREGATION_NAMES[method],
      aggregate(RATE, MONTHLY, QUARTERLY, method).series.values[0] ?? '',
    ]),
    [2],
  ),
  'aggregation-needed': table(
    ['From', ...FREQUENCIES.slice(1).map((to) => `to a ${periodName(to)}`)],
    needed,
    [1, 2, 3, 4, 5],
  ),
  'aggregation-week': String(NEEDED_IN_WEEK),
  'aggregation-usual': table(
    ['Data', 'Usual way'],
    DATASETS.filter(({ kind }) => kind === 'observations').map(({ title, series: all }) => [
      title,
      [...new Set(all.map((one) => one.defaultAggregation))]
        .map((way) => (way ? AGGREGATION_NAMES[way].toLowerCase() : 'none'))
        .join(' or '),
    ]),
  ),
  frequencies: table(
    ['Code', 'Frequency'],
    ASKED_FREQUENCIES.map((asked) => [code(asked), frequencyText(asked)]),
  ),
  'average-weeks': WEEKS.values.join(', '),
  'average-result': movingAverage(WEEKS, 3, { frequency: 'w', weekEnd: 6 }).values.join(' and '),
  'forwards-day': DAY,
  'forwards-short': errorOf(SHORT),
  'forwards-long': errorOf(LONG),
  forwards: table(
    ['Rate', 'From par yields as if zero', 'Bootstrapped', 'Error, bp'],
    (
      [
        ['5y5y, from year 5 to 10', SHORT],
        ['10y10y, from year 10 to 20', LONG],
      ] as const
    ).map(([name, rate]) => [
      name,
      `${rate.naive.toFixed(2)} %`,
      `${rate.bootstrapped.toFixed(2)} %`,
      errorOf(rate),
    ]),
    [1, 2, 3],
  ),
  tenors: table(
    ['Code', 'Tenor', 'Published since'],
    storedSeries(MARKET_OBSERVATIONS).map(({ code: id, title, historyFrom }) => [
      code(id),
      title.replace(/^.*, /, ''),
      historyFrom ?? MARKET_OBSERVATIONS.historyFrom,
    ]),
  ),
  spreads: table(
    ['Code', 'Spread'],
    MARKET_OBSERVATIONS.series.flatMap(({ code: id, title, spread }) => (spread ? [[code(id), title]] : [])),
  ),
  'spread-example': `${TEN} − ${TWO} = ${difference(parseDecimal(TEN), parseDecimal(TWO))}`,
  'curve-hole': String(LONGEST_HOLE),
  'curve-not-alike': String(LARGEST_ALIKE_DISTANCE),
  'list-weights': table(
    ['Ticker', 'Weight, %', 'Square'],
    ONE.map(({ ticker, weight }) => [ticker, weight, squareText(weight)]),
    [1, 2],
  ),
  'list-total': FIGURES.total,
  'list-hhi': FIGURES.hhi,
  'list-effective': FIGURES.effective,
  'list-other': OTHER.map(({ ticker, weight }) => `${ticker} ${weight}`).join(', '),
  'list-common': String(overlapOf([ONE, OTHER]).common.length),
  'list-shared': overlapOf([ONE, OTHER]).shared,
  'claims-initial': groupDigits(String(CLAIMS.initial)),
  'claims-covered': groupDigits(String(CLAIMS.covered)),
  'claims-thousand': printRounded({ n: BigInt(CLAIMS.initial) * 1000n, d: BigInt(CLAIMS.covered) }, 2),
  datasets: table(
    ['Data', 'Published', 'By', 'Release'],
    DATASETS.map(({ title, frequency, publisher, release }) => [
      title,
      release.isUnscheduled ? 'as imported' : frequency.toLowerCase(),
      publisher,
      release.text,
    ]),
  ),
  settings: table(
    ['Setting', 'Choices, the default first', 'What it does', 'Name', 'Kept in'],
    SETTINGS.map(settingRow),
  ),
  formats: table(
    ['Format', 'What it is', 'Provenance'],
    FORMAT_CHOICES.map(({ label, detail, holdsProvenance }) => [
      label,
      detail,
      holdsProvenance ? 'in the file' : 'in `NAME.csv.json` beside it',
    ]),
  ),
  limits: table(
    ['What', 'At most'],
    [
      ['Requests of a key in a minute, economic data', number(MINUTE_LIMIT)],
      ['Requests of a key in a day (UTC), economic data', number(DAY_LIMIT)],
      ['Records of a page, economic data', number(ECONOMIC_PAGE_SIZE)],
      [
        `Rows of an answer of market data (\`limit\`; ${MARKET_LIMIT_DEFAULT} without it)`,
        number(MARKET_LIMIT_LARGEST),
      ],
      ['Lines of a chart, formulas among them', number(MOST_SERIES)],
      ['Lines of an answer of the API, and of an export', number(MOST_ANSWERED)],
      ['Observations of a moving average', number(LONGEST_AVERAGE)],
      ['Characters of a chart’s title or subtitle', number(LONGEST_HEADING)],
      ['Characters of a line’s name', number(LONGEST_LINE_NAME)],
      ['Characters of a key’s label', number(LABEL_LENGTH)],
    ],
    [1],
  ),
  'limit-minute': number(MINUTE_LIMIT),
  'limit-day': number(DAY_LIMIT),
  'page-size': number(ECONOMIC_PAGE_SIZE),
  'most-lines': number(MOST_SERIES),
  port: String(DEFAULT_PORT),
  'page-port': String(DEFAULT_PAGE_PORT),
  'key-header': code(KEY_HEADER),
  'answer-bytes': number(ANSWER_BYTES),
  presets: PRESETS.map(code).join(' '),
  words: table(
    ['Word', 'Meaning', 'Example'],
    Object.entries(WORDS).map(([name, { text, example }]) => [code(name), text, code(example)]),
  ),
  functions: table(
    ['Function', 'Gives'],
    FUNCTION_NAMES.map((name) => [code(functionExample(name, ['a', 'b'])), FUNCTIONS[name].text]),
  ),
  'recessions-count': String(RECESSIONS.length),
  'recessions-first': (RECESSIONS[0]?.from ?? '').slice(0, 4),
  'recessions-checked': RECESSION_SOURCE.checkedThrough,
  'double-shown': String(Number('36104343213.10')),
  'double-lost': BigInt(Number('9007199254740993')).toString(),
};
