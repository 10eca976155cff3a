import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { looksOf } from '../../../renderer/states/look.ts';
import type { ShownMap } from '../../../renderer/states/shown-map.ts';
import { tileMapLayout } from '../../../renderer/states/tile-layout.ts';
import { Tiles } from '../../../renderer/states/tiles.tsx';
import { areaTable } from '../../../service/series-math/areas/area-table.ts';
import { measureAreas } from '../../../service/series-math/areas/measures.ts';
import { matrixOfCsv } from '../../../service/series-math/matrix.ts';
import { draw } from '../yields/draw.tsx';
import { shownFew } from './few-weeks.ts';

function tiles(of: ShownMap) {
  const map = (one: ShownMap) => <Tiles shown={one} layout={tileMapLayout(1200, 600)} labelledBy="x" />;
  const page = draw(map(of));
  const tile = (area: string) => page.one(`[data-area=${area}]`);
  return {
    ...page,
    /** Shows another week, or the same week in another form. */
    show: (one: ShownMap) => page.again(map(one)),
    tile,
    head: () => ['date', 'total', 'of'].map((name) => page.one(`svg > g [data-part=${name}]`).textContent),
    part: (area: string, name: string, attribute: string) =>
      tile(area).querySelector(`[data-part=${name}]`)?.getAttribute(attribute),
    value: (area: string) => tile(area).querySelector('[data-part=value]')?.textContent,
    fill: (area: string) => tile(area).querySelector('rect')?.getAttribute('fill'),
  };
}

test('each area is a tile with its number and the colour of its class; the header has the week and the sum', () => {
  const of = shownFew('persons', { state: { areas: ['NV'] } });
  const { head, tile, texts, attributes, show, all, one, value, fill, part } = tiles(of);
  expect(head()).toEqual(['2025-03-08', '268,067', 'initial claims in 53 areas']);
  expect(texts('title').slice(0, 2)).toEqual(['Alaska: 1,507 claims', 'Alabama: 4,350 claims']);
  expect(texts('[data-part=value]').slice(0, 6).join(' ')).toBe('1,507 4,350 7,480 3,720 15,563 2,803');
  expect(attributes('[aria-pressed=true]', 'data-area')).toEqual(['NV']);
  expect(one('svg > g[role=img]').getAttribute('aria-label')).toEqual(
    'Classes, claims. Each class has a seventh of all weeks, up to 15,703. below 2,406: 8 areas; 2,406 to 3,404: 8 areas; 3,404 to 4,402: 8 areas; 4,402 to 5,389: 6 areas; 5,389 to 6,349: 7 areas; 6,349 to 7,462: 8 areas; from 7,462: 8 areas',
  );
  // There are as many tiles of a colour as the legend counts.
  const fills = attributes('[data-area] > rect', 'fill');
  const bars = all('[data-class]').map(({ children: [swatch, bar, label, bound] }) => ({
    fills: [swatch, bar].map((rect) => rect?.getAttribute('fill')),
    texts: [label, bound].map((text) => text?.textContent),
  }));
  expect(bars).toEqual(
    (of.look?.colours ?? []).map(({ fill: colour }, i) => ({
      fills: [colour, colour],
      texts: [
        String(fills.filter((one) => one === colour).length),
        ['2,406', '3,404', '4,402', '5,389', '6,349', '7,462', ''][i],
      ],
    })),
  );
  expect(attributes('[data-class] > rect:nth-child(2)', 'height').join(' ')).toBe('74 74 74 56 65 74 74');
  expect(texts('[role=img] > text')).toEqual([
    ...['Claims: areas in each class', 'Each class has a seventh of all weeks, up to 15,703'],
  ]);
  expect(attributes('[data-area]', 'transform').slice(0, 2)).toEqual([
    'translate(0 0)',
    'translate(552 450)',
  ]);
  expect(tile('NV').querySelector('rect')?.getAttribute('width')).toBe('88');

  // The pointer reads weeks only on lines.
  fireEvent.pointerMove(tile('NV'), { clientX: 92 + 84 - 40 });
  expect([one('svg').dataset.pointed, head()[0]]).toEqual([undefined, '2025-03-08']);

  // A week without Wyoming has no national total, and its tile is hatched.
  show(shownFew('persons', { row: 1 }));
  expect(head()).toEqual(['2024-01-27', '52 of 53 areas so far', 'no national total']);
  expect([fill('WY'), value('WY'), part('WY', 'value', 'fill'), value('CA')]).toEqual([
    ...['url(#states-hatch)', '–', '#586172', '15,563'],
  ]);
  expect(texts('[data-class] > text:nth-of-type(1)').join(' ')).toBe('7 7 9 7 7 8 7');
});

test('arrows go from tile to tile, Space and a click select, Enter and a double click explain', () => {
  const changes: object[] = [];
  const { tile, attributes } = tiles(shownFew('persons', { change: (part) => void changes.push(part) }));
  const stop = () => attributes('[data-area][tabindex="0"]', 'data-area');
  expect(stop()).toEqual(['CA']);
  const press = (key: string, area: string) => (fireEvent.keyDown(tile(area), { key }) ? 'free' : stop()[0]);
  expect([press('ArrowRight', 'CA'), press('ArrowUp', 'UT'), press('ArrowLeft', 'NV')]).toEqual([
    ...['UT', 'NV', 'OR'],
  ]);
  expect([press('Enter', 'OR'), press(' ', 'OR'), press('a', 'OR')]).toEqual(['OR', 'OR', 'free']);
  fireEvent.focus(tile('TX'));
  expect(stop()).toEqual(['TX']);
  fireEvent.doubleClick(tile('FL'));
  expect(changes).toEqual([{ explain: { area: 'OR' } }, { areas: ['OR'] }, { explain: { area: 'FL' } }]);
});

test.each([
  [{}, ['TX']],
  [{ ctrlKey: true }, ['NV', 'TX']],
  [{ metaKey: true }, ['NV', 'TX']],
  [{ shiftKey: true }, ['NV', 'TX']],
])('a click with %o beside a selected area selects %o', (keys, areas) => {
  const changes: object[] = [];
  const change = (part: object) => void changes.push(part);
  fireEvent.click(tiles(shownFew('persons', { state: { areas: ['NV'] }, change })).tile('TX'), keys);
  expect(changes).toEqual([{ areas }]);
});

test('as lines, each tile shows two years and the year before; the pointer reads one week in all tiles', () => {
  const lines = (row?: number, own = false) =>
    shownFew('persons', { state: { view: 'lines', own }, ...(row !== undefined && { row }) });
  const { tile, one, head, texts, show, all, part, value } = tiles(lines());
  const points = (name: string) => part('NV', name, 'd')?.split('L').length;
  expect([points('line'), points('before')]).toEqual([60, 8]);
  expect(['line', 'before'].map((name) => part('NV', name, 'd')?.slice(0, 40))).toEqual([
    'M38.2 55.2L39.0 55.5L39.7 55.5L40.5 55.2',
    'M78.6 55.2L79.3 55.5L80.1 55.5L80.9 55.2',
  ]);
  const key = () => texts('svg > g:not([data-area]):not([data-part]) > text');
  expect(key()).toEqual(['Claims', '104 weeks', 'a year before', 'One scale for all, from 0']);
  expect(all('[data-class]')).toEqual([]);
  const svg = one('svg');
  expect(svg.dataset.pointed).toBe('false');
  const before = value('NV');
  // Nevada's tile begins 2 cells of 92 pixels right of the first column: its middle is week 52 of 104.
  fireEvent.pointerMove(tile('NV'), { clientX: 92 + 84 - 40 });
  expect([svg.dataset.pointed, head()[0], value('NV')]).toEqual(['true', '2024-03-16', '3,731']);
  expect(['x1', 'x2'].map((name) => part('TX', 'cross', name))).toEqual(['44.4', '44.4']);
  fireEvent.pointerLeave(svg);
  expect([svg.dataset.pointed, head()[0], value('NV')]).toEqual(['false', '2025-03-08', before]);
  // The pointer is left of the first week and reads nothing.
  fireEvent.pointerMove(tile('NV'), { clientX: 92 });
  expect(svg.dataset.pointed).toBe('false');
  show(lines(50));
  expect(points('line')).toBe(51);
  show(lines(undefined, true));
  expect(key().at(-1)).toBe('Each has a scale of its own, from 0');
  // The highest week of Nevada reaches the lower edge of its tile's header.
  const ys = [...(part('NV', 'line', 'd') ?? '').matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y));
  expect(Math.min(...ys)).toBe(18);
});

test('the legend counts the areas of a class even if it is only one, but not in an empty class', () => {
  const claims = areaTable(matrixOfCsv('date,x.AK,x.CA\n2024-01-06,5,7\n2024-01-13,5,9'), 'x');
  const data = { claims, reportAfter: 0 };
  const measured = measureAreas('persons', data);
  if (!measured) throw new Error('No measure');
  const { texts, fill, show } = tiles(shownFew('persons', { data, row: 0 }));
  const labels = texts('[data-class] > text:nth-of-type(1)');
  expect([labels.filter((text) => text !== ''), labels.length]).toEqual([['1', '1'], 3]);
  // In another week, the same number is in another class.
  const week = (row: number) => {
    const look = { ...looksOf(measured, 'all', 'light')(row), bounds: [row === 0 ? 6 : 4] };
    show(shownFew('persons', { data, row, look }));
    return ['AK', 'CA'].map(fill);
  };
  const [low, high] = week(0);
  expect([low === high, week(1)]).toEqual([false, [high, high]]);
});
