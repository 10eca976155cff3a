import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  COLUMNS,
  type Direction,
  freePlace,
  inReadingOrder,
  MOST_ROWS,
  MOST_TILES,
  movedTo,
  narrowedTiles,
  reordered,
  resized,
  settled,
  stepped,
  type TilePlace,
} from '../../../renderer/tiles/places.ts';

const DIRECTIONS: readonly Direction[] = ['left', 'right', 'up', 'down'];

/** Any tiles, as a file of another program may have them: over each other, floating, beyond the edge. */
const anyTiles = fc
  .array(
    fc.record({
      x: fc.integer({ min: 0, max: 11 }),
      y: fc.integer({ min: 0, max: 60 }),
      w: fc.integer({ min: 1, max: 12 }),
      h: fc.integer({ min: 1, max: 40 }),
    }),
    { minLength: 1, maxLength: MOST_TILES },
  )
  .map((all) => all.map((one, at): TilePlace => ({ ...one, id: `t${at}` })));

const ids = (tiles: readonly TilePlace[]) => tiles.map(({ id }) => id).sort();
const overlaps = (a: TilePlace, b: TilePlace) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

function isRight(after: readonly TilePlace[], before: readonly TilePlace[]): void {
  expect(ids(after)).toEqual(ids(before));
  for (const [i, one] of after.entries()) {
    expect(one.x).toBeGreaterThanOrEqual(0);
    expect(one.x + one.w).toBeLessThanOrEqual(COLUMNS);
    expect(one.y).toBeGreaterThanOrEqual(0);
    // The contract of saved items allows no place below this row.
    expect(one.y).toBeLessThanOrEqual(500);
    expect(one.h).toBeLessThanOrEqual(MOST_ROWS);
    for (const other of after.slice(i + 1)) expect(overlaps(one, other)).toBe(false);
    // No tile floats: it stands at the top or on another tile.
    const stands = after.some(
      (other) => other.y + other.h === one.y && other.x < one.x + one.w && one.x < other.x + other.w,
    );
    expect(one.y === 0 || stands).toBe(true);
  }
  expect(after).toEqual(inReadingOrder(after));
}

test('after any moves and sizes no tile overlaps, floats, is lost or leaves the columns', () => {
  const step = fc.record({
    at: fc.nat(),
    what: fc.constantFrom('move', 'resize', 'step', 'order'),
    direction: fc.constantFrom(...DIRECTIONS),
    x: fc.integer({ min: -20, max: 20 }),
    y: fc.integer({ min: -20, max: 80 }),
  });
  fc.assert(
    fc.property(anyTiles, fc.array(step, { maxLength: 12 }), (tiles, steps) => {
      let now = settled(tiles);
      isRight(now, tiles);
      expect(settled(now)).toEqual(now);
      for (const { at, what, direction, x, y } of steps) {
        const { id } = now[at % now.length] as TilePlace;
        now =
          (what === 'move' && movedTo(now, id, x, y)) ||
          (what === 'resize' && resized(now, id, x, y)) ||
          (what === 'step' && stepped(now, id, direction)) ||
          (what === 'order' && reordered(now, id, x < 0 ? -1 : 1)) ||
          now;
        isRight(now, tiles);
      }
    }),
    { numRuns: 300 },
  );
});

test('a narrow window keeps the order, with two tiles a row or one', () => {
  fc.assert(
    fc.property(anyTiles, fc.constantFrom(1 as const, 2 as const), (tiles, perRow) => {
      const before = settled(tiles);
      const after = narrowedTiles(before, perRow);
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      for (const [i, one] of after.entries()) {
        expect(one.w).toBeGreaterThanOrEqual(COLUMNS / perRow);
        for (const other of after.slice(i + 1)) expect(overlaps(one, other)).toBe(false);
      }
    }),
    { numRuns: 200 },
  );
});

const tile = (id: string, x: number, y: number, w = 4, h = 10): TilePlace => ({ id, x, y, w, h });
const SIX = [
  tile('a', 0, 0),
  tile('b', 4, 0),
  tile('c', 8, 0),
  tile('d', 0, 10),
  tile('e', 4, 10),
  tile('f', 8, 10),
];
const orderOf = (tiles: readonly TilePlace[] | undefined) => tiles?.map(({ id }) => id).join('');

test('a step exchanges a tile with the tile in its way, and does nothing at the edge', () => {
  expect(orderOf(stepped(SIX, 'a', 'right'))).toBe('bacdef');
  expect(orderOf(stepped(SIX, 'c', 'left'))).toBe('acbdef');
  expect(orderOf(stepped(SIX, 'b', 'down'))).toBe('aecdbf');
  expect(orderOf(stepped(SIX, 'f', 'up'))).toBe('abfdec');
  for (const direction of ['left', 'up'] as const) expect(stepped(SIX, 'a', direction)).toBeUndefined();
  for (const direction of ['right', 'down'] as const) expect(stepped(SIX, 'f', direction)).toBeUndefined();
  expect(stepped(SIX, 'none', 'left')).toBeUndefined();
});

test('in free room a step is one column', () => {
  const [moved] = stepped([tile('a', 0, 0)], 'a', 'right') ?? [];
  expect(moved).toEqual(tile('a', 1, 0));
});

test('a dropped tile takes the place of a tile of its size, and pushes a tile of another size down', () => {
  expect(orderOf(movedTo(SIX, 'a', 7, 8))).toBe('fbcdea');
  const [first, second] = movedTo([tile('a', 0, 0, 6), tile('b', 6, 0)], 'a', 6, 0);
  expect([first, second]).toEqual([tile('a', 6, 0, 6), tile('b', 6, 10)]);
});

test('a tile at the right edge grows to the left, and sizes stay within bounds', () => {
  expect(resized(SIX, 'c', 6, 10).find(({ id }) => id === 'c')).toEqual(tile('c', 6, 0, 6));
  expect(resized(SIX, 'c', 0, 0).find(({ id }) => id === 'c')).toEqual(tile('c', 8, 0, 3, 5));
  expect(resized(SIX, 'c', 99, 99).find(({ id }) => id === 'c')).toEqual(tile('c', 0, 0, 12, 20));
});

test('a new tile gets the highest free place', () => {
  expect(freePlace([], { w: 4, h: 10 })).toEqual({ x: 0, y: 0 });
  expect(freePlace(SIX.slice(0, 2), { w: 4, h: 10 })).toEqual({ x: 8, y: 0 });
  expect(freePlace(SIX, { w: 4, h: 10 })).toEqual({ x: 0, y: 20 });
});

test('in a narrow window a step exchanges places in the order', () => {
  expect(orderOf(reordered(SIX, 'a', 1))).toBe('bacdef');
  expect(reordered(SIX, 'a', -1)).toBeUndefined();
  expect(reordered(SIX, 'f', 1)).toBeUndefined();
});
