import fc from 'fast-check';
import { expect, test } from 'vitest';
import { equalTiles, neighbourOf, squarified } from '../../service/series-math/treemap.ts';

const sizes = fc
  .array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 60 })
  .map((list) => list.sort((a, b) => b - a));

test('tiles fill the room, each with its share, and none covers another', () => {
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 50, max: 1500 }),
      fc.integer({ min: 50, max: 1000 }),
      (list, width, height) => {
        const rects = squarified(list, { x: 10, y: 20, width, height });
        const total = list.reduce((sum, size) => sum + size, 0);
        expect(rects).toHaveLength(list.length);
        for (const [i, rect] of rects.entries()) {
          expect((rect.width * rect.height) / (width * height)).toBeCloseTo((list[i] as number) / total, 6);
          expect(rect.x).toBeGreaterThanOrEqual(10 - 1e-6);
          expect(rect.x + rect.width).toBeLessThanOrEqual(10 + width + 1e-6);
          expect(rect.y + rect.height).toBeLessThanOrEqual(20 + height + 1e-6);
          for (const other of rects.slice(i + 1)) {
            const across = Math.min(rect.x + rect.width, other.x + other.width) - Math.max(rect.x, other.x);
            const down = Math.min(rect.y + rect.height, other.y + other.height) - Math.max(rect.y, other.y);
            expect(Math.min(across, down)).toBeLessThanOrEqual(1e-6);
          }
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('tiles are those of the example in the paper, hardly longer than wide', () => {
  const rects = squarified([6, 6, 4, 3, 2, 2, 1], { x: 10, y: 20, width: 6, height: 4 });
  const near = ([x = 0, y = 0, width = 0, height = 0]: number[]) => ({
    x: expect.closeTo(10 + x, 9),
    y: expect.closeTo(20 + y, 9),
    width: expect.closeTo(width, 9),
    height: expect.closeTo(height, 9),
  });
  // Two on the left, two above on the right, and three in what is left.
  expect(rects).toEqual(
    [
      [0, 0, 3, 2],
      [0, 2, 3, 2],
      [3, 0, 12 / 7, 7 / 3],
      [3 + 12 / 7, 0, 9 / 7, 7 / 3],
      [3, 7 / 3, 1.2, 5 / 3],
      [4.2, 7 / 3, 1.2, 5 / 3],
      [5.4, 7 / 3, 0.6, 5 / 3],
    ].map(near),
  );
  // The same shares in a room of another size and shape.
  expect(squarified([3, 1], { x: 0, y: 0, width: 100, height: 200 })).toEqual([
    { x: 0, y: 0, width: 100, height: 150 },
    { x: 0, y: 150, width: 100, height: 50 },
  ]);
  expect(squarified([1, 1], { x: 0, y: 0, width: 200, height: 100 })).toEqual([
    { x: 0, y: 0, width: 100, height: 100 },
    { x: 100, y: 0, width: 100, height: 100 },
  ]);
  expect(squarified([], { x: 0, y: 0, width: 1, height: 1 })).toEqual([]);
});

test('from a tile, arrows go to the one beside it before a nearer one off to the side', () => {
  const tile = (x: number, y: number, size = 10) => ({ x, y, width: size, height: size });
  // Below to the right lies one nearer along, straight to the right one farther.
  const rects = [tile(0, 0), tile(12, 8, 4), tile(20, 0), tile(40, 0), tile(0, 40)];
  const steps = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const;
  const from = (at: number) => steps.map(([dx, dy]) => neighbourOf(rects, at, dx, dy));
  expect(from(0)).toEqual([2, undefined, 1, undefined]);
  expect(from(3)).toEqual([undefined, 2, 1, undefined]);
  expect(from(4)).toEqual([1, undefined, undefined, 0]);
  expect(neighbourOf(rects, 9, 1, 0)).toBeUndefined();
  expect(neighbourOf([tile(0, 0)], 0, 1, 0)).toBeUndefined();
  // Of two equally near the first; tiles with the same middle are not beside one another.
  expect(neighbourOf([tile(0, 0), tile(20, 0), tile(20, 0)], 0, 1, 0)).toBe(1);
  expect(neighbourOf([tile(0, 0), tile(0, 0)], 0, 1, 0)).toBeUndefined();
});

test('from a tile, arrows go to the one beside it and nowhere at the edge', () => {
  const grid = [0, 1, 2, 3].map((i) => ({
    x: (i % 2) * 10,
    y: Math.floor(i / 2) * 10,
    width: 10,
    height: 10,
  }));
  const steps = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const;
  expect(steps.map(([dx, dy]) => neighbourOf(grid, 0, dx, dy))).toEqual([1, undefined, 2, undefined]);
  expect(steps.map(([dx, dy]) => neighbourOf(grid, 3, dx, dy))).toEqual([undefined, 2, undefined, 1]);
});

test('equal tiles have one size, stand row by row, and are about as much wider than high as is asked', () => {
  const place = { x: 10, y: 20, width: 300, height: 130 };
  expect(equalTiles(5, place, 1)).toEqual([
    ...[10, 110, 210].map((x) => ({ x, y: 20, width: 100, height: 65 })),
    ...[10, 110].map((x) => ({ x, y: 85, width: 100, height: 65 })),
  ]);
  expect(equalTiles(1, place, 2)).toEqual([place]);
  expect(equalTiles(3, place, 1)[1]).toEqual({ x: 110, y: 20, width: 100, height: 130 });
  expect(equalTiles(3, place, 9)[1]).toMatchObject({ x: 10, width: 300 });
  expect(equalTiles(0, place, 1)).toEqual([]);
});
