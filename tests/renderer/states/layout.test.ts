import { describe, expect, it, test } from 'vitest';
import { areaLinePath, lineEnds, lineX, weekAtX } from '../../../renderer/states/area-lines.ts';
import {
  BLANK,
  boundTexts,
  classColours,
  classCounts,
  crowdOf,
  looksOf,
  RAMPS,
} from '../../../renderer/states/look.ts';
import {
  cornerOf,
  fittedSize,
  fittedText,
  scaledLayout,
  tileMapLayout,
} from '../../../renderer/states/tile-layout.ts';
import { AREAS } from '../../../service/series-math/areas/area-table.ts';
import { type MeasureId, measureAreas } from '../../../service/series-math/areas/measures.ts';
import { contrast, distance, SEEN } from '../chart/colour-vision.ts';
import { fewWeeks, WEEKS } from './few-weeks.ts';

const data = fewWeeks();
const NEWEST = WEEKS - 1;
const measured = (id: MeasureId, of = data) => {
  const found = measureAreas(id, of);
  if (!found) throw new Error('No measure');
  return found;
};
test('classes are made over all weeks, one year or one week, and their bounds are given as texts', () => {
  const look = (id: MeasureId, scale: 'all' | 'year' | 'week', row = NEWEST) => {
    const made = looksOf(measured(id), scale, 'light')(row);
    return [
      made.sentence,
      classCounts(measured(id), row, made).join(' '),
      boundTexts(measured(id), made).join(' '),
    ];
  };
  expect([
    look('persons', 'all'),
    look('persons', 'year'),
    look('persons', 'week'),
    look('persons', 'all', 1),
    look('persons', 'year', 1),
  ]).toEqual([
    [
      'Each class has a seventh of all weeks, up to 15,703',
      '8 8 8 6 7 8 8',
      '2,406 3,404 4,402 5,389 6,349 7,462',
    ],
    [
      'Each class has a seventh of 52 weeks, up to 15,703',
      '8 8 8 6 7 8 8',
      '2,406 3,404 4,406 5,389 6,349 7,462',
    ],
    [
      'Each class has a seventh of this week, up to 15,563',
      '7 7 8 7 8 7 9',
      '2,382 3,299 4,283 5,200 6,429 7,413',
    ],
    [
      'Each class has a seventh of all weeks, up to 15,703',
      '7 7 9 7 7 8 7',
      '2,406 3,404 4,402 5,389 6,349 7,462',
    ],
    [
      'Each class has a seventh of 52 weeks, up to 15,619',
      '7 7 8 8 7 7 8',
      '2,343 3,408 4,272 5,165 6,356 7,427',
    ],
  ]);
  expect([look('week', 'all'), look('week', 'week'), look('unusual', 'all')]).toEqual([
    ['Each class has a seventh of all weeks, up to ±280', '7 10 4 7 8 6 11', '−133 −70 −21 +21 +70 +133'],
    ['Each class has a seventh of this week, up to ±259', '7 9 5 7 9 7 9', '−140 −77 −21 +21 +77 +140'],
    ['', '24 0 0 0 0 0 29', 'lowest     highest'],
  ]);
  const looks = looksOf(measured('persons'), 'week', 'dark');
  expect(looks(3).bounds).toEqual([2375, 3327, 4318, 5270, 6296, 7287]);
  expect(looks(4).bounds).not.toEqual(looks(3).bounds);
  expect(looksOf(measured('persons'), 'all', 'light')(1)).toEqual(
    looksOf(measured('persons'), 'all', 'light')(50),
  );
});

test('a week is crowded if its one or two fullest classes have nine tenths of its areas', () => {
  const of = measured('persons');
  /** The crowding of a week in which `count` areas have `value`, for each part; 53 areas are a whole week. */
  const crowd = (...parts: readonly [count: number, value: number][]) => {
    const numbers = new Float64Array(AREAS.length).fill(Number.NaN);
    numbers.set(parts.flatMap(([count, value]) => new Array<number>(count).fill(value)));
    const week = { ...of, numbers };
    const colours = looksOf(of, 'all', 'light')(0).colours;
    return crowdOf({ bounds: [1, 2, 3, 4, 5, 6], colours, sentence: '' }, week, 0);
  };
  expect(crowd([53, 9])).toEqual({ areas: 53, total: 53, classes: 1 });
  expect(crowd([48, 9], [5, 0])).toEqual({ areas: 48, total: 53, classes: 1 });
  expect(crowd([40, 9], [8, 2], [5, 1])).toEqual({ areas: 48, total: 53, classes: 2 });
  expect(crowd([40, 9], [7, 2], [6, 1])).toBeUndefined();
  expect(crowd([9, 3], [1, 1])).toEqual({ areas: 9, total: 10, classes: 1 });
  expect(crowd()).toBeUndefined();
});

test('lines cover two years within their tiles, and the pointer finds their weeks', () => {
  const box = { width: 88, height: 80 };
  expect([lineX(0, box), lineX(103, box), lineX(51.5, box)]).toEqual(['4.0', '84.0', '44.0']);
  expect([
    weekAtX(-5, box),
    weekAtX(4, box),
    weekAtX(44.3, box),
    weekAtX(84, box),
    weekAtX(200, box),
  ]).toEqual([0, 0, 52, 103, 103]);
  const nevada = AREAS.indexOf('NV');
  expect([
    lineEnds(measured('persons'), NEWEST),
    lineEnds(measured('persons'), NEWEST, nevada),
    lineEnds(measured('week'), 0),
    lineEnds(measured('week'), NEWEST, nevada),
  ]).toEqual([
    [0, 15703],
    [0, 3829],
    [0, 1],
    [-224, 224],
  ]);
  const path = (back: 0 | 52, row = NEWEST) =>
    areaLinePath(measured('persons'), nevada, row, back, [0, 20_000], box);
  expect([path(0, 2), path(52, 54), path(52, 51)]).toEqual([
    'M82.4 65.1L83.2 65.3L84.0 65.3',
    'M82.4 65.1L83.2 65.3L84.0 65.3',
    '',
  ]);
  // Puerto Rico lacks a week, so the line is broken there.
  const broken = areaLinePath(measured('persons'), AREAS.indexOf('PR'), NEWEST, 0, [0, 20_000], box);
  expect(broken.split('M').map((part) => part.split('L').length)).toEqual([1, 57, 2]);
});

test('the map fits its place, with tiles of one size and texts that fit into them', () => {
  expect([
    tileMapLayout(1200, 600),
    tileMapLayout(600, 900),
    tileMapLayout(300, 100),
    tileMapLayout(1008, 10_000),
  ]).toEqual([
    { cell: { height: 75, width: 92 }, height: 596, width: 1008, top: 0 },
    { cell: { height: 50, width: 54 }, height: 396, width: 590, top: 0 },
    { cell: { height: 38, width: 27 }, height: 404, width: 293, top: 104 },
    { cell: { height: 85, width: 92 }, height: 676, width: 1008, top: 0 },
  ]);
  expect([scaledLayout(1200, 600), scaledLayout(280, 376), scaledLayout(560, 188)]).toEqual([
    { layout: { cell: { height: 75, width: 92 }, height: 596, width: 1008, top: 0 }, scale: 1 },
    {
      layout: { cell: { height: 47, width: 51 }, height: 372, width: 557, top: 0 },
      scale: 0.5026929982046678,
    },
    {
      layout: { cell: { height: 47, width: 51 }, height: 372, width: 557, top: 0 },
      scale: 0.5053763440860215,
    },
  ]);
  expect(cornerOf({ column: 3, row: 2 }, tileMapLayout(1200, 600))).toEqual({
    x: 276,
    y: 150,
  });
  expect(cornerOf({ column: 3, row: 2 }, tileMapLayout(300, 100))).toEqual({ x: 81, y: 180 });
  expect([
    fittedSize(4, 88, 14),
    fittedSize(12, 60, 14),
    fittedSize(8, 60, 14),
    fittedSize(40, 60, 14),
  ]).toEqual([14, 8, 10.8, 8]);
  // On a telephone, a number that does not fit is shortened to two digits.
  expect([fittedSize(4, 26, 11), fittedSize(5, 26, 11)]).toEqual([10, 8]);
  const texts = ['2.08', '90.32', '6,121', '46,342', '1,058,325', '−256,312', '+66.4', '1 of 7', '–'];
  expect(texts.map((text) => fittedText(text, 26))).toEqual([
    ...['2.08', '90.32', '6,121', '46K', '1.1M', '−260K', '+66.4', '1/7', '–'],
  ]);
  expect(texts.map((text) => fittedText(text, 88))).toEqual(texts);
});

test('the scale of the lines includes the lines of the year before, and no earlier week', () => {
  const numbers = new Float64Array(200 * AREAS.length).fill(1);
  // The line of the year before begins 155 weeks back.
  numbers[44 * AREAS.length] = 9;
  numbers[43 * AREAS.length + 1] = 99;
  numbers[199 * AREAS.length + 1] = -2;
  const all = { ...measured('persons'), numbers };
  expect([lineEnds(all, 199), lineEnds(all, 199, 0), lineEnds(all, 199, 1)]).toEqual([
    [-2, 9],
    [0, 9],
    [-2, 1],
  ]);
});

describe.each(['light', 'dark'] as const)('the scales of the map on the %s page', (scheme) => {
  it.each(['level', 'change'] as const)('has readable text on each colour of %s (WCAG 1.4.3)', (kind) => {
    for (const { fill, text } of [...classColours(kind, 6, scheme), BLANK[scheme]])
      expect(contrast(fill, text), `${text} on ${fill}`).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.keys(SEEN))(
    'no two neighbouring colours look alike with %s, nor do the two sides of 0',
    (cones) => {
      for (const ramp of Object.values(RAMPS[scheme]))
        for (const [i, fill] of ramp.entries())
          if (i > 0) expect(distance(ramp[i - 1] as string, fill, cones), `${i}`).toBeGreaterThan(8);
      const { change } = RAMPS[scheme];
      for (const [i, fill] of change.slice(0, 3).entries())
        expect(distance(fill, change[6 - i] as string, cones), `${i}`).toBeGreaterThan(16);
    },
  );
});

it.each(['light', 'dark'] as const)(
  'with fewer classes the colours of the ends and the middle stay (%s)',
  (scheme) => {
    const fills = (kind: 'level' | 'change', bounds: number) =>
      classColours(kind, bounds, scheme).map(({ fill }) => fill);
    const { level, change } = RAMPS[scheme];
    expect(fills('level', 6)).toEqual(level);
    expect(fills('level', 1)).toEqual([level[0], level[6]]);
    expect(fills('level', 0)).toEqual([level[3]]);
    expect(fills('change', 6)).toEqual(change);
    expect(fills('change', 2)).toEqual(change.slice(2, 5));
  },
);
