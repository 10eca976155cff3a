import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText, dayNumber } from '../../../service/calendar/dates.ts';
import { SHAPE } from '../../../service/datasets/yields/curve.ts';
import { alikeDays } from '../../../service/series-math/curve/alike.ts';
import {
  basisPoints,
  changeBetweenRows,
  referenceRow,
  wantedDay,
} from '../../../service/series-math/curve/changes.ts';
import { longestRun, rankOf, spreadFacts, spreadOf } from '../../../service/series-math/curve/spread.ts';
import { bandRows, medianOf, startOf, tenorState } from '../../../service/series-math/curve/tenors.ts';
import { type MatrixColumn, matrixOf, matrixOfCsv, scaledText } from '../../../service/series-math/matrix.ts';

const day = (date: string) => dayNumber(date) as number;

/** One column of values in hundredths; `undefined` where there is none. */
const columnOf = (cells: readonly (number | undefined)[], days = cells.map((_, i) => i)) => {
  const texts = cells.map((cell) => (cell === undefined ? undefined : scaledText({ places: 2 }, cell)));
  const matrix = matrixOf(Int32Array.from(days), [{ name: 'US10Y', texts }]);
  return { matrix, column: matrix.columns[0] as MatrixColumn };
};
const cell = fc.option(fc.integer({ min: -200, max: 900 }), { nil: undefined });

describe('a matrix', () => {
  it('keeps the texts of a wide CSV and scales them together', () => {
    const matrix = matrixOfCsv('date,US2Y,US10Y\n2024-01-02,4.3,\n2024-01-03,-0.05,4.00\n');
    expect([...matrix.days].map(dateText)).toEqual(['2024-01-02', '2024-01-03']);
    expect(matrix.places).toBe(2);
    expect(matrix.columns.map(({ name, texts }) => [name, ...texts])).toEqual([
      ['US2Y', '4.3', '-0.05'],
      ['US10Y', undefined, '4.00'],
    ]);
    expect([...(matrix.columns[0]?.scaled ?? [])]).toEqual([430, -5]);
    expect(matrix.columns[1]?.scaled[0]).toBeNaN();
  });

  it('of no rows is empty', () => {
    const matrix = matrixOfCsv('date,US2Y\n');
    expect([matrix.days.length, matrix.columns[0]?.texts.length]).toEqual([0, 0]);
  });
});

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

  it('take the newest value on or before the wanted day, and none that is more than a week older', () => {
    const { matrix, column } = columnOf([430, undefined, 410, 420], [10, 12, 17, 30]);
    expect(referenceRow(matrix, column, 12)).toBe(0);
    expect(referenceRow(matrix, column, 16)).toBe(0);
    expect(referenceRow(matrix, column, 24)).toBe(2);
    expect(referenceRow(matrix, column, 25)).toBeUndefined();
    expect(referenceRow(matrix, column, 9)).toBeUndefined();
    expect(changeBetweenRows(matrix, column, 2, 3)).toBe('10');
    expect(changeBetweenRows(matrix, column, 1, 3)).toBeUndefined();
    expect(changeBetweenRows(matrix, column, undefined, 3)).toBeUndefined();
  });

  it('are exact in basis points, whatever the digits', () => {
    expect(basisPoints(3, { places: 1 })).toBe('30');
    expect(basisPoints(-17, { places: 2 })).toBe('-17');
    expect(basisPoints(5, { places: 3 })).toBe('0.5');
    expect(basisPoints(-20, { places: 3 })).toBe('-2');
    expect(basisPoints(-0, { places: 2 })).toBe('0');
  });
});

describe('a spread', () => {
  const spread = (cells: readonly number[], days = cells.map((_, i) => i)) => ({
    days: Int32Array.from(days),
    scaled: Float64Array.from(cells),
    rows: Int32Array.from(days),
  });

  it('is inverted below zero, not at zero; a run ends at zero and where days are missing', () => {
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
    expect(longestRun([])).toBeUndefined();
  });

  it('has the days of its runs below zero, each once, and a rank between 1 and all', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 60 }), (cells) => {
        const series = spread(cells);
        const { runs, below, lowest, highest } = spreadFacts(series);
        expect(runs.reduce((sum, { count }) => sum + count, 0)).toBe(below);
        for (const { from, to } of runs) expect(cells.slice(from, to + 1).every((one) => one < 0)).toBe(true);
        expect(cells[lowest]).toBe(Math.min(...cells));
        expect(cells[highest]).toBe(Math.max(...cells));
        expect(rankOf(series.scaled, cells[highest] as number, 0, cells.length).count).toBe(cells.length);
      }),
    );
  });

  it('exists where both tenors do, and is empty without one of them', () => {
    const matrix = matrixOfCsv('date,US2Y,US10Y\n2024-01-02,4.3,\n2024-01-03,4.35,4.00\n');
    expect([...spreadOf(matrix, 'US10Y', 'US2Y').scaled]).toEqual([-35]);
    expect(spreadOf(matrix, 'US10Y', 'US3M').days).toHaveLength(0);
    expect(spreadFacts(spreadOf(matrix, 'US10Y', 'US3M')).lowest).toBe(-1);
  });
});

describe('bands and medians', () => {
  it('are published values in order, with the extremes at share 0', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 50 }), (cells) => {
        const { column } = columnOf(cells);
        const values = cells.filter((one) => one !== undefined).sort((a, b) => a - b);
        const whole = bandRows(column, 0, cells.length, 0);
        const inner = bandRows(column, 0, cells.length, 0.1);
        expect([whole === undefined, inner === undefined]).toEqual(Array(2).fill(values.length === 0));
        if (values.length === 0) return;
        expect([cells[whole?.low ?? -1], cells[whole?.high ?? -1]]).toEqual([values[0], values.at(-1)]);
        expect(cells[inner?.low ?? -1]).toBeLessThanOrEqual(cells[inner?.high ?? -1] as number);
        expect(values).toContain(medianOf(column, 0, cells.length));
      }),
    );
  });

  it('know a tenor that began before the held days as missing, not as unpublished', () => {
    const { matrix, column } = columnOf([undefined, 430]);
    const state = (row: number, from?: number) =>
      tenorState(matrix, column, row, startOf(matrix, column, from));
    expect([state(0), state(0, -5), state(1)]).toEqual(['unpublished', 'missing', 'value']);
    const never = columnOf([undefined]);
    expect(startOf(never.matrix, never.column)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('days alike', () => {
  /** Curves of one shape each: `slope` hundredths from tenor to tenor, above `level`. */
  const curves = (days: readonly { day: number; level: number; slope: number }[]) =>
    matrixOf(
      Int32Array.from(days, (one) => one.day),
      SHAPE.map((name, i) => ({
        name,
        texts: days.map(({ level, slope }) => scaledText({ places: 2 }, level + i * slope)),
      })),
    );

  it('have the shape, at whatever level; with the level too when asked', () => {
    const matrix = curves([
      { day: 0, level: 100, slope: 5 },
      { day: 200, level: 900, slope: 10 },
      { day: 400, level: 310, slope: 12 },
      { day: 900, level: 300, slope: 10 },
    ]);
    expect(alikeDays(matrix, SHAPE, 3, 1)).toEqual([{ row: 1, distance: 0 }]);
    expect(alikeDays(matrix, SHAPE, 3, 1, true)[0]?.row).toBe(2);
  });

  it('lie a year before, and more than 90 days apart', () => {
    const matrix = curves([
      { day: 0, level: 300, slope: 8 },
      { day: 90, level: 300, slope: 9 },
      { day: 91, level: 300, slope: 11 },
      { day: 600, level: 300, slope: 10 },
      { day: 960, level: 300, slope: 10 },
    ]);
    const found = alikeDays(matrix, SHAPE, 4, 4);
    expect(found.map(({ row }) => row)).toEqual([2, 0]);
    expect(alikeDays(matrix, SHAPE, 0, 4)).toEqual([]);
  });
});
