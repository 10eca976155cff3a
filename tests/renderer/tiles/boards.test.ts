import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../renderer/api/work.ts';
import { SCREENS } from '../../../renderer/screens.ts';
import {
  boardSummary,
  boardsOf,
  changedBoard,
  chartTile,
  newBoard,
  rangeOfText,
  tileRangeText,
  withTile,
} from '../../../renderer/tiles/board-items.ts';
import { settled } from '../../../renderer/tiles/places.ts';
import { copyOf, TEMPLATES } from '../../../renderer/tiles/templates.tsx';
import { todayText } from '../../../service/calendar/today.ts';
import { fits } from '../../../service/contract/fits.ts';
import {
  BoardContent,
  EMPTY_BOARD,
  type SavedItem,
  SaveItemRequest,
} from '../../../service/contract/saved.ts';
import { readStrictly } from '../../../service/view/index.ts';

describe('the boards to copy', () => {
  test('are Labour, Rates, Fed and Debt', () => {
    expect(TEMPLATES.map(({ name }) => name)).toEqual(['Labour', 'Rates', 'Fed', 'Debt']);
  });

  test.each(TEMPLATES.map((template) => [template.name, template] as const))(
    '%s has four to six tiles that can be shown as they are',
    (_, template) => {
      const content = copyOf(template, EMPTY_BOARD, newId);
      expect(fits(BoardContent, content)).toBe(true);
      expect(settled(content.tiles)).toEqual(content.tiles);
      expect(content.tiles.length).toBeGreaterThanOrEqual(4);
      expect(content.tiles.length).toBeLessThanOrEqual(6);
      expect(rangeOfText(content.range)).toBeDefined();
      expect(new Set(content.tiles.map(({ id }) => id)).size).toBe(content.tiles.length);
      expect(fits(SaveItemRequest, newBoard(template.name, content, template.note))).toBe(true);
      for (const tile of content.tiles) {
        const chart = chartTile(tile, content);
        if (!tile.address.startsWith('/explore')) {
          // This tile belongs to another screen, which must draw tiles.
          expect(SCREENS.find(({ path }) => path === tile.address)).toHaveProperty('loadTile');
          continue;
        }
        expect([tile.title, chart?.problems]).toEqual([tile.title, []]);
        expect(chart?.view.series.length).toBeGreaterThan(0);
        // The API accepts the same view, so that the workbook has it, too.
        const search = Object.fromEntries(new URL(tile.address, 'http://localhost').searchParams);
        expect(readStrictly(search, todayText())).toHaveProperty('view');
      }
    },
  );
});

describe('the range of a tile', () => {
  const tile = { address: '/explore?series=yields.US10Y&range=1Y', range: null };

  test('is its own, else that of the board, else that of its address', () => {
    const board = { range: 'range=5Y', recessions: false };
    expect(chartTile(tile, board)).toMatchObject({
      follows: true,
      view: { range: { preset: '5Y' }, hasRecessions: false },
    });
    expect(chartTile({ ...tile, range: 'from=2020-01-01&to=2020-12-31' }, board)).toMatchObject({
      follows: false,
      view: { range: { from: '2020-01-01', to: '2020-12-31' } },
    });
    expect(chartTile(tile, { ...board, range: '' })).toMatchObject({
      follows: false,
      view: { range: { preset: '1Y' } },
    });
  });

  test('does not exist for a tile of another screen', () => {
    expect(chartTile({ ...tile, address: '/yields?date=2025-03-07' }, EMPTY_BOARD)).toBeUndefined();
    expect(chartTile({ ...tile, address: 'nonsense:' }, EMPTY_BOARD)).toBeUndefined();
  });

  test('a chart says what of its address cannot be shown', () => {
    const chart = chartTile({ ...tile, address: '/explore?series=none.such' }, EMPTY_BOARD);
    expect(chart?.problems.join()).toContain('none.such');
  });

  test('reads back as it was written', () => {
    const choices = [
      { preset: 'Max' as const },
      { preset: '5Y' as const },
      { back: '-18M' as const },
      { since: '2020-02-01' },
      { from: '2020-02-01', to: '2021-03-04' },
    ];
    for (const choice of choices) expect(rangeOfText(tileRangeText(choice))).toEqual(choice);
    for (const nonsense of ['', 'range=soon', 'from=x&to=y', 'colour=red'])
      expect(rangeOfText(nonsense)).toBeUndefined();
    expect(rangeOfText(null)).toBeUndefined();
  });
});

describe('a board', () => {
  const stored = (over: Partial<SavedItem> = {}): SavedItem =>
    ({
      ...{ id: 'abcdefgh', kind: 'board', name: 'Mine', note: 'n', folder: 'f', content: EMPTY_BOARD },
      ...{ revision: 3, created_at: '', changed_at: '', deleted_at: null },
      ...over,
    }) as SavedItem;

  test('takes tiles until it has 24, and they stand beside each other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), (count) => {
        let content = EMPTY_BOARD;
        for (let i = 0; i < count; i++) content = withTile(content, `T${i}`, '/explore') ?? content;
        expect(content.tiles.length).toBe(Math.min(24, count));
        expect(settled(content.tiles)).toEqual(content.tiles);
        expect(fits(BoardContent, content)).toBe(true);
      }),
      { numRuns: 20 },
    );
    const full = { ...EMPTY_BOARD, tiles: Array(24).fill({ x: 0, y: 0, w: 1, h: 1 }) };
    expect(withTile(full, 'One more', '/explore')).toBeUndefined();
  });

  test('is stored at its revision, with its note and folder', () => {
    const [board] = boardsOf([stored()]);
    expect(board && changedBoard(board, 'Yours', { ...EMPTY_BOARD, range: 'range=1Y' })).toEqual({
      ...{ kind: 'board', id: 'abcdefgh', revision: 3, name: 'Yours', note: 'n', folder: 'f' },
      content: { ...EMPTY_BOARD, range: 'range=1Y' },
      is_deleted: false,
    });
  });

  test('in the bin is not listed, and neither is a view', () => {
    expect(
      boardsOf([
        stored({ deleted_at: '2026-01-01T00:00:00Z' }),
        stored({ kind: 'view' } as Partial<SavedItem>),
      ]),
    ).toEqual([]);
    expect(boardsOf(undefined)).toEqual([]);
  });
});

test('a board describes its range in words', () => {
  const [tile] = (withTile(EMPTY_BOARD, 'a', '/yields') ?? EMPTY_BOARD).tiles;
  const content = { ...EMPTY_BOARD, tiles: tile ? [tile] : [] };
  expect(boardSummary({ ...content, range: 'from=2020-01-01&to=2024-12-31' })).toBe(
    '2020-01-01 to 2024-12-31 · 1 tile',
  );
  expect(boardSummary({ ...content, range: '', tiles: [] })).toBe('0 tiles');
});
