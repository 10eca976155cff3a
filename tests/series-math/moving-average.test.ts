import { describe, expect, it } from 'vitest';
import { meansOf, movingAverage } from '../../service/series-math/moving-average.ts';
import type { Fraction } from '../../service/series-math/types.ts';
import { DAYS, MONTHS, monthsOf, rowsOf, seriesOf, WEEKS } from './series.ts';

describe('a moving average', () => {
  it('has the decimals of its members, and an unrounded value', () => {
    const series = monthsOf('2024-01', '1.25', '2', '3', '4.5', '6');
    expect(movingAverage(series, 2, MONTHS)).toEqual({
      days: series.days.slice(1),
      // 1.625, 2.5, 3.75 and 5.25.
      values: ['1.63', '3', '3.8', '5.3'],
      exact: [
        { n: 325n, d: 200n },
        { n: 500n, d: 200n },
        { n: 750n, d: 200n },
        { n: 1050n, d: 200n },
      ],
    });
    expect(movingAverage(series, 3, MONTHS).values).toEqual(['2.08', '3.2', '4.5']);
    expect(movingAverage(series, 5, MONTHS).values).toEqual(['3.35']);
    expect(movingAverage(series, 6, MONTHS)).toEqual({ days: new Int32Array(), values: [], exact: [] });
  });

  it('of one observation is the series itself', () => {
    const series = {
      ...monthsOf('2024-01', '1', '', '3'),
      exact: [
        { n: 1n, d: 1n },
        { n: 10n, d: 3n },
      ],
    };
    expect(movingAverage(series, 1, MONTHS)).toBe(series);
  });

  it('of means uses their unrounded values', () => {
    const third = (n: bigint): Fraction => ({ n, d: 3n });
    const series = { ...monthsOf('2024-01', '0', '1', '1'), exact: [third(1n), third(2n), third(4n)] };
    expect(movingAverage(series, 2, MONTHS)).toMatchObject({
      values: ['1', '1'],
      exact: [
        { n: 3n, d: 6n },
        { n: 6n, d: 6n },
      ],
    });
  });

  it('begins again after a missing week, and continues over holidays in daily data', () => {
    const weeks = seriesOf('2024-01-06 1', '2024-01-13 3', '2024-01-27 5', '2024-02-03 7');
    expect(rowsOf(movingAverage(weeks, 2, WEEKS))).toEqual(['2024-01-13 2', '2024-02-03 6']);
    const days = seriesOf('2024-03-27 1', '2024-03-28 3', '2024-04-01 8', '2024-04-10 4', '2024-04-11 6');
    expect(rowsOf(movingAverage(days, 2, DAYS))).toEqual(['2024-03-28 2', '2024-04-01 6', '2024-04-11 5']);
  });
});

describe('means of numbers', () => {
  const means = (numbers: readonly Fraction[], count: number, sequence = numbers.map((_, i) => i)) => [
    ...meansOf(Float64Array.from(sequence), numbers, count),
  ];

  it('exist if enough numbers follow one another', () => {
    const numbers = [1n, 2n, 6n, 10n, 20n].map((n) => ({ n, d: 1n }));
    expect(means(numbers, 2)).toEqual([undefined, ...[3n, 8n, 16n, 30n].map((n) => ({ n, d: 2n }))]);
    expect(means(numbers, 3, [4, 5, 7, 8, 9])).toEqual([...Array(4).fill(undefined), { n: 36n, d: 3n }]);
    expect(means(numbers, 1, [4, 9, 1, 3, 7])).toEqual(numbers);
    expect(means([], 3)).toEqual([]);
  });

  it('have the least common denominator', () => {
    const numbers = [
      { n: 1n, d: 4n },
      { n: 1n, d: 6n },
      { n: -1n, d: 2n },
    ];
    expect(means(numbers, 2)).toEqual([undefined, { n: 5n, d: 24n }, { n: -4n, d: 24n }]);
  });

  it('are rounded to forty decimals if denominators have no common factor', () => {
    const [p, q] = [10n ** 40n + 1n, 10n ** 40n + 3n];
    const unit = 10n ** 40n;
    const found = means(
      [
        { n: 2n * p, d: 3n * p },
        { n: -2n * q, d: 3n * q },
        { n: 5n, d: 1n },
      ],
      2,
    );
    const twoThirds = (2n * unit + 1n) / 3n;
    expect(found).toEqual([undefined, { n: 0n, d: 2n * unit }, { n: 5n * unit - twoThirds, d: 2n * unit }]);
    // An equal long denominator is kept.
    const long = 10n ** 70n;
    expect(
      means(
        [
          { n: 1n, d: long },
          { n: 2n, d: long },
        ],
        2,
      ),
    ).toEqual([undefined, { n: 3n, d: 2n * long }]);
    // Denominators of up to sixty digits are multiplied.
    const [a, b] = [10n ** 29n + 1n, 10n ** 30n];
    expect(
      means(
        [
          { n: 1n, d: a },
          { n: 1n, d: b },
        ],
        2,
      )[1]?.d,
    ).toBe(2n * a * b);
  });
});
