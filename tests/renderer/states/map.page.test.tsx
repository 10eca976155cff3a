import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { looksOf } from '../../../renderer/states/look.ts';
import type { DrawnMap } from '../../../renderer/states/paint-tiles.ts';
import type { Playhead } from '../../../renderer/states/playhead.ts';
import { tileMapLayout } from '../../../renderer/states/tile-layout.ts';
import { Tiles } from '../../../renderer/states/tiles.tsx';
import { areaTable } from '../../../service/series-math/areas/area-table.ts';
import { type MeasureId, measureAreas } from '../../../service/series-math/areas/measures.ts';
import { matrixOfCsv } from '../../../service/series-math/matrix.ts';
import { draw } from '../yields/draw.tsx';
import { fewWeeks, WEEKS } from './few-weeks.ts';

const data = fewWeeks();
const NEWEST = WEEKS - 1;
const measured = (id: MeasureId) => {
  const found = measureAreas(id, data);
  if (!found) throw new Error('No measure');
  return found;
};

function playheadAt(first: number): Playhead {
  let at = first;
  const painters = new Set<(row: number) => void>();
  return {
    row: () => at,
    show: (row) => {
      at = row;
      for (const paint of painters) paint(row);
    },
    onShow: (paint) => {
      painters.add(paint);
      return () => void painters.delete(paint);
    },
  };
}

function tiles(measure: MeasureId, more: Partial<Parameters<typeof Tiles>[0]> = {}) {
  const done: unknown[] = [];
  const playhead = more.playhead ?? playheadAt(NEWEST);
  const look = looksOf(measured(measure), 'all', 'light');
  const drawn: DrawnMap = {
    ...{ claims: data.claims, measured: measured(measure), series: 'initial', scheme: 'light' },
    look,
  };
  const page = draw(
    <Tiles
      {...{
        drawn,
        layout: tileMapLayout(1200, 600),
        playhead,
        row: NEWEST,
        view: 'tiles',
        own: false,
        areas: ['NV'],
        labelledBy: 'x',
      }}
      onSelect={(area, isMore) => done.push(['select', area, isMore])}
      onExplain={(area) => done.push(['explain', area])}
      {...more}
    />,
  );
  const part = (name: string) => page.texts(`[data-part=${name}]`)[0];
  const tile = (area: string) => page.one(`[data-area=${area}]`);
  return { ...page, playhead, part, tile, done, look };
}
test('each area is a tile with its number and the colour of its class; the head has the week and the sum', () => {
  const { part, tile, texts, attributes, playhead, all, look, one } = tiles('persons');
  expect([part('date'), part('total'), part('of')]).toEqual([
    '2025-03-08',
    '268,067',
    'initial claims in 53 areas',
  ]);
  expect(texts('title').slice(0, 3)).toEqual([
    'Alaska: 1,507 claims',
    'Alabama: 4,350 claims',
    'Arkansas: 7,480 claims',
  ]);
  expect(texts('[data-part=value]').slice(0, 6)).toEqual([
    '1,507',
    '4,350',
    '7,480',
    '3,720',
    '15,563',
    '2,803',
  ]);
  expect(attributes('[data-area]', 'aria-pressed').filter((one) => one === 'true')).toHaveLength(1);
  expect(tile('NV').getAttribute('aria-pressed')).toBe('true');
  expect(one('svg > g[role=img]').getAttribute('aria-label')).toEqual(
    'Classes, claims. Each class has a seventh of all weeks, up to 15,703. below 2,406: 8 areas; 2,406 to 3,404: 8 areas; 3,404 to 4,402: 8 areas; 4,402 to 5,389: 6 areas; 5,389 to 6,349: 7 areas; 6,349 to 7,462: 8 areas; from 7,462: 8 areas',
  );
  // As many of a colour as the legend counts.
  const { colours } = look(NEWEST);
  const fills = all('[data-area] > rect').map((rect) => rect.getAttribute('fill'));
  const counts = colours.map(({ fill }) => fills.filter((one) => one === fill).length);
  const bars = all('[data-class]').map((bar) =>
    [...bar.children].map((child) => child.textContent || child.getAttribute('fill') || '').slice(1),
  );
  expect(bars.map(([, label]) => Number(label))).toEqual(counts);
  expect(bars.map(([fill]) => fill)).toEqual(colours.map(({ fill }) => fill));
  expect(bars.map((bar) => bar[2])).toEqual([
    '2,406',
    '3,404',
    '4,402',
    '5,389',
    '6,349',
    '7,462',
    'var(--mantine-color-dimmed)',
  ]);
  expect(attributes('[data-class] > rect:nth-child(2)', 'height')).toEqual([
    '74',
    '74',
    '74',
    '56',
    '65',
    '74',
    '74',
  ]);
  expect([part('classes'), texts('[role=img] > text')[0]]).toEqual([
    'Each class has a seventh of all weeks, up to 15,703',
    'Claims: areas in each class',
  ]);
  expect(attributes('[data-area]', 'transform').slice(0, 4)).toEqual([
    'translate(0 0)',
    'translate(552 450)',
    'translate(368 375)',
    'translate(92 375)',
  ]);
  expect(tile('NV').querySelector('rect')?.getAttribute('width')).toBe('88');

  // Only lines are read by the pointer.
  fireEvent.pointerMove(tile('NV'), { clientX: 92 + 84 - 40 });
  expect([one('svg').dataset.pointed, part('date')]).toEqual([undefined, '2025-03-08']);

  // A week without Wyoming has no national total, and its tile is hatched.
  playhead.show(1);
  expect([part('date'), part('total'), part('of')]).toEqual([
    '2024-01-27',
    '52 of 53 areas so far',
    'no national total',
  ]);
  expect([
    tile('WY').querySelector('rect')?.getAttribute('fill'),
    tile('WY').querySelector('[data-part=value]')?.textContent,
    tile('WY').querySelector('[data-part=value]')?.getAttribute('fill'),
  ]).toEqual(['url(#states-hatch)', '–', '#586172']);
  expect(texts('[data-class] > text:nth-of-type(1)')).toEqual(['7', '7', '9', '7', '7', '8', '7']);
  expect(tile('CA').querySelector('[data-part=value]')?.textContent).toEqual('15,563');
  // What is heard is of the week of the address.
  expect(texts('title').slice(0, 1)).toEqual(['Alaska: 1,507 claims']);
});

test('arrows go from tile to tile, Space and a click select, Enter and a double click explain', () => {
  const { tile, done, attributes } = tiles('persons');
  const stop = () => attributes('[data-area][tabindex="0"]', 'data-area');
  expect(stop()).toEqual(['CA']);
  const press = (key: string, area: string) => {
    const isFree = fireEvent.keyDown(tile(area), { key });
    return isFree ? 'free' : stop()[0];
  };
  expect([press('ArrowRight', 'CA'), press('ArrowUp', 'UT'), press('ArrowLeft', 'NV')]).toEqual([
    'UT',
    'NV',
    'OR',
  ]);
  expect([press('Enter', 'OR'), press(' ', 'OR'), press('a', 'OR')]).toEqual(['OR', 'OR', 'free']);
  fireEvent.focus(tile('TX'));
  expect(stop()).toEqual(['TX']);
  fireEvent.click(tile('TX'));
  fireEvent.click(tile('TX'), { ctrlKey: true });
  fireEvent.click(tile('TX'), { metaKey: true });
  fireEvent.click(tile('TX'), { shiftKey: true });
  fireEvent.doubleClick(tile('FL'));
  expect(done).toEqual([
    ...[
      ['explain', 'OR'],
      ['select', 'OR', true],
      ['select', 'TX', false],
      ['select', 'TX', true],
    ],
    ...[
      ['select', 'TX', true],
      ['select', 'TX', true],
      ['explain', 'FL'],
    ],
  ]);
});

test('as lines each tile has two years and those before; the pointer reads one week in all', () => {
  const { tile, one, part, texts, playhead, all } = tiles('persons', { view: 'lines' });
  const path = (area: string, name = 'line') =>
    tile(area).querySelector(`[data-part=${name}]`)?.getAttribute('d');
  expect([path('NV')?.split('L').length, path('NV', 'before')?.split('L').length]).toEqual([60, 8]);
  expect([path('NV')?.slice(0, 40), path('NV', 'before')?.slice(0, 40)]).toEqual([
    'M38.2 55.2L39.0 55.5L39.7 55.5L40.5 55.2',
    'M78.6 55.2L79.3 55.5L80.1 55.5L80.9 55.2',
  ]);
  expect(texts('svg > g:not([data-area]):not([data-part]) > text')).toEqual([
    'Claims',
    '104 weeks',
    'a year before',
    'One scale for all, from 0',
  ]);
  expect(all('[data-class]')).toEqual([]);
  const svg = one('svg');
  expect(svg.dataset.pointed).toBe('false');
  const before = tile('NV').querySelector('[data-part=value]')?.textContent;
  // The left edge of Nevada's tile is 2 cells of 92 pixels from that of the first column: its middle is week 52 of 104.
  fireEvent.pointerMove(tile('NV'), { clientX: 92 + 84 - 40 });
  expect([svg.dataset.pointed, part('date')]).toEqual(['true', '2024-03-16']);
  expect(
    ['x1', 'x2'].map((name) => tile('TX').querySelector('[data-part=cross]')?.getAttribute(name)),
  ).toEqual(['44.4', '44.4']);
  expect(tile('NV').querySelector('[data-part=value]')?.textContent).toEqual('3,731');
  // Before the first week nothing is read.
  fireEvent.pointerLeave(svg);
  expect([
    svg.dataset.pointed,
    part('date'),
    tile('NV').querySelector('[data-part=value]')?.textContent,
  ]).toEqual(['false', '2025-03-08', before]);
  fireEvent.pointerMove(tile('NV'), { clientX: 92 });
  expect(svg.dataset.pointed).toBe('false');
  playhead.show(50);
  expect(path('NV')?.split('L').length).toBe(51);
  const own = tiles('persons', { view: 'lines', own: true });
  expect(own.texts('svg > g:not([data-area]):not([data-part]) > text').at(-1)).toBe(
    'Each has a scale of its own, from 0',
  );
  // The highest week of Nevada stands where the head of its tile ends.
  const line = own.tile('NV').querySelector('[data-part=line]')?.getAttribute('d') ?? '';
  expect(Math.min(...[...line.matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y)))).toBe(18);
});

test('the legend says the number of a class with a single area, and none of an empty one', () => {
  const claims = areaTable(matrixOfCsv('date,x.AK,x.CA\n2024-01-06,5,7\n2024-01-13,5,9'), 'x');
  const found = measureAreas('persons', { claims, reportAfter: 0 });
  if (!found) throw new Error('No measure');
  const drawn: DrawnMap = {
    ...{ claims, measured: found, series: 'initial', scheme: 'light' },
    look: looksOf(found, 'all', 'light'),
  };
  const { texts, look } = tiles('persons', { drawn, row: 0, playhead: playheadAt(0) });
  const labels = texts('[data-class] > text:nth-of-type(1)');
  expect([labels.filter((text) => text !== ''), labels.length]).toEqual([['1', '1'], 7]);
  // The same number is in another class of another week.
  const classes = (row: number) => ({ ...look(row), bounds: [row === 0 ? 6 : 4] });
  const own = tiles('persons', { drawn: { ...drawn, look: classes }, row: 0, playhead: playheadAt(0) });
  const fills = () => ['AK', 'CA'].map((area) => own.tile(area).querySelector('rect')?.getAttribute('fill'));
  const [low, high] = fills();
  own.playhead.show(1);
  expect([low === high, fills()]).toEqual([false, [high, high]]);
});
