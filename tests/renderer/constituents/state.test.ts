import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chosenOf, type HeldIndex } from '../../../renderer/constituents/held-lists.ts';
import { levelOf } from '../../../renderer/constituents/level.ts';
import { rowsOf, sentenceOf, shownRows } from '../../../renderer/constituents/members.ts';
import { readState, SIZES, SORTS, searchOf, VIEWS } from '../../../renderer/constituents/search.ts';
import { tileLayout } from '../../../renderer/constituents/tile-layout.ts';
import { plainText } from '../../../renderer/explain/index.ts';
import { listChange } from '../../../service/series-math/list-change.ts';
import { listFigures } from '../../../service/series-math/list-figures.ts';
import type { Member } from '../../../service/series-math/members.ts';

const list = (as_of: string) => ({ as_of, count: 2, origin: 'file' as const });
const HELD: HeldIndex[] = [
  { code: 'SP500', title: 'S&P 500', lists: [list('2026-08-08'), list('2014-12-07')] },
  { code: 'IVV', title: 'IVV', lists: [list('2024-12-06')] },
];
const chosen = (search: Record<string, string>) => chosenOf(readState(search).state, HELD);

describe('the address', () => {
  test('is read as it was written', () => {
    const state = fc.record({
      code: fc.constantFrom(undefined, 'IVV'),
      date: fc.constantFrom(undefined, '2024-12-06'),
      vs: fc.constantFrom(undefined, '2014-12-07'),
      view: fc.constantFrom(...VIEWS),
      size: fc.constantFrom(...SIZES),
      sector: fc.constantFrom(undefined, 'Health Care'),
      q: fc.constantFrom('', 'brk b'),
      sort: fc.constantFrom(...SORTS),
      isTurned: fc.boolean(),
      explain: fc.constantFrom(undefined, 'hhi', 'change:BRKB'),
      with: fc.uniqueArray(fc.constantFrom('SPY@2025-02-07', 'IVV@2024-12-06'), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(state, (one) => {
        expect(readState(searchOf(one))).toEqual({ state: one, problems: [] });
      }),
    );
  });

  test('leaves out a wrong word and says so', () => {
    const { state, problems } = readState({ view: 'pie', date: 'soon', sort: '-size' });
    expect(state).toMatchObject({ view: 'map', date: undefined, sort: 'weight' });
    expect(problems).toHaveLength(3);
  });
});

describe('what is shown', () => {
  test('is the newest list, or the newest on or before the day that is asked for', () => {
    expect(chosen({})).toMatchObject({
      chosen: { list: { as_of: '2026-08-08' }, earlier: undefined },
      problems: [],
    });
    expect(chosen({ date: '2020-01-01' })).toMatchObject({
      chosen: { list: { as_of: '2014-12-07' } },
      problems: ['No list of 2020-01-01 is held: that of 2014-12-07 is shown.'],
    });
    expect(chosen({ vs: '2014-12-07' }).chosen.earlier).toMatchObject({ as_of: '2014-12-07' });
    expect(chosen({ code: 'QQQ', vs: '2000-01-01', with: 'SPY@2025-02-07,IVV@2024-12-06' })).toMatchObject({
      chosen: { compared: [{ code: 'SP500' }, { code: 'IVV', date: '2024-12-06' }] },
      problems: [/No list of QQQ/, /no other list of 2000-01-01/, /No list SPY@2025-02-07/].map((text) =>
        expect.stringMatching(text),
      ),
    });
  });

  const member = (ticker: string, weight: string, sector: string): Member => ({
    ticker,
    name: `${ticker} Inc`,
    sector,
    weight,
  });
  const OLD = [member('A', '5.0', 'Energy'), member('C', '1', 'Energy')];
  const NEW = [member('B', '2', ''), member('A', '5.2', 'Energy'), member('C', '0.99', 'Energy')];

  test('is searched, sorted and told in a sentence', () => {
    const change = listChange(OLD, NEW);
    const rows = rowsOf(NEW, change);
    const tickers = (search: Record<string, string>) =>
      shownRows(rows, readState(search).state).map((row) => row.member.ticker);
    expect(tickers({})).toEqual(['A', 'B', 'C']);
    expect(tickers({ sort: '-weight' })).toEqual(['C', 'B', 'A']);
    expect(tickers({ sort: 'change' })).toEqual(['A', 'B', 'C']);
    expect(tickers({ q: 'inc energy' })).toEqual(['A', 'C']);
    expect(tickers({ sector: 'not given' })).toEqual(['B']);
    expect(rows.map(levelOf)).toEqual(['rise2', 'same', 'fall1']);
    expect(rowsOf(NEW, undefined).map(levelOf)).toEqual(['w4', 'w3', 'w2']);
    const noSectors = NEW.map((member) => ({ ...member, sector: '' }));
    expect(plainText(sentenceOf('X', '2024-12-06', listFigures(noSectors), undefined))).not.toContain(
      'not given',
    );
    expect(plainText(sentenceOf('X', '2024-12-06', listFigures(NEW), change))).toBe(
      'X on 2024-12-06: 3 members; ten largest 8.19 %; Energy 6.19 %; 1 joined, 0 left, 2 stayed.',
    );
  });

  test('equal weights are in the order of the names, in the table and on the map', () => {
    const member = (ticker: string, name: string, weight: string, sector: string) => ({
      ticker,
      name,
      weight,
      sector,
    });
    const list = [
      member('Z', 'Beta', '0.2', 'Utilities'),
      member('Y', 'Alpha', '0.20', 'Utilities'),
      member('X', 'Gamma', '0.1', 'Utilities'),
      member('W', 'Delta', '0.4', 'Energy'),
      member('V', 'Omega', '0.1', 'Energy'),
    ];
    const rows = rowsOf(list, undefined);
    expect(rows.map(({ member }) => member.name)).toEqual(['Delta', 'Alpha', 'Beta', 'Gamma', 'Omega']);
    const { tiles, heads } = tileLayout(
      shownRows(rows, readState({ sort: 'ticker' }).state),
      { width: 800, height: 400 },
      false,
    );
    // 0.2 + 0.20 + 0.1 is 0.4 + 0.1: in floating point it is not.
    expect(heads.map(({ sector }) => sector)).toEqual(['Energy', 'Utilities']);
    expect(tiles.map(({ row }) => row.member.name)).toEqual(['Delta', 'Omega', 'Alpha', 'Beta', 'Gamma']);
  });

  test('a tile lies within its sector, and has its share of it', () => {
    const rows = rowsOf(NEW, undefined);
    const { tiles, heads } = tileLayout(rows, { width: 800, height: 400 }, false);
    expect(heads.map(({ sector, members }) => [sector, members])).toEqual([
      ['Energy', 2],
      ['not given', 1],
    ]);
    const area = (ticker: string) => {
      const { width = 0, height = 0 } = tiles.find(({ row }) => row.member.ticker === ticker) ?? {};
      return width * height;
    };
    expect(area('A') / area('C')).toBeCloseTo(5.2 / 0.99, 3);
    for (const { x, y, width, height } of tiles) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(800.01);
      expect(y + height).toBeLessThanOrEqual(400.01);
    }
    expect(tileLayout([], { width: 800, height: 400 }, true)).toEqual({ tiles: [], heads: [] });
  });
});
