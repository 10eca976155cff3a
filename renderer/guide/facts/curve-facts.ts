import { MARKET_OBSERVATIONS, storedSeries } from '../../../service/datasets/index.ts';
import { type Forward, forwardRate, NOT_ALIKE, type ParYield } from '../../../service/series-math/curve.ts';
import { difference, parseDecimal } from '../../../service/series-math/exact-decimal.ts';
import { LONGEST_HOLE } from '../../../service/series-math/periods.ts';
import { code, table } from './table.ts';

/** What the page on yields says of the curve; the forwards are those of one steep day. */

const DAY = '2011-02-04';
/** The Treasury's par yields of that day, from the half-year tenor on. */
export const CURVE: readonly ParYield[] = [
  [0.5, 0.18],
  [1, 0.31],
  [2, 0.77],
  [3, 1.25],
  [5, 2.27],
  [7, 3.01],
  [10, 3.68],
  [20, 4.51],
  [30, 4.73],
];
const FORWARDS = [
  { name: '5y5y', from: 5, to: 10 },
  { name: '10y10y', from: 10, to: 20 },
].map((one) => ({ ...one, rate: forwardRate(CURVE, one.from, one.to) }));

const errorOf = ({ bootstrapped, naive }: Forward) => String(Math.round((bootstrapped - naive) * 100));
const [TWO, TEN] = ['3.99', '4.32'] as const;

export const CURVE_FACTS: Readonly<Record<string, string>> = {
  'forwards-day': DAY,
  'forwards-short': errorOf((FORWARDS[0] as (typeof FORWARDS)[0]).rate),
  'forwards-long': errorOf((FORWARDS[1] as (typeof FORWARDS)[1]).rate),
  forwards: table(
    ['Rate', 'From par yields as if zero', 'Bootstrapped', 'Error, bp'],
    FORWARDS.map(({ name, from, to, rate }) => [
      `${name}, from year ${from} to ${to}`,
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
  'curve-not-alike': String(NOT_ALIKE),
};
