import { describe, expect, it } from 'vitest';
import { dateText, dayNumber } from '../../../service/calendar/dates.ts';
import { SHAPE } from '../../../service/datasets/yields/curve.ts';
import {
  alikeDays,
  bandRows,
  basisPoints,
  changeBetweenRows,
  forwardRate,
  LARGEST_ALIKE_DISTANCE,
  lifeOf,
  longestRun,
  matrixSpread,
  medianOf,
  rankOf,
  referenceRow,
  spreadFacts,
  startOf,
  tenorState,
  wantedDay,
} from '../../../service/series-math/curve.ts';
import { type MatrixColumn, matrixOf, matrixOfCsv, scaledText } from '../../../service/series-math/matrix.ts';

const day = (date: string) => dayNumber(date) as number;

/** One column of values in hundredths; `undefined` for a missing value. */
const columnOf = (cells: readonly (number | undefined)[], days = cells.map((_, i) => i)) => {
  const texts = cells.map((cell) => (cell === undefined ? undefined : scaledText({ places: 2 }, cell)));
  const matrix = matrixOf(Int32Array.from(days), [{ name: 'US10Y', texts }]);
  return { matrix, column: matrix.columns[0] as MatrixColumn };
};

describe('changes', () => {
  it.each([
    ['2024-03-31', '1m', '2024-02-29'],
    ['2024-02-29', '1y', '2023-02-28'],
    ['2024-07-04', 'YTD', '2023-12-31'],
    ['2024-07-04', '1w', '2024-06-27'],
    ['2024-07-04', '1d', '2024-07-03'],
  ] as const)('of %s, %s leads back to %s', (date, span, wanted) => {
    expect(dateText(wantedDay(day(date), span))).toBe(wanted);
  });

  it('use the newest value on or before the wanted day, at most a week earlier', () => {
    const { matrix, column } = columnOf([430, undefined, 410, 420], [10, 12, 17, 30]);
    expect(referenceRow(matrix, column, 12)).toBe(0);
    expect(referenceRow(matrix, column, 16)).toBe(0);
    expect(referenceRow(matrix, column, 24)).toBe(2);
    expect(referenceRow(matrix, column, 25)).toBeUndefined();
    expect(referenceRow(matrix, column, 9)).toBeUndefined();
    expect(changeBetweenRows(matrix, column, 2, 3)).toBe('10');
    expect(changeBetweenRows(matrix, column, 0, 2)).toBe('-20');
    expect(changeBetweenRows(matrix, column, 0, 0)).toBe('0');
    expect(changeBetweenRows(matrix, column, 0, 1)).toBeUndefined();
    expect(changeBetweenRows(matrix, column, 1, 3)).toBeUndefined();
    expect(changeBetweenRows(matrix, column, undefined, 3)).toBeUndefined();
  });

  it('are exact in basis points, for any number of digits', () => {
    expect(basisPoints(3, { places: 1 })).toBe('30');
    expect(basisPoints(-17, { places: 2 })).toBe('-17');
    expect(basisPoints(5, { places: 3 })).toBe('0.5');
    expect(basisPoints(-20, { places: 3 })).toBe('-2');
    expect(basisPoints(-0, { places: 2 })).toBe('0');
    expect(basisPoints(2, { places: 0 })).toBe('200');
    expect(basisPoints(-0, { places: 3 })).toBe('0');
    expect(basisPoints(1000, { places: 3 })).toBe('100');
    expect(basisPoints(-12_340, { places: 5 })).toBe('-12.34');
  });
});

describe('a spread', () => {
  const spread = (cells: readonly number[], days = cells.map((_, i) => i)) => ({
    days: Int32Array.from(days),
    scaled: Float64Array.from(cells),
    rows: Int32Array.from(days),
  });

  it('is inverted below zero, not at zero; a run ends at zero and at a gap of days', () => {
    const { runs, below, flat } = spreadFacts(
      spread([-1, -2, 0, -3, -1, -1, 4, -1], [1, 2, 3, 4, 5, 14, 15, 16]),
    );
    expect({ below, flat }).toEqual({ below: 6, flat: 1 });
    expect(runs).toEqual([
      { from: 1, to: 2, count: 2 },
      { from: 4, to: 5, count: 2 },
      { from: 14, to: 14, count: 1 },
      { from: 16, to: 16, count: 1 },
    ]);
    expect(longestRun(runs)).toEqual(runs[0]);
    expect(longestRun(runs.slice(1, 3).reverse())).toEqual(runs[1]);
    expect(longestRun([])).toBeUndefined();
  });

  it('has runs that continue over seven days without a value, not over eight', () => {
    expect(spreadFacts(spread([-1, -1, -1], [1, 9, 18])).runs).toEqual([
      { from: 1, to: 9, count: 2 },
      { from: 18, to: 18, count: 1 },
    ]);
  });

  it('has facts up to a day, with the first of equal values', () => {
    const series = spread([1, -3, 0, 5, -3, 5, -9]);
    expect(spreadFacts(series, 6)).toEqual({
      count: 6,
      below: 2,
      flat: 1,
      runs: [
        { from: 1, to: 1, count: 1 },
        { from: 4, to: 4, count: 1 },
      ],
      lowest: 1,
      highest: 3,
    });
    expect(spreadFacts(series)).toMatchObject({ count: 7, below: 3, lowest: 6 });
    expect(spreadFacts(series, 0)).toEqual({
      count: 0,
      below: 0,
      flat: 0,
      runs: [],
      lowest: -1,
      highest: -1,
    });
  });

  it('counts a value, its equals and lower values in a range, without missing days', () => {
    const scaled = Float64Array.of(9, 1, Number.NaN, 3, 3, 5, 0);
    expect(rankOf(scaled, 3, 1, 6)).toEqual({ count: 3, total: 4 });
    expect(rankOf(scaled, 3, 0, 7)).toEqual({ count: 4, total: 6 });
    expect(rankOf(scaled, 2.9, 1, 6)).toEqual({ count: 1, total: 4 });
    expect(rankOf(scaled, 3, 2, 2)).toEqual({ count: 0, total: 0 });
  });

  it('has values on days with both tenors, and is empty without one of the tenors', () => {
    const matrix = matrixOfCsv('date,US2Y,US10Y\n2024-01-02,4.3,\n2024-01-03,4.35,4.00\n');
    expect(matrixSpread(matrix, 'US10Y', 'US2Y')).toEqual({
      days: Int32Array.of(day('2024-01-03')),
      scaled: Float64Array.of(-35),
      rows: Int32Array.of(1),
    });
    expect([...matrixSpread(matrix, 'US2Y', 'US10Y').scaled]).toEqual([35]);
    const none = { days: new Int32Array(), scaled: new Float64Array(), rows: new Int32Array() };
    expect(matrixSpread(matrix, 'US10Y', 'US3M')).toEqual(none);
    expect(matrixSpread(matrix, 'US3M', 'US10Y')).toEqual(none);
    expect(spreadFacts(matrixSpread(matrix, 'US10Y', 'US3M')).lowest).toBe(-1);
  });
});

describe('bands and medians', () => {
  it('use the nearest rank in a range of rows, and the first or last of equal values', () => {
    const cells = [700, 40, undefined, 20, 10, 30, 90, 80, 70, 60, 50, 100, 5];
    const { column } = columnOf(cells);
    const values = (share: number, start = 1, end = 12) => {
      const rows = bandRows(column, start, end, share);
      return rows && [cells[rows.low], cells[rows.high]];
    };
    // The ten values are 10, 20, … 100.
    expect(values(0)).toEqual([10, 100]);
    expect(values(0.1)).toEqual([10, 90]);
    expect(values(0.11)).toEqual([20, 90]);
    expect(values(0.25)).toEqual([30, 80]);
    expect(values(0.3)).toEqual([30, 70]);
    expect(values(0, 0, 13)).toEqual([5, 700]);
    expect(values(0, 2, 3)).toBeUndefined();
    const equal = columnOf([20, 10, 10, 20]).column;
    expect(bandRows(equal, 0, 4, 0)).toEqual({ low: 1, high: 3 });
    // Of an even number, the lower of the two middle values is the median.
    expect([medianOf(column, 1, 12), medianOf(column, 0, 12), medianOf(column, 1, 4)]).toEqual([50, 60, 20]);
    expect(medianOf(column, 3, 6)).toBe(20);
    expect(medianOf(column, 2, 3)).toBeNaN();
  });

  it('know the rows of the first and the last value', () => {
    expect(lifeOf(columnOf([undefined, 5, undefined, 7, undefined]).column)).toEqual({ first: 1, last: 3 });
    expect(lifeOf(columnOf([undefined]).column)).toEqual({ first: -1, last: -1 });
  });

  it('a tenor that began before the stored days is missing, not unpublished', () => {
    const { matrix, column } = columnOf([undefined, 430]);
    const state = (row: number, from?: number) =>
      tenorState(matrix, column, row, startOf(matrix, column, from));
    expect([state(0), state(0, -5), state(1)]).toEqual(['unpublished', 'missing', 'value']);
    // On its first day the tenor is missing; the day before, it was unpublished.
    expect([state(0, 0), state(0, 1)]).toEqual(['missing', 'unpublished']);
    const later = columnOf([undefined, 430, undefined], [10, 12, 17]);
    expect(startOf(later.matrix, later.column)).toBe(12);
    expect([startOf(later.matrix, later.column, 3), startOf(later.matrix, later.column, 99)]).toEqual([
      3, 99,
    ]);
    expect(tenorState(later.matrix, later.column, 2, 12)).toBe('missing');
    const never = columnOf([undefined]);
    expect(startOf(never.matrix, never.column)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('similar days', () => {
  /** Curves of one shape each: `slope` hundredths from tenor to tenor, above `level`. */
  const curves = (days: readonly { day: number; level: number; slope: number }[]) =>
    matrixOf(
      Int32Array.from(days, (one) => one.day),
      SHAPE.map((name, i) => ({
        name,
        texts: days.map(({ level, slope }) => scaledText({ places: 2 }, level + i * slope)),
      })),
    );

  it('have the same shape at any level, or also the same level on request', () => {
    const matrix = curves([
      { day: 0, level: 100, slope: 5 },
      { day: 200, level: 900, slope: 10 },
      { day: 400, level: 310, slope: 12 },
      { day: 900, level: 300, slope: 10 },
    ]);
    expect(alikeDays(matrix, SHAPE, 3, 1)).toEqual([{ row: 1, distance: 0 }]);
    expect(alikeDays(matrix, SHAPE, 3, 1, true)[0]?.row).toBe(2);
  });

  it('are at least a year earlier and more than 90 days apart, the nearest curve first', () => {
    const matrix = curves([
      { day: 0, level: 300, slope: 8 },
      { day: 90, level: 300, slope: 9 },
      { day: 91, level: 300, slope: 11 },
      { day: 595, level: 300, slope: 14 },
      { day: 596, level: 300, slope: 10 },
      { day: 960, level: 300, slope: 10 },
    ]);
    const rows = (row: number, most: number) => alikeDays(matrix, SHAPE, row, most).map((one) => one.row);
    expect(rows(5, 4)).toEqual([2, 0, 3]);
    expect(rows(5, 2)).toEqual([2, 0]);
    expect(rows(0, 4)).toEqual([]);
    // Of two days 90 days apart, only one is listed.
    const near = curves([
      { day: 0, level: 300, slope: 9 },
      { day: 90, level: 300, slope: 10 },
      { day: 1000, level: 300, slope: 10 },
    ]);
    expect(alikeDays(near, SHAPE, 2, 4).map((one) => one.row)).toEqual([1]);
  });

  it('have as distance the root of the mean squared difference, in basis points', () => {
    const names = ['US2Y', 'US10Y'];
    const of = (csv: string, withLevel?: boolean) => alikeDays(matrixOfCsv(csv), names, 2, 9, withLevel);
    const csv = 'date,US2Y,US10Y,US30Y\n2020-01-02,4.00,4.10,9\n2021-01-04,,4.10,9\n2023-01-03,3.00,3.50,1\n';
    // The shapes are ±0.05 and ±0.25; the levels differ by 1 and 0.6.
    expect(of(csv)).toEqual([{ row: 0, distance: expect.closeTo(20, 9) }]);
    expect(of(csv, true)).toEqual([
      { row: 0, distance: expect.closeTo(Math.sqrt((100 ** 2 + 60 ** 2) / 2), 9) },
    ]);
    expect(of(csv.replace('3.50', '3.500'))).toEqual([{ row: 0, distance: expect.closeTo(20, 9) }]);
    expect(LARGEST_ALIKE_DISTANCE).toBe(20);
    // There are no similar days if the day, or the whole matrix, lacks one of the tenors.
    expect(of(csv.replace('3.50', ''))).toEqual([]);
    expect(alikeDays(matrixOfCsv(csv), ['US2Y', 'US5Y'], 2, 9)).toEqual([]);
  });
});

describe('forward rates from par yields, bootstrapped and as if the yields were zero rates', () => {
  it('equal the yield of a flat curve', () => {
    const flat = [0.5, 10, 30].map((years) => [years, 4] as const);
    for (const [from, to] of [
      [1, 2],
      [5, 10],
      [10, 30],
    ] as const) {
      const { bootstrapped, naive } = forwardRate(flat, from, to);
      expect(bootstrapped).toBeCloseTo(4, 10);
      expect(naive).toBeCloseTo(4, 10);
    }
  });

  it('equal rates worked out by hand', () => {
    // A half-year at 2 %, a year at 4 %: 1 = 0.02 d1 + 1.02 d2 with d1 = 1 / 1.01.
    const second = (1 - 0.02 / 1.01) / 1.02;
    const curve = [
      [0.5, 2],
      [1, 4],
      [2, 4],
    ] as const;
    const third = (1 - 0.02 * (1 / 1.01 + second)) / 1.02;
    const fourth = (1 - 0.02 * (1 / 1.01 + second + third)) / 1.02;
    const { bootstrapped, naive } = forwardRate(curve, 1, 2);
    expect(bootstrapped).toBeCloseTo(200 * (Math.sqrt(second / fourth) - 1), 12);
    // Zero rates of 4 % for one and for two years give 4 % in between, compounded twice a year.
    expect(naive).toBeCloseTo(4, 12);
  });

  it('use straight lines between the par yields of the tenors', () => {
    // The same line from two tenors and from four: 2, 3, 4 and 5 % at half-years.
    const given = (years: number) => [years, 1 + 2 * years] as const;
    const joined = forwardRate([given(0.5), given(2)], 1, 2);
    expect(joined).toEqual(forwardRate([0.5, 1, 1.5, 2].map(given), 1, 2));
    // (1.025 ^ 4 ÷ 1.015 ^ 2) ^ (1 / 2), half-yearly.
    expect(joined.naive).toBeCloseTo(200 * (1.025 ** 2 / 1.015 - 1), 12);
    expect(joined.bootstrapped).toBeGreaterThan(joined.naive);
  });
});
