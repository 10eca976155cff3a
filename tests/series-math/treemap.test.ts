import { expect, test } from 'vitest';
import { equalTiles, neighbourOf } from '../../service/series-math/treemap.ts';

test('arrows go from a tile to the one beside it rather than to a nearer one off to the side', () => {
  const tile = (x: number, y: number, size = 10) => ({ x, y, width: size, height: size });
  // The tile below to the right is nearer; the tile straight to the right is farther.
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
  // The first of two equally near tiles is chosen; tiles with the same centre are not neighbours.
  expect(neighbourOf([tile(0, 0), tile(20, 0), tile(20, 0)], 0, 1, 0)).toBe(1);
  expect(neighbourOf([tile(0, 0), tile(0, 0)], 0, 1, 0)).toBeUndefined();
});

test('arrows go from a tile to the one beside it, and stop at the edge', () => {
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

test('equal tiles have one size, fill row by row, and have about the requested ratio of width to height', () => {
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
