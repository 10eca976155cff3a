import { describe, expect, test } from 'vitest';
import { mapMarkup } from '../../../renderer/constituents/map-image.ts';
import { listedMembers, type MapMember } from '../../../renderer/constituents/members.ts';
import { legendOf, levelOf, tileColour, treemapLayout } from '../../../renderer/constituents/tile-layout.ts';
import { listChange } from '../../../service/series-math/list-change.ts';
import type { Constituent } from '../../../service/series-math/members.ts';
import { contrast, distance, SEEN } from '../chart/colour-vision.ts';

const member = (ticker: string, weight: string, sector = 'Energy', name = `${ticker} Inc`): Constituent => ({
  ...{ ticker, name, sector, weight },
});
const row = (weight: string, change?: string): MapMember => {
  const one = member('A', weight);
  const was = change === undefined ? undefined : { before: one, after: one, change };
  return { member: one, key: 'A', sector: 'Energy', rank: 1, was };
};

describe('the colour of a tile', () => {
  test('changes at weights of 0.1, 0.3, 1 and 3 percent', () => {
    const weights = ['', '-1', '0', '0.09', '0.1', '0.29', '0.3', '0.99', '1', '2.99', '3', '50'];
    expect(weights.map((weight) => levelOf(row(weight)))).toEqual([
      ...['w0', 'w0', 'w0', 'w0', 'w1', 'w1', 'w2', 'w2', 'w3', 'w3', 'w4', 'w4'],
    ]);
  });

  test('is stronger from a change of 0.1 points on, and the same for an unchanged and a joined member', () => {
    const changes = ['-0.1', '-0.09', '0.00', '', '0.09', '0.10', '2'];
    expect(changes.map((change) => levelOf(row('1', change)))).toEqual([
      ...['fall2', 'fall1', 'same', 'same', 'rise1', 'rise2', 'rise2'],
    ]);
    expect(levelOf({ ...row('9'), was: 'new' })).toBe('same');
  });
});

describe('the layout of a map', () => {
  const place = (rows: readonly MapMember[], size: { width: number; height: number }, isEqual = false) => {
    const { tiles, heads } = treemapLayout(rows, size, isEqual);
    const rounded = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
      [x, y, width, height].map((pixels) => Math.round(pixels * 10) / 10).join(' ');
    return {
      tiles: tiles.map((tile) => `${tile.row.member.ticker} ${rounded(tile)}`),
      heads: heads.map((head) => `${head.sector} ${head.members} ${rounded(head)}`),
    };
  };
  const rows = listedMembers(
    [
      member('A', '6'),
      member('B', '2'),
      member('C', '3', 'Water'),
      member('D', '1', 'Water'),
      member('E', '', 'Water'),
    ],
    undefined,
  );

  test('has the heaviest sector first, under a name 18 pixels high, and two pixels between sectors', () => {
    // Energy weighs 8 of 13, Water 5: E has no weight and counts as much as the smallest member, 1.
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
    const even = listedMembers([member('A', '1', 'Water'), member('B', '1.0', 'Energy')], undefined);
    expect(place(even, { width: 200, height: 100 }).heads).toEqual([
      'Energy 1 0 0 100 18',
      'Water 1 100 0 100 18',
    ]);
  });

  test('leaves out the name of a sector that is at most 54 pixels high or 60 wide', () => {
    const one = listedMembers([member('A', '1')], undefined);
    const heads = (width: number, height: number) =>
      treemapLayout(one, { width, height }, false).heads.length;
    expect([heads(100, 54), heads(100, 54.1), heads(60, 100), heads(60.1, 100)]).toEqual([0, 1, 0, 1]);
    expect(place(one, { width: 60, height: 100 }).tiles).toEqual(['A 0 0 58 98']);
    // A tile is at least 1 pixel wide.
    expect(place(one, { width: 2, height: 1 })).toEqual({ heads: [], tiles: ['A 0 0 1 1'] });
    for (const [width, height] of [
      [0.9, 9],
      [9, 0.9],
    ] as const)
      expect(treemapLayout(one, { width, height }, false)).toEqual({ tiles: [], heads: [] });
    expect(treemapLayout([], { width: 9, height: 9 }, false)).toEqual({ tiles: [], heads: [] });
  });

  test('a list of short positions, or without weights, has equal tiles', () => {
    const area = ({ width, height }: { width: number; height: number }) => Math.round(width * height);
    for (const weights of [
      ['', ''],
      ['-3', '0'],
    ]) {
      const flat = listedMembers(
        weights.map((weight, i) => member(`T${i}`, weight)),
        undefined,
      );
      const [first, second] = treemapLayout(flat, { width: 300, height: 200 }, false).tiles;
      expect(first && second && area(first) - area(second)).toBe(0);
    }
    // By weight, members are sorted within their sector, whatever the order of the rows.
    const order = (isEqual: boolean) =>
      treemapLayout(rows.toReversed(), { width: 300, height: 200 }, isEqual).tiles.map(
        ({ row }) => row.member.ticker,
      );
    expect([order(false), order(true)]).toEqual([
      ['A', 'B', 'C', 'D', 'E'],
      ['E', 'D', 'C', 'B', 'A'],
    ]);
  });

  test('a ticker is as large as its width allows (that of three letters at least), with its weight if there is room', () => {
    const fits = (ticker: string, width: number, height: number, weight = '1.5') => {
      // The sector has no name here, and 2 pixels of the size are a gap.
      const size = { width: width + 2, height: height + 2 };
      const { tiles } = treemapLayout(listedMembers([member(ticker, weight)], undefined), size, false);
      return tiles.map(({ label }) => label && `${label.size}${label.hasWeight ? ' and weight' : ''}`)[0];
    };
    // Letters are 10.5 wide (M, W), 8.8 (A, C, …), 5.5 (I, J, point) or 7.8; a text is at least 26, plus 5.
    for (const [ticker, letters] of [
      ['MWM', 31.5],
      ['AX', 26],
      ['IJ.BI', 29.8],
      ['TBEE', 31.2],
      ['b1b1', 31.2],
    ] as const) {
      expect(fits(ticker, 5 + letters + 0.01, 16), ticker).toBe('11');
      expect(fits(ticker, 5 + letters - 0.01, 16), ticker).toBe('10.5');
      expect(fits(ticker, 5 + letters * (8 / 11) + 0.01, 16), ticker).toBe('8');
      expect(fits(ticker, 5 + letters * (8 / 11) - 0.01, 16), ticker).toBeUndefined();
    }
    expect([10.9, 11, 14, 32, 32.1].map((height) => fits('T', 58, height))).toEqual([
      ...[undefined, '8', '11', '11', '11 and weight'],
    ]);
    expect([fits('T', 44, 40), fits('T', 44.1, 40), fits('T', 99, 40, '')]).toEqual([
      ...['11', '11 and weight', '11'],
    ]);
    // A member that is not a share may have a long ticker.
    const long = listedMembers([member('A', '1'), member('MARGIN_USD', '1')], undefined);
    for (const isEqual of [false, true])
      expect(
        treemapLayout(long, { width: 200, height: 40 }, isEqual).tiles.map(({ label }) => label?.text),
      ).toEqual([...['A', 'MARGI…']]);
  });

  test('equal tiles either all have a name, in one size, or none has; they have nearly the same shape', () => {
    const SECTORS = [83, 76, 73, 59, 47, 34, 31, 31, 25, 23, 21];
    const list = listedMembers(
      SECTORS.flatMap((count, i) =>
        Array.from({ length: count }, (_, j) =>
          member(['GOOGL', 'MMM', 'A', 'WBD'][j % 4] as string, '', `S${i}`),
        ),
      ).map((one, i) => ({ ...one, name: `${i}` })),
      undefined,
    );
    const sizes = (width: number, height: number) => {
      const { tiles } = treemapLayout(list, { width, height }, true);
      expect(tiles).toHaveLength(503);
      const shapes = tiles.map((tile) => tile.width / tile.height);
      expect(Math.max(...shapes) / Math.min(...shapes)).toBeLessThan(2.5);
      const areas = tiles.map((tile) => tile.width * tile.height);
      expect(Math.max(...areas) / Math.min(...areas)).toBeLessThan(1.6);
      return [...new Set(tiles.map(({ label }) => label?.size))];
    };
    // The map's sizes on screens of 1440 × 900 and 1024 × 700, and on a board.
    expect([sizes(1080, 770), sizes(930, 520), sizes(400, 260)]).toEqual([[10], [10], [undefined]]);
    // Either all tiles show their weight or none does.
    const weighted = listedMembers(
      [member('A', '3'), member('B', '1'), member('C', '1', 'Water')],
      undefined,
    );
    const labels = (height: number) =>
      treemapLayout(weighted, { width: 200, height }, true).tiles.map(({ label }) => label?.hasWeight);
    expect([labels(200), labels(30)]).toEqual([
      [true, true, true],
      [false, false, false],
    ]);
  });
});

describe.each(['light', 'dark'] as const)('the colours of the map on the %s page', (scheme) => {
  const scales = [false, true].map((isCompared) =>
    legendOf(isCompared).map(({ level }) => tileColour(level, scheme)),
  );

  test('have text on them that can be read (WCAG 1.4.3)', () => {
    for (const { background, color } of scales.flat())
      expect(contrast(background, color), background).toBeGreaterThanOrEqual(4.5);
  });

  test.each(Object.keys(SEEN))('no two neighbouring colours look alike with %s', (cones) => {
    for (const scale of scales)
      for (const [i, { background }] of scale.entries())
        if (i > 0)
          expect(distance(scale[i - 1]?.background as string, background, cones), background).toBeGreaterThan(
            10,
          );
  });
});

test('an image of a map has its tiles, outlines, names and escaped texts in the colours of its scheme', () => {
  const now = [member('T&1', '1234.5', 'R&D <"made up\'>'), member('NEW', '0.01', 'R&D <"made up\'>')];
  const shown = listedMembers(now, listChange([member('T&1', '1234.6')], now));
  const image = (width: number, height: number, scheme: 'light' | 'dark', isEqual = true) =>
    mapMarkup(shown, { width, height }, isEqual, scheme);
  expect(image(402, 220, 'light')).toEqual({
    ...{ width: 402, height: 220 },
    markup: [
      '<svg width="402" height="220">',
      '<text x="2.0" y="13.0" font-size="12" font-weight="550" fill="#171c26">R&#38;D &#60;&#34;made up&#39;&#62; 2</text>',
      '<rect x="0.0" y="18.0" width="199.0" height="199.0" rx="2" fill="#ef9c4b"/>',
      '<text x="100.0" text-anchor="middle" font-size="11" fill="#171c26" y="116.0" font-weight="550">T&#38;1</text>',
      '<text x="100.0" text-anchor="middle" font-size="11" fill="#171c26" y="129.0">1,234.5</text>',
      '<rect x="200.0" y="18.0" width="199.0" height="199.0" rx="2" fill="#e6e8ec" stroke="#2a55c8" stroke-width="2"/>',
      '<text x="300.0" text-anchor="middle" font-size="11" fill="#171c26" y="116.0" font-weight="550">NEW</text>',
      '<text x="300.0" text-anchor="middle" font-size="11" fill="#171c26" y="129.0">0.01</text>',
      '</svg>',
    ].join(''),
  });
  const dark = image(402, 220, 'dark').markup;
  expect([...new Set(dark.match(/#[\da-f]{6}/g))]).toEqual([
    ...['#dfe3ea', '#cb7f2d', '#171c26', '#2b3038', '#79a2f7', '#f2f5fa'],
  ]);
  // Without room for a weight, the ticker is in the middle; a name that is too long is cut.
  const low = image(90, 55, 'light').markup;
  expect(low).toContain('>R&#38;D &#60;&#34;made …</text>');
  expect(low).toContain('y="39.5" font-weight="550">NEW</text>');
  expect(low.match(/<text/g)).toHaveLength(3);
  // The name has 17 letters of 7.4 pixels.
  expect(image(126, 80, 'light').markup).toContain('made up&#39;&#62; 2</text>');
  expect(image(125, 80, 'light').markup).toContain('made up&#39;&#62;…</text>');
  // No width is negative, however narrow the image is.
  expect(image(1, 400, 'light').markup).not.toContain('="-');
});
