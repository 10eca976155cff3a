import { describe, expect, test } from 'vitest';
import {
  type BandEnds,
  bandEnds,
  comparedCurve,
  curveDay,
  curvesOf,
  spreadAt,
  spreadLine,
} from '../../../renderer/yields/curves.ts';
import { type Move, movedRow } from '../../../renderer/yields/shown.ts';
import { dateText, dayNumber } from '../../../service/calendar/dates.ts';
import { SPREADS } from '../../../service/datasets/yields/curve.ts';
import { matrixOf } from '../../../service/series-math/matrix.ts';
import { fewCurves } from './few-days.ts';
import { someCurves } from './some-curves.ts';

const few = fewCurves();
const rowOf = (date: string) => few.days.indexOf(dayNumber(date) as number);
const at = (row: number | undefined) => (row === undefined ? undefined : dateText(few.days[row] as number));
const TENS_TWOS = SPREADS[0] as (typeof SPREADS)[number];
describe('the curves', () => {
  test('have a column for each tenor with its first day; the column is empty if the table lacks the tenor', () => {
    const curves = curvesOf(
      matrixOf(Int32Array.of(19_000), [
        { name: 'US10Y', texts: ['4.10'] },
        { name: 'US1_5M', texts: ['0.25'] },
      ]),
    );
    expect(curves.columns.map(({ label, texts, start }) => [label, texts[0], dateText(start)])).toEqual([
      ['1M', undefined, '2001-07-31'],
      ['1.5M', '0.25', '2025-02-18'],
      ['2M', undefined, '2018-10-16'],
      ['3M', undefined, '1990-01-02'],
      ['4M', undefined, '2022-10-19'],
      ['6M', undefined, '1990-01-02'],
      ['1Y', undefined, '1990-01-02'],
      ['2Y', undefined, '1990-01-02'],
      ['3Y', undefined, '1990-01-02'],
      ['5Y', undefined, '1990-01-02'],
      ['7Y', undefined, '1990-01-02'],
      ['10Y', '4.10', '1990-01-02'],
      ['20Y', undefined, '1993-10-01'],
      ['30Y', undefined, '1990-01-02'],
    ]);
  });

  test('a spread is in percentage points, has the days of both tenors, and knows its newest day for each row', () => {
    const curves = someCurves({
      '2025-03-05': { '2Y': '4.00', '10Y': '4.25' },
      '2025-03-06': { '10Y': '4.30' },
      '2025-03-07': { '2Y': '4.10', '10Y': '4.05' },
    });
    const line = spreadLine(curves, TENS_TWOS);
    expect([[...line.rows], [...line.numbers]]).toEqual([
      [0, 2],
      [0.25, -0.05],
    ]);
    expect([0, 1, 2].map((row) => spreadAt(line, row))).toEqual([0, 0, 1]);
    expect(spreadAt(line, -1)).toBe(-1);
  });

  test('the band has the days of its lowest and highest yields, without tenors that most days lack', () => {
    const curves = someCurves({
      '2025-03-03': { '1M': '1.00', '2Y': '4.00', '10Y': '4.30' },
      '2025-03-04': { '1M': '2.00', '2Y': '5.00', '10Y': '4.10' },
      '2025-03-05': { '10Y': '4.20' },
      '2025-03-06': { '2Y': '1.00', '10Y': '4.50' },
      '2025-03-07': { '2Y': '9.00', '10Y': '9.00' },
    });
    const ends = bandEnds(curves, 'min-max', { start: 0, end: 4 });
    expect(ends?.rows.map((rows, i) => rows && [curves.columns[i]?.label, rows]).filter(Boolean)).toEqual([
      ['1M', { low: 0, high: 1 }],
      ['2Y', { low: 3, high: 1 }],
      ['10Y', { low: 1, high: 3 }],
    ]);
    expect({ ...ends, rows: [] }).toEqual({
      ...{ rows: [], name: 'Lowest to highest', words: ['lowest', 'highest'] },
      ...{ from: '2025-03-03', to: '2025-03-06' },
    });
    expect(bandEnds(curves, 'min-max', { start: 0, end: 5 })?.rows[0]).toBeUndefined();
    expect(bandEnds(curves, '10-90', { start: 0, end: 1 })).toMatchObject({
      ...{ name: '10th to 90th percentile', words: ['10th percentile', '90th percentile'] },
      ...{ from: '2025-03-03', to: '2025-03-03' },
    });
    expect(bandEnds(curves, 'off', { start: 0, end: 4 })).toBeUndefined();
    expect(bandEnds(curves, '10-90', { start: 2, end: 2 })).toBeUndefined();
  });

  test('a band of percentiles leaves out a tenth of the days at each end', () => {
    const eleven = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [`2025-02-${10 + i}`, { '10Y': `4.${10 + ((i * 7) % 11)}` }]),
    );
    const curves = someCurves(eleven);
    const ten = curves.columns.findIndex(({ label }) => label === '10Y');
    const { low, high } = (bandEnds(curves, '10-90', { start: 0, end: 11 }) as BandEnds).rows[ten] as {
      low: number;
      high: number;
    };
    expect([low, high].map((row) => curves.columns[ten]?.texts[row])).toEqual(['4.11', '4.19']);
  });
});

describe('the day', () => {
  test.each([
    ['2025-03-08', '2025-03-07', '2025-03-08 is a Saturday: 2025-03-07 is shown.'],
    ['2025-03-04', '2025-02-28', 'There is no curve of 2025-03-04: 2025-02-28 is shown.'],
    ['2025-02-17', '2025-02-07', '2025-02-17 is a federal holiday: 2025-02-07 is shown.'],
    ['2025-03-06', '2025-03-06', ''],
    ['2022-10-17', '2022-10-18', 'There is no curve of 2022-10-17: 2022-10-18 is shown.'],
  ])('shown for %s is %s', (asked, shown, note) => {
    expect(curveDay(few, asked)).toEqual({ row: rowOf(shown), note });
  });

  test('is compared with the newest curve up to a week before the wanted day, or says what is missing', () => {
    const of = (date: string, word: string) => {
      const { row, why } = comparedCurve(few, rowOf(date), word);
      return row === undefined ? why : at(row);
    };
    expect([
      of('2025-03-07', '1d'),
      of('2025-03-07', '1w'),
      of('2025-03-07', '1m'),
      of('2025-03-07', 'YTD'),
      of('2025-03-07', '1y'),
      // The first is a week after the newest curve before it, the second a day more.
      of('2025-03-07', '2025-02-14'),
      of('2025-03-07', '2025-02-15'),
      of('2023-07-03', '1y'),
    ]).toEqual([
      '2025-03-06',
      '2025-02-28',
      '2025-02-07',
      '2024-12-31',
      '2024-03-07',
      '2025-02-07',
      'There is no curve of 2025-02-15 or the week before; the newest before it has the date 2025-02-07.',
      'There is no curve of 2022-07-03 or before.',
    ]);
  });

  test.each<[string, Move, string]>([
    ['2025-03-05', 'first', '2022-10-18'],
    ['2025-03-05', 'last', '2025-03-07'],
    ['2025-03-05', { rows: 1 }, '2025-03-06'],
    ['2025-03-05', { rows: -2 }, '2025-02-27'],
    ['2025-03-05', { rows: 10 }, '2025-03-07'],
    ['2022-10-19', { rows: -10 }, '2022-10-18'],
    ['2025-03-07', { months: -1 }, '2025-02-07'],
    ['2025-03-06', { months: -12 }, '2023-07-06'],
    ['2022-10-19', { months: -1 }, '2022-10-18'],
    // The target lies in a gap of the days: the next day is the first after the gap.
    ['2022-10-19', { months: 1 }, '2023-03-06'],
    ['2025-02-07', { months: 1 }, '2025-03-07'],
    ['2025-03-07', { months: 1 }, '2025-03-07'],
    ['2024-03-08', { months: 12 }, '2025-03-07'],
    // Inversions of 10 years less 2 years begin on 2022-10-18, 2023-03-06, 2023-07-03 and 2024-03-07.
    ['2022-10-18', { inversion: 1 }, '2023-03-06'],
    ['2023-07-05', { inversion: 1 }, '2024-03-07'],
    ['2023-07-03', { inversion: -1 }, '2023-03-06'],
    ['2023-07-05', { inversion: -1 }, '2023-07-03'],
    ['2024-03-07', { inversion: 1 }, '2024-03-07'],
    ['2022-10-18', { inversion: -1 }, '2022-10-18'],
  ])('%s moved by %j is %s', (from, move, to) => {
    expect(at(movedRow(few, spreadLine(few, TENS_TWOS), rowOf(from), move))).toBe(to);
  });

  test('does not move to an inversion without a spread', () => {
    expect(movedRow(few, undefined, 3, { inversion: 1 })).toBe(3);
  });
});
