import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { matrixOf, matrixOfCsv, rowOnOrBefore, scaledText } from '../../service/series-math/matrix.ts';

describe('a matrix', () => {
  it.each([
    ['\n', ''],
    ['\n', '\n'],
    ['\r\n', '\r\n'],
  ])(
    'keeps the texts of a wide CSV and scales them together (lines end with %j, the last with %j)',
    (end, last) => {
      const lines = ['date,US2Y,US10Y', '2024-01-02,4.3,', '2024-01-03,-0.05,4.00', '2024-01-05,,5'];
      const matrix = matrixOfCsv(lines.join(end) + last);
      expect([...matrix.days].map(dateText)).toEqual(['2024-01-02', '2024-01-03', '2024-01-05']);
      expect(matrix.places).toBe(2);
      expect(matrix.columns).toEqual([
        { name: 'US2Y', texts: ['4.3', '-0.05', undefined], scaled: Float64Array.of(430, -5, Number.NaN) },
        { name: 'US10Y', texts: [undefined, '4.00', '5'], scaled: Float64Array.of(Number.NaN, 400, 500) },
      ]);
    },
  );

  it('is empty without rows, and for an empty text', () => {
    expect(matrixOfCsv('date,US2Y\n')).toEqual({
      days: new Int32Array(),
      places: 0,
      columns: [{ name: 'US2Y', texts: [], scaled: new Float64Array() }],
    });
    expect(matrixOfCsv('')).toEqual({ days: new Int32Array(), places: 0, columns: [] });
  });

  it('has as many decimals as the value with the most', () => {
    const days = Int32Array.of(3, 5);
    expect(
      matrixOf(days, [
        { name: 'a', texts: ['12', undefined] },
        { name: 'b', texts: ['7', '-8'] },
      ]),
    ).toEqual({
      days,
      places: 0,
      columns: [
        { name: 'a', texts: ['12', undefined], scaled: Float64Array.of(12, Number.NaN) },
        { name: 'b', texts: ['7', '-8'], scaled: Float64Array.of(7, -8) },
      ],
    });
    expect(matrixOf(days, [{ name: 'a', texts: ['1', '0.125'] }])).toMatchObject({
      places: 3,
      columns: [{ scaled: Float64Array.of(1000, 125) }],
    });
  });

  it('writes scaled whole numbers as values', () => {
    const texts = [
      [2, 432],
      [2, -5],
      [0, 7],
      [3, 0],
    ].map(([places = 0, scaled = 0]) => scaledText({ places }, scaled));
    expect(texts).toEqual(['4.32', '-0.05', '7', '0.000']);
  });

  it('finds the last row on or before a day', () => {
    const days = Int32Array.of(10, 12, 17);
    expect([9, 10, 11, 12, 16, 17, 99].map((day) => rowOnOrBefore(days, day))).toEqual([
      -1, 0, 0, 1, 1, 2, 2,
    ]);
    expect(rowOnOrBefore(new Int32Array(), 5)).toBe(-1);
  });
});
