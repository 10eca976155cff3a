import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boardDays,
  datasetsOf,
  nameChange,
  rangeChange,
  screenOf,
  searchOf,
  tileChange,
  tilesChange,
  toggleRecessions,
  wordsOf,
} from '../../../renderer/board/board-fields.ts';
import { rangeOfSearch, readBoardSearch } from '../../../renderer/board/board-search.ts';
import { boardImage } from '../../../renderer/board/take-away.tsx';
import { oldSteps } from '../../../renderer/board/use-board.ts';
import { settled, withTile } from '../../../renderer/tiles/index.ts';
import type { Catalog } from '../../../service/contract/catalog.ts';
import { EMPTY_BOARD, type SavedItem } from '../../../service/contract/saved.ts';

const TWO = ['us_debt.debt_held_by_public', 'jolts.quits_level_sa'].reduce(
  (content, series) => withTile(content, series, `/explore?series=${series}`) ?? content,
  EMPTY_BOARD,
);
const [FIRST] = TWO.tiles;

describe('the address', () => {
  test('keeps the board, a range and the single tile, and drops values that mean nothing', () => {
    const whole = {
      ...{ id: 'abc1', range: '-18M', from: '2020-01-02', to: '2021-03-04', tile: 't1' },
    };
    expect(readBoardSearch({ ...whole, colour: 'red' })).toEqual(whole);
    expect(readBoardSearch({ id: 'a'.repeat(40), range: 'a'.repeat(10), tile: 7 })).toEqual({
      ...{ id: 'a'.repeat(40), range: 'a'.repeat(10), tile: '7' },
    });
    const nonsense = [
      ...[{ id: 'a'.repeat(41) }, { id: '<script>' }, { id: '' }, { tile: 'A' }, { range: 'a'.repeat(11) }],
      ...[{ range: '5 Y' }, { from: 'soon' }, { from: '12020-01-01' }, { to: '2020-01-011' }],
    ];
    for (const search of nonsense) expect([search, readBoardSearch(search)]).toEqual([search, {}]);
    expect(rangeOfSearch(whole)).toBe('range=-18M&from=2020-01-02&to=2021-03-04');
    expect(rangeOfSearch({ from: '2020-01-01', to: '2020-12-31' })).toBe('from=2020-01-01&to=2020-12-31');
    expect(rangeOfSearch({ id: 'abc1', tile: 't1' })).toBe('');
  });

  test('of a tile leads to its screen', () => {
    const screens = [{ path: '/yields', title: 'Yields' }];
    expect(screenOf(screens, '/yields?date=2025-03-07&index_date=x')).toBe(screens[0]);
    expect(wordsOf('/yields?date=2025-03-07&index_date_of=x_y')).toBe('date 2025-03-07, index date of x_y');
    expect(wordsOf('/yields')).toBe('');
    expect(searchOf('/yields?date=2025-03-07&vs=1y%20a')).toEqual({ date: '2025-03-07', vs: '1y a' });
    for (const address of ['/none', '/yields/x', '//:']) expect(screenOf(screens, address)).toBeUndefined();
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

  test('end with the newest observation, and a series without data does not change them', () => {
    expect(boardDays(TWO, catalog)).toMatchObject({
      choice: { preset: '5Y' },
      range: { from: '2020-03-06', to: '2025-03-06' },
      held: { from: '2000-01-03', to: '2025-03-06' },
    });
  });

  test('depend only on tiles that follow the board; if none does, on all tiles', () => {
    const tiles = TWO.tiles.map((one) => (one === FIRST ? { ...one, range: 'range=Max' } : one));
    const held = (from: string, to: string) => ({ held: { from, to } });
    const other = {
      datasets: [
        ...catalog.datasets.slice(0, 1),
        {
          id: 'jolts',
          series: [{ code: 'quits_level_sa', count: 9, first_date: '2010-01-01', last_date: '2026-01-01' }],
        },
      ],
    } as unknown as Catalog;
    expect(boardDays({ ...TWO, tiles }, other)).toMatchObject(held('2010-01-01', '2026-01-01'));
    expect(boardDays({ ...TWO, range: '' }, other)).toMatchObject(held('2000-01-03', '2026-01-01'));
    const pinned = TWO.tiles.map((one) => ({ ...one, range: 'range=1Y' }));
    expect(boardDays({ ...TWO, tiles: pinned }, other)).toMatchObject(held('2000-01-03', '2026-01-01'));
  });

  test('have no range if each chart has its own, and exist for an empty board, too', () => {
    expect(boardDays({ ...TWO, range: '' }, catalog).choice).toBeUndefined();
    const { from, to } = boardDays(EMPTY_BOARD, catalog).range;
    expect(from < to).toBe(true);
    const twice = withTile(TWO, 'C', '/explore?series=us_debt.intragovernmental_holdings') ?? TWO;
    expect(datasetsOf(withTile(twice, 'D', '/yields') ?? TWO)).toEqual(['us_debt', 'jolts']);
  });
});

describe('changes', () => {
  const fields = { name: 'Mine', content: TWO };

  test('affect only their own part, and return the same board if nothing changes', () => {
    expect(rangeChange('range=5Y')(fields)).toBe(fields);
    expect(nameChange('  ')(fields)).toBe(fields);
    expect(nameChange('Mine')(fields)).toBe(fields);
    expect(nameChange(' Yours ')(fields)).toEqual({ ...fields, name: 'Yours' });
    expect(rangeChange('range=1Y')(fields)).toEqual({ ...fields, content: { ...TWO, range: 'range=1Y' } });
    expect(toggleRecessions(fields)).toEqual({ ...fields, content: { ...TWO, recessions: false } });
    expect(toggleRecessions(toggleRecessions(fields))).toEqual(fields);
    expect(tilesChange(() => undefined)(fields)).toBe(fields);
    expect(tileChange(FIRST?.id ?? '', { range: null })(fields)).toBe(fields);
    expect(tilesChange((tiles) => settled(tiles))(fields)).toBe(fields);
    expect(
      tileChange(FIRST?.id ?? '', { title: 'New' })(fields).content.tiles.map(({ title }) => title),
    ).toEqual(['New', 'jolts.quits_level_sa']);
  });
});

test('an image of a board has its texts, its tiles in their columns, and room for the widest tile', () => {
  const place = (id: string, x: number, y: number, w: number, width: number, height: number) => ({
    ...{ id, x, y, w, h: 10, image: { svg: `<svg id="${id}"/>`, width, height } },
  });
  const tiles = [place('c', 2, 10, 4, 190, 40), place('b', 6, 0, 6, 292, 100), place('a', 0, 0, 6, 200, 50)];
  const words = { title: '<T>', subtitle: 'S & s', footer: '"F"' };
  const text = (y: number, size: number, weight: number, fill: string, what: string) =>
    `<text x="16" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${what}</text>`;
  const at = (id: string, x: number, y: number, width: number, height: number, line: string) =>
    `<g transform="translate(${x} ${y})"><svg id="${id}"/><rect x="-0.5" y="-0.5" width="${width + 1}" height="${height + 1}" fill="none" stroke="${line}"/></g>`;
  const lines = (page: string, ink: string, quiet: string, line: string) => [
    '<title>&#60;T&#62;</title>',
    `<rect width="100%" height="100%" fill="${page}"/>`,
    text(26, 18, 600, ink, '&#60;T&#62;'),
    text(43, 12, 400, quiet, 'S &#38; s'),
    ...[at('a', 16, 52, 200, 50, line), at('b', 316, 52, 292, 100, line), at('c', 116, 110, 190, 40, line)],
    text(173, 11, 400, quiet, '&#34;F&#34;'),
    '</svg>',
  ];
  const light = boardImage(tiles, words, 'light');
  expect([light.width, light.height]).toEqual([624, 184]);
  expect(light.svg.split('\n')[0]).toMatch(/ width="624" height="184" viewBox="0 0 624 184" /);
  expect(light.svg.split('\n').slice(1)).toEqual(lines('#f5f6f9', '#171c26', '#586172', '#dfe2e9'));
  const dark = boardImage(tiles, words, 'dark').svg.split('\n').slice(1);
  expect(dark).toEqual(lines('#14181e', '#dfe3ea', '#a1a9b7', '#363d49'));
  const none = boardImage([], words, 'light');
  expect([none.width, none.height]).toEqual([504, 84]);
});

test('an image of a board has every tile once, inside the image and over no other tile', () => {
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

describe('undo steps from stored versions', () => {
  const version = (revision: number, range: string, note = ''): SavedItem => ({
    ...{ kind: 'board', id: 'abc1', name: 'Mine', note, folder: '', revision },
    content: { ...TWO, range },
    ...{ created_at: '', changed_at: '', deleted_at: null },
  });
  const rangesOf = (versions: SavedItem[], revision: number) =>
    oldSteps(versions, revision).map(({ content }) => content.range);

  test('end with the version that the first change of this window was made to; later ones are undone already', () => {
    const versions = [version(5, 'C'), version(4, 'D'), version(3, 'C'), version(2, 'B'), version(1, 'A')];
    expect(rangesOf(versions, 3)).toEqual(['A', 'B']);
    expect(rangesOf(versions, 1)).toEqual([]);
    expect(rangesOf(versions, 9)).toEqual(['A', 'B', 'C', 'D', 'C']);
    expect(oldSteps(versions.slice(3), 3)[0]).toEqual({ name: 'Mine', content: { ...TWO, range: 'A' } });
    const removed = [version(3, 'C'), { ...version(2, 'B'), deleted_at: '2026-01-01' }, version(1, 'A')];
    expect(rangesOf(removed, 3)).toEqual(['A']);
  });

  test('are visible changes: a changed note is not a step', () => {
    const versions = [version(4, 'B', 'x'), version(3, 'B'), version(2, 'A', 'y'), version(1, 'A')];
    expect(rangesOf(versions, 4)).toEqual(['A']);
    expect(rangesOf(versions, 2)).toEqual([]);
  });
});
