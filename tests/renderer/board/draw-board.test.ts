import { expect, test } from 'vitest';
import type { TileDrawing } from '../../../renderer/board/board-fields.ts';
import { wholeTiles } from '../../../renderer/board/take-away.tsx';
import type { BoardTile } from '../../../service/contract/saved.ts';

const tile = (id: string): BoardTile => ({
  id,
  title: `Tile ${id}`,
  address: '/',
  x: 0,
  y: 0,
  w: 4,
  h: 10,
  range: null,
});
const words = { title: '', subtitle: '', legend: [], left: '', right: '', footer: [] };
const plain: TileDrawing = { chart: undefined, words, rest: undefined };

test('a board is drawn once all of its tiles are whole, and each tile is checked until then', async () => {
  let looks = 0;
  const drawings = new Map<string, () => TileDrawing>([
    ['a', () => plain],
    ['b', () => ({ ...plain, rest: ++looks < 3 ? 'It is still being loaded' : undefined })],
  ]);
  // The drawing of the third tile comes later.
  setTimeout(() => drawings.set('c', () => plain), 250);
  const whole = await wholeTiles([tile('a'), tile('b'), tile('c')], drawings);
  expect(whole).toEqual(['a', 'b', 'c'].map((id) => ({ tile: tile(id), drawing: plain, markup: undefined })));
  expect(looks).toBeGreaterThanOrEqual(3);
});

test('after eight seconds an error names the first tile that is not whole', async () => {
  const real = Date.now;
  let now = 1000;
  Date.now = () => now;
  try {
    const drawings = new Map<string, () => TileDrawing>([
      ['a', () => plain],
      ['b', () => ({ ...plain, rest: 'It failed' })],
    ]);
    const drawn = wholeTiles([tile('a'), tile('b'), tile('c')], drawings).then(
      () => 'whole',
      (error: Error) => error.message,
    );
    now = 9000;
    expect(await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, 250, 'waits'))])).toBe(
      'waits',
    );
    now = 9001;
    expect(await drawn).toBe('Tile b is not drawn yet, or not fully loaded.');
  } finally {
    Date.now = real;
  }
});
