import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardImage } from '../../../renderer/board/board-image.ts';
import { rangeOfSearch, readBoardSearch } from '../../../renderer/board/board-search.ts';
import { nameChange, rangeChange, tileChange, tilesChange } from '../../../renderer/board/edits.ts';
import { oldSteps } from '../../../renderer/board/old-steps.ts';
import { rebased } from '../../../renderer/board/rebased.ts';
import { screenOf, wordsOf } from '../../../renderer/board/screen-of.ts';
import { boardDays, datasetsOf } from '../../../renderer/board/shared-days.ts';
import { settled, withTile } from '../../../renderer/tiles/index.ts';
import type { Catalog } from '../../../service/contract/catalog.ts';
import { EMPTY_BOARD, type Item } from '../../../service/contract/saved.ts';

const TWO = ['us_debt.debt_held_by_public', 'jolts.quits_level_sa'].reduce(
  (content, series) => withTile(content, series, `/explore?series=${series}`) ?? content,
  EMPTY_BOARD,
);
const [FIRST] = TWO.tiles;

describe('the address', () => {
  test('has the board, a range and the tile that is alone; what means nothing is left out', () => {
    expect(readBoardSearch({ id: 'abc1', range: '5Y', tile: 't1', colour: 'red' })).toEqual({
      ...{ id: 'abc1', range: '5Y', tile: 't1' },
    });
    expect(readBoardSearch({ id: '<script>', from: 'soon', to: '2020-01-01' })).toEqual({ to: '2020-01-01' });
    expect(rangeOfSearch({ range: '-18M' })).toBe('range=-18M');
    expect(rangeOfSearch({ from: '2020-01-01', to: '2020-12-31' })).toBe('from=2020-01-01&to=2020-12-31');
    expect(rangeOfSearch({ id: 'abc1' })).toBe('');
  });

  test('of a tile is of a screen', () => {
    const screens = [{ path: '/yields', title: 'Yields' }];
    expect(screenOf(screens, '/yields?date=2025-03-07&index_date=x')).toBe(screens[0]);
    expect(wordsOf('/yields?date=2025-03-07&index_date=x')).toBe('date 2025-03-07, index date x');
    expect(screenOf(screens, '/none')).toBeUndefined();
  });
});

describe('the shared days', () => {
  const catalog = {
    datasets: [
      {
        id: 'us_debt',
        series: [
          { code: 'debt_held_by_public', count: 9, first_date: '2000-01-03', last_date: '2025-03-06' },
        ],
      },
      { id: 'jolts', series: [{ code: 'quits_level_sa', count: 0, first_date: null, last_date: null }] },
    ],
  } as unknown as Catalog;

  test('end with the newest observation, and a series without data does not move them', () => {
    expect(boardDays(TWO, catalog)).toMatchObject({
      choice: { preset: '5Y' },
      range: { from: '2020-03-06', to: '2025-03-06' },
      held: { from: '2000-01-03', to: '2025-03-06' },
    });
  });

  test('a pinned tile does not move those of the others', () => {
    const tiles = TWO.tiles.map((one) => (one === FIRST ? { ...one, range: 'range=Max' } : one));
    const days = boardDays({ ...TWO, tiles }, catalog);
    expect(days.held.from).not.toBe('2000-01-03');
  });

  test('there are none where each chart has its own, and an empty board has some days too', () => {
    expect(boardDays({ ...TWO, range: '' }, catalog).choice).toBeUndefined();
    const { from, to } = boardDays(EMPTY_BOARD, catalog).range;
    expect(from < to).toBe(true);
    expect(datasetsOf(TWO)).toEqual(['us_debt', 'jolts']);
  });
});

describe('changes', () => {
  const fields = { name: 'Mine', content: TWO };

  test('change only what they are of, and give the same where there is nothing to change', () => {
    expect(rangeChange('range=5Y')(fields)).toBe(fields);
    expect(nameChange('  ')(fields)).toBe(fields);
    expect(nameChange(' Yours ')(fields)).toEqual({ ...fields, name: 'Yours' });
    expect(tilesChange((tiles) => settled(tiles))(fields)).toBe(fields);
    expect(
      tileChange(FIRST?.id ?? '', { title: 'New' })(fields).content.tiles.map(({ title }) => title),
    ).toEqual(['New', 'jolts.quits_level_sa']);
  });

  test('that were made while others were stored keep what another window changed', () => {
    const sent = rangeChange('range=1Y')(fields);
    const next = nameChange('Yours')(sent);
    const theirs = { ...sent, content: { ...sent.content, recessions: false } };
    expect(rebased(next, sent, theirs)).toEqual({
      name: 'Yours',
      content: { ...TWO, range: 'range=1Y', recessions: false },
    });
  });
});

test('an image of a board has every tile once, inside of it, and none over another', () => {
  const anyImages = fc.array(
    fc.tuple(fc.integer({ min: 300, max: 700 }), fc.integer({ min: 100, max: 600 })),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(anyImages, (sizes) => {
      let content = EMPTY_BOARD;
      for (const _ of sizes) content = withTile(content, 'T', '/explore') ?? content;
      const tiles = content.tiles.map((tile, at) => {
        const [width, height] = sizes[at] as [number, number];
        return { ...tile, image: { svg: `<svg id="s${at}"/>`, width, height } };
      });
      const words = { title: 'A & B', subtitle: '', footer: '' };
      const { svg, width, height } = boardImage(tiles, words, 'light');
      expect(svg).toContain('A &#38; B');
      const rects = [...svg.matchAll(/<g transform="translate\((\d+) (\d+)\)"><svg id="s(\d+)"\/>/g)].map(
        ([, x, y, at]) => {
          const [w, h] = sizes[Number(at)] as [number, number];
          return { x: Number(x), y: Number(y), w, h };
        },
      );
      expect(rects).toHaveLength(sizes.length);
      for (const [i, a] of rects.entries()) {
        expect(a.x + a.w).toBeLessThanOrEqual(width);
        expect(a.y + a.h).toBeLessThanOrEqual(height);
        for (const b of rects.slice(i + 1))
          expect(a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h).toBe(false);
      }
    }),
    { numRuns: 100 },
  );
});

describe('steps of before', () => {
  const version = (revision: number, range: string, note = ''): Item => ({
    ...{ kind: 'board', id: 'abc1', name: 'Mine', note, folder: '', revision },
    content: { ...TWO, range },
    ...{ created_at: '', changed_at: '', deleted_at: null },
  });
  const rangesOf = (versions: Item[], revision: number) =>
    oldSteps(versions, revision).map(({ content }) => content.range);

  test('end with what the first change of this window was made to: what came later is undone already', () => {
    const versions = [version(5, 'C'), version(4, 'D'), version(3, 'C'), version(2, 'B'), version(1, 'A')];
    expect(rangesOf(versions, 3)).toEqual(['A', 'B']);
    expect(rangesOf(versions, 1)).toEqual([]);
  });

  test('are those that a person sees: another note is none', () => {
    const versions = [version(4, 'B', 'x'), version(3, 'B'), version(2, 'A', 'y'), version(1, 'A')];
    expect(rangesOf(versions, 4)).toEqual(['A']);
    expect(rangesOf(versions, 2)).toEqual([]);
  });
});
