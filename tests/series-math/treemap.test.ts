import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neighbourOf, squarified } from '../../service/series-math/treemap.ts';

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
