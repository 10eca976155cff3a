import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { meanOf } from '../../service/series-math/exact-decimal.ts';
import { parseFormula } from '../../service/series-math/formula.ts';
import { movingAverage } from '../../service/series-math/moving-average.ts';
import { transform } from '../../service/series-math/transform.ts';
import type { TimeSeries } from '../../service/series-math/types.ts';
import { anyValue, calculated, DAYS, dayOf, rowsOf, seriesOf } from './series.ts';

/** Averages, lags and changes of daily series count observations, so weekends and holidays do not matter. */

/** Observations from 1990, at most 8 days apart: up to seven days without one do not interrupt a series. */
const anyHolidays: fc.Arbitrary<TimeSeries> = fc
  .array(
    fc.tuple(
      anyValue,
      fc.oneof(
        { weight: 9, arbitrary: fc.constant(1) },
        { weight: 2, arbitrary: fc.integer({ min: 1, max: 8 }) },
      ),
    ),
    { minLength: 1, maxLength: 120 },
  )
  .map((steps) => {
    let day = dayOf('1990-01-01');
    const days = Int32Array.from(steps, ([, step]) => (day += step));
    return { days, values: steps.map(([value]) => value) };
  });

/** @returns the results of a formula of daily lines. */
function formulaOf(text: string, ...lines: TimeSeries[]): TimeSeries {
  const parsed = parseFormula(text);
  if (!parsed.isRight) throw new Error(parsed.message);
  const given = lines.map((series) => ({ series, cadence: DAYS, method: 'avg' as const }));
  return calculated(parsed.formula, parsed.variables, given).series;
}

it('an average of n is the mean of the last n observations, across all holidays', () => {
  fc.assert(
    fc.property(anyHolidays, fc.integer({ min: 2, max: 40 }), (series, n) => {
      const last = Array.from(series.days).flatMap((day, i) =>
        i < n - 1 ? [] : [`${dateText(day)} ${meanOf(series.values.slice(i - n + 1, i + 1))}`],
      );
      expect(rowsOf(movingAverage(series, n, DAYS))).toEqual(last);
      const inFormula = formulaOf(`ma(a, ${n})`, series);
      expect(Array.from(inFormula.days)).toEqual(Array.from(series.days.slice(n - 1)));
    }),
  );
});

it('a formula uses its lines’ averages unrounded, like the averages it calculates itself', () => {
  const count = fc.integer({ min: 2, max: 20 });
  fc.assert(
    fc.property(anyHolidays, count, count, (series, n, m) => {
      const averaged = [n, m].map(
        (average) => ({ series, cadence: DAYS, method: 'avg', recipe: { units: 'lin', average } }) as const,
      );
      const parsed = parseFormula('a-b');
      if (!parsed.isRight) throw new Error(parsed.message);
      expect(rowsOf(calculated(parsed.formula, parsed.variables, averaged).series)).toEqual(
        rowsOf(formulaOf(`ma(a, ${n})-ma(a, ${m})`, series)),
      );
    }),
  );
});

it('a lag of n is the observation n before it, and a change is from the previous observation', () => {
  fc.assert(
    fc.property(anyHolidays, fc.integer({ min: 1, max: 40 }), (series, n) => {
      const lagged = formulaOf(`lag(a, ${n})`, series);
      expect(Array.from(lagged.days)).toEqual(Array.from(series.days.slice(n)));
      expect(lagged.values.map(Number)).toEqual(series.values.slice(0, -n).map(Number));
      expect(rowsOf(formulaOf('a - lag(a, 1)', series))).toEqual(rowsOf(transform(series, 'chg', DAYS)));
      expect(rowsOf(formulaOf(`lag(ma(a, 3), ${n})`, series))).toEqual(
        rowsOf(formulaOf(`ma(lag(a, ${n}), 3)`, series)),
      );
    }),
  );
});

it('an average or a lag does not reach over a longer gap', () => {
  // A week without observations does not interrupt the series; one day more does.
  const upTo = (later: string) => {
    const day = dayOf(later);
    const rows = ['2002-02-13 1', '2002-02-14 2', '2002-02-15 3'];
    return seriesOf(...rows, `${later} 4`, `${dateText(day + 1)} 5`, `${dateText(day + 2)} 9`);
  };
  const averages = (later: string) => movingAverage(upTo(later), 3, DAYS).values;
  expect(averages('2002-02-23')).toEqual(['2', '3', '4', '6']);
  for (const later of ['2002-02-24', '2006-02-09']) {
    expect(averages(later)).toEqual(['2', '6']);
    expect(formulaOf('ma(a, 3)', upTo(later)).values).toEqual(['2.00000', '6.00000']);
    expect(formulaOf('lag(a, 2)', upTo(later)).values).toEqual(['1', '4']);
  }
});

it('ma and lag count the values of their own argument, even if lines have different holidays', () => {
  // b has a value on a's holiday, and none on the next day.
  const a = seriesOf('2024-03-27 1', '2024-03-28 3', '2024-04-01 5', '2024-04-02 7');
  const b = seriesOf('2024-03-28 10', '2024-03-29 20', '2024-04-02 60');
  expect(rowsOf(formulaOf('ma(a, 2)', a, b))).toEqual([
    '2024-03-28 2.00000',
    '2024-04-01 4.00000',
    '2024-04-02 6.00000',
  ]);
  expect(rowsOf(formulaOf('ma(a, 2) + b', a, b))).toEqual(['2024-03-28 12.00000', '2024-04-02 66.00000']);
  expect(rowsOf(formulaOf('b - lag(a, 1)', a, b))).toEqual([
    '2024-03-28 9',
    '2024-03-29 17',
    '2024-04-02 55',
  ]);
  // Only two days have both values.
  expect(rowsOf(formulaOf('ma(a + b, 2)', a, b))).toEqual(['2024-04-02 40.00000']);
  // A day without a result counts as a gap, unlike a holiday.
  expect(rowsOf(formulaOf('ma(1 / (a - 5), 2)', a))).toEqual(['2024-03-28 -0.37500']);
});

const REAL = new URL('../../../shared/data/yields/par-yield-curve-rates-1990-2023.csv', import.meta.url);

it('the real yields have an average on each day from the nth', ({ skip }) => {
  skip(!existsSync(REAL), 'real yields are not on this computer');
  const [, ...lines] = readFileSync(REAL, 'utf8').trim().split('\n');
  const cells = lines.map((line) => line.split(','));
  const column = (at: number): TimeSeries => {
    const held = cells.filter((row) => (row[at] ?? '') !== '');
    const days = held.map(([date = '']) =>
      dayNumber(`${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`),
    );
    return { days: Int32Array.from(days as number[]).sort(), values: held.map((row) => row[at] as string) };
  };
  const tenYears = column(11);
  const count = tenYears.days.length;
  expect(count).toBeGreaterThan(8000);
  for (const n of [20, 200]) expect(movingAverage(tenYears, n, DAYS).days).toHaveLength(count - n + 1);
  // The 30-year has no values from 2002-02-18 to 2006-02-08.
  const thirty = column(13);
  const averages = movingAverage(thirty, 200, DAYS).days;
  expect(averages).toHaveLength(thirty.days.length - 2 * 199);
  const first = averages.find((day) => day > dayOf('2006-01-01')) as number;
  expect(thirty.days.filter((day) => day > dayOf('2006-01-01') && day <= first)).toHaveLength(200);
});
