import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNITS } from '../../service/contract/transforms.ts';
import { edgesOf } from '../../service/series-math/aggregate.ts';
import { derive, neededFrom, neededTo, type Recipe } from '../../service/series-math/derive.ts';
import { meanOf } from '../../service/series-math/exact-decimal.ts';
import { explainNumber } from '../../service/series-math/explain-number.ts';
import { movingAverage } from '../../service/series-math/moving-average.ts';
import { indexBase } from '../../service/series-math/transform.ts';
import type { TimeSeries } from '../../service/series-math/types.ts';
import { anyDays, anyWeeks, DAYS, dayOf, MONTHS, monthsOf, rowsOf, seriesOf, WEEKS } from './series.ts';

const cut = ({ days, values }: TimeSeries, from: number, to: number): TimeSeries => {
  const kept = Array.from(days.keys()).filter(
    (i) => (days[i] as number) >= from && (days[i] as number) <= to,
  );
  return {
    days: Int32Array.from(kept, (i) => days[i] as number),
    values: kept.map((i) => values[i] as string),
  };
};

describe('order of the calculation', () => {
  it('is frequency first, then units: the change of the means, not the mean of the changes', () => {
    const weeks = seriesOf(
      ...['2024-01-06 10', '2024-01-13 10', '2024-01-20 10', '2024-01-27 10'],
      ...['2024-02-03 20', '2024-02-10 20', '2024-02-17 20', '2024-02-24 20'],
    );
    const to = { cadence: MONTHS, method: 'avg' } as const;
    expect(rowsOf(derive(weeks, WEEKS, { units: 'chg', to }).series)).toEqual(['2024-02-01 10']);
  });

  it('ends with the moving average', () => {
    const months = monthsOf('2024-01', '1', '2', '4', '8', '16');
    expect(rowsOf(derive(months, MONTHS, { units: 'chg', average: 2 }).series)).toEqual([
      '2024-03-01 2',
      '2024-04-01 3',
      '2024-05-01 6',
    ]);
  });

  it('has no moving average across a hole', () => {
    expect(rowsOf(movingAverage(monthsOf('2024-01', '1', '2', '', '4', '5'), 2, MONTHS))).toEqual([
      '2024-02-01 2',
      '2024-05-01 5',
    ]);
    expect(movingAverage(monthsOf('2024-01', '1', '2'), 3, MONTHS).values).toEqual([]);
  });

  it('has the moving average of the naive mean', () => {
    fc.assert(
      fc.property(anyWeeks, fc.integer({ min: 2, max: 6 }), (series, count) => {
        const naive = rowsOf(series).flatMap((row, i) => {
          const days = series.days.subarray(i - count + 1, i + 1);
          const isWhole = i >= count - 1 && (days.at(-1) as number) - (days[0] as number) === (count - 1) * 7;
          return isWhole ? [`${row.split(' ')[0]} ${meanOf(series.values.slice(i - count + 1, i + 1))}`] : [];
        });
        expect(rowsOf(movingAverage(series, count, WEEKS))).toEqual(naive);
      }),
    );
  });

  it('comes to the same from the part of a series that a range of days needs', () => {
    const to = fc.constantFrom(
      undefined,
      { cadence: MONTHS, method: 'avg' as const },
      { cadence: { frequency: 'q' as const }, method: 'sum' as const },
      { cadence: { frequency: 'a' as const }, method: 'eop' as const },
    );
    const series = fc.oneof(
      anyWeeks.map((weeks) => ({ whole: weeks, from: WEEKS })),
      anyDays.map((days) => ({ whole: days, from: DAYS })),
    );
    const range = fc.tuple(fc.integer({ min: 0, max: 1200 }), fc.integer({ min: 0, max: 400 }));
    fc.assert(
      fc.property(
        series,
        to,
        fc.constantFrom(...UNITS),
        fc.integer({ min: 1, max: 4 }),
        range,
        (given, way, units, average, [start, length]) => {
          const { whole, from } = given;
          fc.pre(whole.days.length > 0);
          const indexDay = dayOf('1990-06-15');
          const recipe: Recipe = { units, average, indexDay, ...(way ? { to: way } : {}) };
          const first = dayOf('1990-01-01') + start;
          const all = derive(whole, from, recipe);
          const levels = derive(whole, from, { ...recipe, units: 'lin', average: 1 }).series;
          const part = cut(whole, neededFrom(first, from, recipe), neededTo(first + length, recipe));
          const base = indexBase(levels, all.cadence, indexDay);
          const shown = derive(part, from, recipe, { edges: edgesOf(whole), base });
          expect(rowsOf(cut(shown.series, first, first + length))).toEqual(
            rowsOf(cut(all.series, first, first + length)),
          );
        },
      ),
    );
  });
});

describe('explaining a number', () => {
  const weeks = seriesOf(
    ...['2023-01-07 207000', '2023-01-14 203000', '2023-01-21 202000', '2023-01-28 199000'],
    ...['2024-01-06 198000', '2024-01-13 194000', '2024-01-20 221000', '2024-01-27 225000'],
  );

  it('shows the formula with its numbers and the observations behind them', () => {
    const to = { cadence: MONTHS, method: 'avg' } as const;
    expect(explainNumber(weeks, WEEKS, { units: 'pc1', to }, dayOf('2024-01-01'))).toEqual({
      date: '2024-01-01',
      value: '3.32922',
      formula: '(209,500 ÷ 202,750 − 1) × 100 = 3.32922',
      lag: '12 months',
      aggregation: 'avg of 4',
      values: [
        {
          role: 'value',
          date: '2024-01-01',
          value: '209500',
          members: [
            { date: '2024-01-06', value: '198000' },
            { date: '2024-01-13', value: '194000' },
            { date: '2024-01-20', value: '221000' },
            { date: '2024-01-27', value: '225000' },
          ],
        },
        {
          role: 'lag',
          date: '2023-01-01',
          value: '202750',
          members: [
            { date: '2023-01-07', value: '207000' },
            { date: '2023-01-14', value: '203000' },
            { date: '2023-01-21', value: '202000' },
            { date: '2023-01-28', value: '199000' },
          ],
        },
      ],
    });
  });

  it.each([
    ['lin', '219,000 = 219,000'],
    ['chg', '219,000 − (-5) = 219,005'],
    ['pch', '(219,000 ÷ (-5) − 1) × 100 = -4,380,100.00000'],
    ['log', 'ln 219,000 = 12.29683'],
    ['nbd', '219,000 ÷ (-5) × 100 = -4,380,000.00000'],
  ] as const)('writes %s as %s', (units, formula) => {
    const series = monthsOf('2025-02', '-5', '219000');
    const found = explainNumber(
      series,
      MONTHS,
      { units, indexDay: dayOf('2025-02-01') },
      dayOf('2025-03-01'),
    );
    expect(found?.formula).toBe(formula);
  });

  it('has nothing to say of a day without a number', () => {
    expect(explainNumber(weeks, WEEKS, { units: 'pc1' }, dayOf('2023-01-07'))).toBeUndefined();
  });

  it('tells a number of each that derive gives', () => {
    fc.assert(
      fc.property(anyWeeks, fc.constantFrom(...UNITS), (series, units) => {
        const recipe: Recipe = { units, indexDay: dayOf('1990-03-01') };
        const { days, values } = derive(series, WEEKS, recipe).series;
        for (const [i, day] of Array.from(days).slice(0, 3).entries()) {
          const found = explainNumber(series, WEEKS, recipe, day);
          expect(found?.value).toBe(values[i]);
          expect(found?.values).toHaveLength(units === 'lin' || units === 'log' ? 1 : 2);
        }
      }),
      { numRuns: 30 },
    );
  });
});
