import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AREAS } from '../../../service/series-math/areas/area-table.ts';
import { CLASSES, classBounds, classOf } from '../../../service/series-math/areas/classes.ts';
import { type AreaMeasure, measureAreas } from '../../../service/series-math/areas/measures.ts';
import { table } from './tables.ts';

/** Measured numbers: of each row those of the first areas; the others have none. */
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

test('a value on a bound is in the class above it', () => {
  const bounds = [1, 2.5, 4];
  expect([-1, 0.9, 1, 2.4, 2.5, 3, 4, 99, Number.NaN].map((value) => classOf(bounds, value))).toEqual([
    0, 0, 1, 1, 2, 2, 3, 3, -1,
  ]);
  expect(classOf([], 7)).toBe(0);
});

test('six bounds put as many values into each of seven classes, in whatever order the values are', () => {
  const values = upTo(42).reverse();
  const bounds = classBounds(measured('level', 0, values), [0, 0]);
  expect(bounds).toEqual([6, 12, 18, 24, 30, 36]);
  const sizes = Map.groupBy(values, (value) => classOf(bounds, value));
  expect(sizes.size).toBe(CLASSES);
  expect(upTo(6).map((one) => sizes.get(one)?.length)).toEqual([6, 6, 6, 6, 6, 6, 7]);
  // The order of the values stays as it is for the map.
  const level = measured('level', 0, [3, 1, 2]);
  classBounds(level, [0, 0]);
  expect([...level.numbers.subarray(0, 3)]).toEqual([3, 1, 2]);
});

test('bounds are those of the rows from the first to the last, with the decimals of the values', () => {
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

test('equal values give fewer bounds, and no values none', () => {
  expect(classBounds(measured('level', 0, [5, 5, 5, 5, 5, 5, 9, 9]), [0, 0])).toEqual([5, 9]);
  expect(classBounds(measured('level', 0, []), [0, 0])).toEqual([]);
  expect(classBounds(measured('change', 0, []), [0, 0])).toEqual([]);
});

test('bounds of changes lie as far below 0 as above, one unit of the last decimal off, for both to be in the outer class', () => {
  // Sizes 0 to 14: the bounds lie at one, three and five sevenths of them.
  const sizes = upTo(14).map((one) => (one % 2 === 0 ? one : -one));
  expect(classBounds(measured('change', 0, sizes), [0, 0])).toEqual([-9, -5, -1, 2, 6, 10]);
  expect(classBounds(measured('change', 1, sizes), [0, 0])).toEqual([-9.9, -5.9, -1.9, 2, 6, 10]);
  // A bound of 0 is none.
  expect(classBounds(measured('change', 0, [0, 0, 0, 0, 7, 7, 7, 7]), [0, 0])).toEqual([-6, 7]);
});

test('bounds of ranks are fifths of the earlier years, with the lowest and the highest by themselves', () => {
  expect(classBounds(measured('rank', 0, [1]), [0, 0])).toEqual([1e-9, 0.2, 0.4, 0.6, 0.8, 1]);
});

test('classes: ascending bounds, each value in one class, changes alike on both sides of 0', () => {
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
