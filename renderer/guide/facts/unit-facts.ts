import { dateText, dayNumber } from '../../../service/calendar/dates.ts';
import { DATASETS } from '../../../service/datasets/index.ts';
import { aggregate, NEEDED_IN_WEEK, neededObservations } from '../../../service/series-math/aggregate.ts';
import { RATE_PLACES } from '../../../service/series-math/exact-decimal.ts';
import {
  AGGREGATION_NAMES,
  AGGREGATIONS,
  ASKED_FREQUENCIES,
  FREQUENCIES,
  FREQUENCY_NAMES,
  frequencyText,
  UNITS,
  UNITS_NAMES,
} from '../../../service/series-math/fred-codes.ts';
import { periodName } from '../../../service/series-math/frequency.ts';
import { movingAverage } from '../../../service/series-math/moving-average.ts';
import { indexBase, transform } from '../../../service/series-math/transform.ts';
import type { TimeSeries } from '../../../service/series-math/types.ts';
import { unitsWords } from '../../../service/series-math/units.ts';
import { code, table } from './table.ts';

/** Examples of units, aggregation and averages, calculated by the code that draws the charts. */

const series = (...observations: [date: string, value: string][]): TimeSeries => ({
  days: Int32Array.from(observations, ([date]) => dayNumber(date) as number),
  values: observations.map(([, value]) => value),
});
const QUARTERLY = { frequency: 'q' } as const;
const MONTHLY = { frequency: 'm' } as const;

/** Five quarters, the least that a change from a year ago needs. */
const QUARTERS = series(
  ['2023-01-01', '400'],
  ['2023-04-01', '410'],
  ['2023-07-01', '405'],
  ['2023-10-01', '415'],
  ['2024-01-01', '420'],
);
const BASE = indexBase(QUARTERS, QUARTERLY, QUARTERS.days[0] as number);

/** Six months of a rate with one decimal, whose quarterly means have no end. */
const RATE = series(
  ['2019-01-01', '4.0'],
  ['2019-02-01', '3.8'],
  ['2019-03-01', '3.8'],
  ['2019-04-01', '3.7'],
  ['2019-05-01', '3.6'],
  ['2019-06-01', '3.6'],
);
const MEANS = aggregate(RATE, MONTHLY, QUARTERLY, 'avg').series;
const WEEKS = series(['2024-01-06', '10'], ['2024-01-13', '20'], ['2024-01-20', '60'], ['2024-01-27', '10']);

const lastOf = ({ values }: TimeSeries) => values.at(-1) ?? '';
const dated = ({ days, values }: TimeSeries) =>
  values.map((value, i) => [dateText(days[i] as number), value]);

/** What `aggregate` needs of a first or last period, from each frequency to each lower one. */
const needed = FREQUENCIES.slice(0, -1).map((from, i) => [
  FREQUENCY_NAMES[from],
  ...FREQUENCIES.slice(1).map((to, j) => (j < i ? '' : String(neededObservations(from, to)))),
]);

export const UNIT_FACTS: Readonly<Record<string, string>> = {
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
};
