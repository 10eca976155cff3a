import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../../service/calendar/dates.ts';
import {
  AREAS,
  areaTable,
  byAreaName,
  dayOfRow,
  largestWeek,
  movedAreas,
  recordRows,
  rowOfDay,
  scaledOn,
  sumOfRow,
} from '../../../service/series-math/areas/area-table.ts';
import { CLASSES, classBounds, classOf } from '../../../service/series-math/areas/classes.ts';
import { type AreaMeasure, measureAreas } from '../../../service/series-math/areas/measures.ts';
import { roundedRatio } from '../../../service/series-math/exact-decimal.ts';
import { matrixOfCsv } from '../../../service/series-math/matrix.ts';
import { AK, CA, everywhere, table } from './tables.ts';

/** Two areas; one week is missing, and another week lacks one area. */
const CLAIMS = table('date,x.AK,x.CA', '2024-01-06,100,2000', '2024-01-13,103,', '2024-01-27,90,1500');

const COVERED = table(
  'date,x.AK,x.CA',
  '2024-01-06,8000,0',
  '2024-01-13,8000,16000',
  '2024-01-27,8000,16000',
);

describe('a table of areas', () => {
  test('has a row for every week, even a missing one, and no values of missing areas', () => {
    expect(CLAIMS.rows).toBe(4);
    expect(CLAIMS.texts[AK]).toEqual(['100', '103', undefined, '90']);
    expect(sumOfRow(CLAIMS, 1)).toEqual({ sum: 103, count: 1 });
    expect(sumOfRow(CLAIMS, 2)).toEqual({ sum: 0, count: 0 });
    expect(CLAIMS.texts[AREAS.indexOf('WY')]?.every((text) => text === undefined)).toBe(true);
    // No week has all 53 areas, so there is no national total.
    expect(largestWeek(CLAIMS)).toBeUndefined();
    expect(table('date')).toMatchObject({ first: 0, rows: 0, places: 0 });
  });

  test('has the days of its rows, and finds the values of days', () => {
    const first = dayNumber('2024-01-06') as number;
    expect([CLAIMS.first, dayOfRow(CLAIMS, 0), dayOfRow(CLAIMS, 3)]).toEqual([first, first, first + 21]);
    expect([first, first + 21, first - 7, first + 1].map((day) => rowOfDay(CLAIMS, day))).toEqual([
      0,
      3,
      -1,
      1 / 7,
    ]);
    expect([0, 7, 14, 21, 28, -7, 1].map((later) => scaledOn(CLAIMS, AK, first + later))).toEqual([
      100,
      103,
      Number.NaN,
      90,
      ...Array(3).fill(Number.NaN),
    ]);
    expect(scaledOn(CLAIMS, AREAS.length, first)).toBeNaN();
  });

  test('finds the record week of each area, the first of equal ones, and none for an area without values', () => {
    const records = recordRows(
      table('date,x.AK,x.CA', '2024-01-06,5,', '2024-01-13,9,-3', '2024-01-20,9,-4', '2024-01-27,8,-3'),
    );
    expect([records.length, records[AK], records[CA], records[AREAS.indexOf('WY')]]).toEqual([53, 1, 1, -1]);
  });

  test('finds the largest week of all areas, the first of equal ones, and skips weeks with a missing area', () => {
    const weeks = everywhere(
      ['2024-01-06', () => '1.5'],
      ['2024-01-13', (area) => (area === CA ? '3.25' : '1.5')],
      ['2024-01-20', (area) => (area === AK ? '3.25' : '1.5')],
      ['2024-01-27', (area) => (area === CA ? '' : '1000')],
    );
    expect(weeks.places).toBe(2);
    expect([sumOfRow(weeks, 0), sumOfRow(weeks, 3)]).toEqual([
      { sum: 53 * 150, count: 53 },
      { sum: 52 * 100_000, count: 52 },
    ]);
    // 52 × 1.5 + 3.25
    expect(largestWeek(weeks)).toEqual({ row: 1, text: '81.25' });
  });

  test('compares areas by their names', () => {
    const of = (code: 'AK' | 'AL' | 'DC' | 'DE') => AREAS.indexOf(code);
    expect(byAreaName(of('AL'), of('AK'))).toBeLessThan(0);
    // By name: District of Columbia, Delaware.
    expect(byAreaName(of('DC'), of('DE'))).toBeGreaterThan(0);
    expect(byAreaName(of('DC'), of('DC'))).toBe(0);
  });
});

test('a series keeps its own decimals beside a series with more', () => {
  const both = matrixOfCsv('date,x.AK,rate.AK\n2024-01-06,100,2.86\n2024-01-13,7,3');
  expect(areaTable(both, 'x')).toMatchObject({ places: 0, first: both.days[0] });
  expect([...(areaTable(both, 'x').scaled[AK] ?? [])]).toEqual([100, 7]);
  expect([...(areaTable(both, 'rate').scaled[AK] ?? [])]).toEqual([286, 300]);
});

describe('measures', () => {
  const of = (id: Parameters<typeof measureAreas>[0], reportAfter = 0) =>
    measureAreas(id, { claims: CLAIMS, covered: COVERED, reportAfter });

  test('a change needs the exact week of comparison: a gap is never filled by the nearest week', () => {
    expect([0, 1, 2, 3].map((row) => of('week')?.text(AK, row))).toEqual([
      undefined,
      '3',
      undefined,
      undefined,
    ]);
    expect(of('weekpct')?.text(AK, 1)).toBe('3.0');
  });

  test('percent and per thousand equal exact arithmetic', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000_000 }),
        fc.integer({ min: 1, max: 20_000_000 }),
        (claims, jobs) => {
          const one = table('date,x.AK', `2024-01-06,${jobs}`, `2024-01-13,${claims}`);
          const covered = table('date,x.AK', `2024-01-13,${jobs}`);
          const data = { claims: one, covered, reportAfter: 0 };
          const hundredths = (text: string | undefined) => BigInt((text ?? '').replace('.', ''));
          expect(hundredths(measureAreas('thousand', data)?.text(AK, 1))).toBe(
            roundedRatio(BigInt(claims) * 100_000n, BigInt(jobs)),
          );
          expect(hundredths(measureAreas('weekpct', data)?.text(AK, 1))).toBe(
            roundedRatio(BigInt(claims - jobs) * 1000n, BigInt(jobs)),
          );
        },
      ),
    );
  });
});

test('the areas’ changes add up to the sum, largest first, without areas that lack one of the weeks', () => {
  const both = table('date,x.AK,x.CA,x.NY', '2024-01-06,1,10,7', '2024-01-13,4,2,');
  expect(movedAreas(both, rowOfDay(both, both.first + 7), 1)).toEqual({
    changes: [
      { area: CA, change: -8 },
      { area: AK, change: 3 },
    ],
    sum: -5,
    isWhole: false,
  });
});

test('the changes cover the whole nation if all 53 areas have both weeks, and are empty before the first week', () => {
  const weeks = everywhere(
    ['2024-01-06', () => '1'],
    ['2024-01-13', (area) => (area === CA ? '' : '2')],
    ['2024-01-20', (area) => (area === CA ? '9' : '4')],
  );
  const moved = (row: number, back: number) => {
    const { changes, sum, isWhole } = movedAreas(weeks, row, back);
    return [changes.length, changes[0], sum, isWhole];
  };
  expect(moved(2, 2)).toEqual([53, { area: CA, change: 8 }, 8 + 52 * 3, true]);
  // Alabama is the first of 52 areas with the same change.
  expect(moved(2, 1)).toEqual([52, { area: AREAS.indexOf('AL'), change: 2 }, 52 * 2, false]);
  expect(moved(1, 2)).toEqual([0, undefined, 0, false]);
});

test('equal changes are sorted by name, not by code', () => {
  const both = table('date,x.AK,x.AL,x.AZ,x.AR', '2024-01-06,1,1,1,1', '2024-01-13,3,-1,3,3');
  const { changes } = movedAreas(both, 1, 1);
  // By name: Alabama, Alaska, Arizona, Arkansas.
  expect(changes.map(({ area }) => AREAS[area])).toEqual(['AL', 'AK', 'AZ', 'AR']);
});

/** @returns a measure with these numbers for the first areas in each row, and none for the other areas. */
function measured(kind: AreaMeasure['kind'], places: number, ...rows: number[][]): AreaMeasure {
  const numbers = new Float64Array(rows.length * AREAS.length).fill(Number.NaN);
  for (const [row, own] of rows.entries()) numbers.set(own, row * AREAS.length);
  return {
    id: 'persons',
    kind,
    places,
    first: 0,
    rows: rows.length,
    numbers,
    text: () => undefined,
    size: () => Number.NaN,
  };
}

const upTo = (last: number) => Array.from({ length: last + 1 }, (_, i) => i);

test('a value on a bound belongs to the class above', () => {
  const bounds = [1, 2.5, 4];
  expect([-1, 0.9, 1, 2.4, 2.5, 3, 4, 99, Number.NaN].map((value) => classOf(bounds, value))).toEqual([
    0, 0, 1, 1, 2, 2, 3, 3, -1,
  ]);
  expect(classOf([], 7)).toBe(0);
});

test('six bounds put equal numbers of values into each of seven classes, for values in any order', () => {
  const values = upTo(42).reverse();
  const bounds = classBounds(measured('level', 0, values), [0, 0]);
  expect(bounds).toEqual([6, 12, 18, 24, 30, 36]);
  const sizes = Map.groupBy(values, (value) => classOf(bounds, value));
  expect(sizes.size).toBe(CLASSES);
  expect(upTo(6).map((one) => sizes.get(one)?.length)).toEqual([6, 6, 6, 6, 6, 6, 7]);
  // classBounds leaves the values in their order, which the map needs.
  const level = measured('level', 0, [3, 1, 2]);
  classBounds(level, [0, 0]);
  expect([...level.numbers.subarray(0, 3)]).toEqual([3, 1, 2]);
});

test('bounds use only the rows from the first to the last, with the decimals of the values', () => {
  const level = measured(
    'level',
    1,
    [100],
    upTo(7).map((one) => one + 0.26),
    [200],
  );
  expect(classBounds(level, [1, 1])).toEqual([1.3, 2.3, 3.3, 4.3, 5.3, 6.3]);
  expect(classBounds(level, [0, 0])).toEqual([100]);
  expect(classBounds(level, [2, 2])).toEqual([200]);
  expect(classBounds(level, [-3, 0])).toEqual([100]);
  expect(classBounds(level, [0, 2])).toEqual([1.3, 2.3, 3.3, 5.3, 6.3, 7.3]);
});

test('equal values give fewer bounds, and an empty measure has none', () => {
  expect(classBounds(measured('level', 0, [5, 5, 5, 5, 5, 5, 9, 9]), [0, 0])).toEqual([5, 9]);
  expect(classBounds(measured('level', 0, []), [0, 0])).toEqual([]);
  expect(classBounds(measured('change', 0, []), [0, 0])).toEqual([]);
});

test('bounds of changes mirror each other around 0, one last digit apart so that both ends are in the outer class', () => {
  // Sizes 0 to 14: the bounds are at one, three and five sevenths of the sizes.
  const sizes = upTo(14).map((one) => (one % 2 === 0 ? one : -one));
  expect(classBounds(measured('change', 0, sizes), [0, 0])).toEqual([-9, -5, -1, 2, 6, 10]);
  expect(classBounds(measured('change', 1, sizes), [0, 0])).toEqual([-9.9, -5.9, -1.9, 2, 6, 10]);
  // A bound of 0 is left out.
  expect(classBounds(measured('change', 0, [0, 0, 0, 0, 7, 7, 7, 7]), [0, 0])).toEqual([-6, 7]);
});

test('bounds of ranks are fifths of the earlier years, with the lowest and the highest apart', () => {
  expect(classBounds(measured('rank', 0, [1]), [0, 0])).toEqual([1e-9, 0.2, 0.4, 0.6, 0.8, 1]);
});

test('classes have ascending bounds, one class per value, and mirrored classes for changes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 3, maxLength: 60 }),
      fc.constantFrom('persons' as const, 'week' as const),
      (values, id) => {
        const lines = values.map((value, row) => {
          const date = new Date(Date.UTC(2024, 0, 6 + 7 * row)).toISOString().slice(0, 10);
          return `${date},${value}`;
        });
        const measured = measureAreas(id, { claims: table('date,x.CA', ...lines), reportAfter: 0 });
        if (!measured) throw new Error('No measure');
        const bounds = classBounds(measured, [0, measured.rows - 1]);
        expect(bounds).toEqual([...new Set(bounds)].sort((a, b) => a - b));
        for (const value of measured.numbers) {
          const found = classOf(bounds, value);
          if (Number.isNaN(value)) expect(found).toBe(-1);
          else expect(bounds.filter((bound) => bound <= value)).toHaveLength(found);
          if (id === 'week' && !Number.isNaN(value))
            expect(classOf(bounds, -value)).toBe(bounds.length - found);
        }
      },
    ),
  );
});
