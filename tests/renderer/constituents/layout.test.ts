import { describe, expect, test } from 'vitest';
import { levelOf } from '../../../renderer/constituents/level.ts';
import { mapMarkup } from '../../../renderer/constituents/map-image.ts';
import { type Row, rowsOf } from '../../../renderer/constituents/members.ts';
import { labelsOf, tileLayout } from '../../../renderer/constituents/tile-layout.ts';
import { listChange } from '../../../service/series-math/list-change.ts';
import type { Member } from '../../../service/series-math/members.ts';

const member = (ticker: string, weight: string, sector = 'Energy', name = `${ticker} Inc`): Member => ({
  ...{ ticker, name, sector, weight },
});
const row = (weight: string, change?: string): Row => {
  const one = member('A', weight);
  const was = change === undefined ? undefined : { before: one, after: one, change };
  return { member: one, key: 'A', sector: 'Energy', rank: 1, was };
};

describe('the colour of a tile', () => {
  test('steps at 0.1, 0.3, 1 and 3 percent, each of which has the next colour', () => {
    const weights = ['', '-1', '0', '0.09', '0.1', '0.29', '0.3', '0.99', '1', '2.99', '3', '50'];
    expect(weights.map((weight) => levelOf(row(weight)))).toEqual([
      ...['w0', 'w0', 'w0', 'w0', 'w1', 'w1', 'w2', 'w2', 'w3', 'w3', 'w4', 'w4'],
    ]);
  });

  test('is stronger from a tenth of a point on, and no change and a joined one are the same', () => {
    const changes = ['-0.1', '-0.09', '0.00', '', '0.09', '0.10', '2'];
    expect(changes.map((change) => levelOf(row('1', change)))).toEqual([
      ...['fall2', 'fall1', 'same', 'same', 'rise1', 'rise2', 'rise2'],
    ]);
    expect(levelOf({ ...row('9'), was: 'new' })).toBe('same');
  });
});

describe('the layout of a map', () => {
  const place = (rows: readonly Row[], size: { width: number; height: number }, isEqual = false) => {
    const { tiles, heads } = tileLayout(rows, size, isEqual);
    const rounded = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
      [x, y, width, height].map((pixels) => Math.round(pixels * 10) / 10).join(' ');
    return {
      tiles: tiles.map((tile) => `${tile.row.member.ticker} ${rounded(tile)}`),
      heads: heads.map((head) => `${head.sector} ${head.members} ${rounded(head)}`),
    };
  };
  const rows = rowsOf(
    [
      member('A', '6'),
      member('B', '2'),
      member('C', '3', 'Water'),
      member('D', '1', 'Water'),
      member('E', '', 'Water'),
    ],
    undefined,
  );

  test('has the heaviest sector first, a name of 18 pixels over it, and two pixels between sectors', () => {
    // 8 of 13, and 5 of 13: E is as large as the smallest, 1.
    expect(place(rows, { width: 650, height: 400 })).toEqual({
      heads: ['Energy 2 0 0 400 18', 'Water 3 400 0 250 18'],
      tiles: [
        'A 0 18 298.5 380',
        'B 298.5 18 99.5 380',
        'C 400 18 248 228',
        'D 400 246 124 152',
        'E 524 246 124 152',
      ],
    });
    expect(place(rows, { width: 500, height: 400 }, true).heads).toEqual([
      'Water 3 0 0 300 18',
      'Energy 2 300 0 200 18',
    ]);
    const even = rowsOf([member('A', '1', 'Water'), member('B', '1.0', 'Energy')], undefined);
    expect(place(even, { width: 200, height: 100 }).heads).toEqual([
      'Energy 1 0 0 100 18',
      'Water 1 100 0 100 18',
    ]);
  });

  test('leaves out the name of a sector that is at most 54 pixels high or 60 wide', () => {
    const one = rowsOf([member('A', '1')], undefined);
    const heads = (width: number, height: number) => tileLayout(one, { width, height }, false).heads.length;
    expect([heads(100, 54), heads(100, 54.1), heads(60, 100), heads(60.1, 100)]).toEqual([0, 1, 0, 1]);
    expect(place(one, { width: 60, height: 100 }).tiles).toEqual(['A 0 0 58 98']);
    // Never without a width.
    expect(place(one, { width: 2, height: 1 })).toEqual({ heads: [], tiles: ['A 0 0 1 1'] });
    for (const [width, height] of [
      [0.9, 9],
      [9, 0.9],
    ] as const)
      expect(tileLayout(one, { width, height }, false)).toEqual({ tiles: [], heads: [] });
    expect(tileLayout([], { width: 9, height: 9 }, false)).toEqual({ tiles: [], heads: [] });
  });

  test('a list of short positions, or without weights, has equal tiles', () => {
    const area = ({ width, height }: { width: number; height: number }) => Math.round(width * height);
    for (const weights of [
      ['', ''],
      ['-3', '0'],
    ]) {
      const flat = rowsOf(
        weights.map((weight, i) => member(`T${i}`, weight)),
        undefined,
      );
      const [first, second] = tileLayout(flat, { width: 300, height: 200 }, false).tiles;
      expect(first && second && area(first) - area(second)).toBe(0);
    }
    // A sector is in the order of its members by weight, whatever the order of the rows.
    const order = (isEqual: boolean) =>
      tileLayout(rows.toReversed(), { width: 300, height: 200 }, isEqual).tiles.map(
        ({ row }) => row.member.ticker,
      );
    expect([order(false), order(true)]).toEqual([
      ['A', 'B', 'C', 'D', 'E'],
      ['E', 'D', 'C', 'B', 'A'],
    ]);
  });

  test('a ticker is written where it fits by its letters, and its weight where there is room below', () => {
    const fits = (ticker: string, width: number, height: number, weight = '1.5') => {
      const tile = { x: 0, y: 0, width, height, row: { ...row(weight), member: member(ticker, weight) } };
      const { hasTicker, hasWeight } = labelsOf(tile);
      return `${hasTicker ? 'ticker' : ''}${hasWeight ? ' and weight' : ''}`;
    };
    // 5 and 10.5 for M and W; 8.8 for A, C, …; 5.5 for I, J and the point; 7.8 for others.
    for (const [ticker, width] of [
      ['M', 15.5],
      ['AX', 22.6],
      ['IJ.', 21.5],
      ['TB', 20.6],
      ['b1', 20.6],
    ] as const) {
      expect(fits(ticker, width - 0.01, 20), ticker).toBe('');
      expect(fits(ticker, width + 0.01, 20), ticker).toBe('ticker');
    }
    expect([fits('T', 99, 14), fits('T', 99, 14.1), fits('T', 99, 32), fits('T', 99, 32.1)]).toEqual([
      ...['', 'ticker', 'ticker', 'ticker and weight'],
    ]);
    expect([fits('T', 44, 99), fits('T', 44.1, 99), fits('T', 99, 99, ''), fits('WWWWW', 50, 99)]).toEqual([
      ...['ticker', 'ticker and weight', 'ticker', ''],
    ]);
  });
});

test('an image of a map has its tiles, outlines, names and escaped texts in the colours of its scheme', () => {
  const now = [member('T&1', '1234.5', 'R&D <"made up\'>'), member('NEW', '0.01', 'R&D <"made up\'>')];
  const shown = rowsOf(now, listChange([member('T&1', '1234.6')], now));
  const image = (width: number, height: number, scheme: 'light' | 'dark', isEqual = true) =>
    mapMarkup(shown, { width, height }, isEqual, scheme);
  expect(image(402, 220, 'light')).toEqual({
    ...{ width: 402, height: 220 },
    markup: [
      '<svg width="402" height="220">',
      '<text x="2.0" y="13.0" font-size="12" font-weight="550" fill="#171c26">R&#38;D &#60;&#34;made up&#39;&#62; 2</text>',
      '<rect x="0.0" y="18.0" width="199.0" height="199.0" rx="2" fill="#f3b47a"/>',
      '<text x="100.0" text-anchor="middle" font-size="11" fill="#171c26" y="116.0" font-weight="550">T&#38;1</text>',
      '<text x="100.0" text-anchor="middle" font-size="11" fill="#171c26" y="129.0">1,234.5</text>',
      '<rect x="200.0" y="18.0" width="199.0" height="199.0" rx="2" fill="#e6e8ec" stroke="#2a55c8" stroke-width="2"/>',
      '<text x="300.0" text-anchor="middle" font-size="11" fill="#171c26" y="116.0" font-weight="550">NEW</text>',
      '<text x="300.0" text-anchor="middle" font-size="11" fill="#171c26" y="129.0">0.01</text>',
      '</svg>',
    ].join(''),
  });
  const dark = image(402, 220, 'dark').markup;
  expect([...new Set(dark.match(/#[\da-f]{6}/g))]).toEqual(['#dfe3ea', '#7c4b17', '#2a303b', '#79a2f7']);
  // Without room for a weight the ticker is in the middle; a name that is too long is cut.
  const low = image(90, 55, 'light').markup;
  expect(low).toContain('>R&#38;D &#60;&#34;made …</text>');
  expect(low).toContain('y="39.5" font-weight="550">NEW</text>');
  expect(low.match(/<text/g)).toHaveLength(3);
  // 17 letters of 7.4 pixels.
  expect(image(126, 80, 'light').markup).toContain('made up&#39;&#62; 2</text>');
  expect(image(125, 80, 'light').markup).toContain('made up&#39;&#62;…</text>');
  // A sliver of a tile has no less than no width.
  expect(image(1, 400, 'light').markup).not.toContain('="-');
});
