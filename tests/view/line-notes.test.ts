import { expect, it } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import type { DroppedPeriod } from '../../service/series-math/types.ts';
import { linesOf, readView, type ViewSearch } from '../../service/view/index.ts';
import { baseNote, droppedNotes, misfitNotes } from '../../service/view/notes.ts';
import { recipeOf } from '../../service/view/recipes.ts';
import { column, QUITS, weeks } from './some-columns.ts';
import { TODAY } from './some-source.ts';

/** The sentences below a line. */

const day = (text: string) => dayNumber(text) as number;
const viewOf = (search: ViewSearch) => readView(search, TODAY).view;

const recipeFor = (series: string) => {
  const view = viewOf({ series });
  const [shown] = view.series;
  if (!shown) throw new Error('no series');
  return recipeOf(view, shown.choice, shown.style, { from: '2024-01-01', to: '2024-12-31' });
};

const dropped = (...periods: [date: string, count: number, hole?: number][]): DroppedPeriod[] =>
  periods.map(([date, count, hole]) => ({ date: day(date), count, needed: 3, ...(hole && { hole }) }));
const CLAIMS = 'ui_weekly_claims.initial_claims_sa';

it.each([
  [`${CLAIMS}:m`, dropped(['2024-01-01', 1]), ['2024-01 is left out: it has 1 week, and needs 3.']],
  [
    `${CLAIMS}:m`,
    dropped(['2024-01-01', 2], ['2024-02-01', 0]),
    [
      '2024-01 is left out: it has 2 weeks, and needs 3.',
      '2024-02 is left out: it has 0 weeks, and needs 3.',
    ],
  ],
  [
    `${CLAIMS}:q`,
    dropped(['2024-01-01', 2], ['2024-04-01', 1], ['2024-07-01', 2]),
    [
      '2024 Q1 is left out: it has 2 weeks, and needs 3.',
      '2024 Q2 is left out: it has 1 week, and needs 3.',
      '2024 Q3 is left out: it has 2 weeks, and needs 3.',
    ],
  ],
  [
    `${CLAIMS}:a`,
    dropped(['2021-01-01', 2], ['2022-01-01', 1], ['2023-01-01', 2], ['2024-01-01', 1]),
    ['4 periods from 2021 to 2024 are left out; the last has 1 week, and needs 3.'],
  ],
  [
    'yields.US10Y:wew',
    dropped(['2024-01-03', 9, 8]),
    ['2024-01-03 is left out: it has none on 8 days in a row.'],
  ],
  [
    'jolts.quits_level_sa:sa',
    dropped(['2024-07-01', 2]),
    ['2024 H2 is left out: it has 2 months, and needs 3.'],
  ],
  ['jolts.quits_level_sa', dropped(['2024-07-01', 1]), ['2024-07 is left out: it has 1 month, and needs 3.']],
  [`${CLAIMS}:m`, [], []],
])('of %s leaving out %j says', (series, periods, notes) => {
  expect(droppedNotes(periods, recipeFor(series))).toEqual(notes);
});

it('nothing is said of what is left out before the range or after it', () => {
  const held = column(CLAIMS, weeks('2024-01-27', 29), Array(29).fill('200000'));
  const notes = (from: string, to: string) =>
    linesOf(viewOf({ series: `${CLAIMS}:m` }), [held], { from, to })[0]?.notes.slice(1);
  expect(notes('2024-02-01', '2024-07-31')).toEqual([]);
  expect(notes('2024-01-01', '2024-08-31')).toEqual([
    '2024-01 is left out: it has 1 week, and needs 3.',
    '2024-08 is left out: it has 2 weeks, and needs 3.',
  ]);
});

it.each([
  ['a/b', []],
  ['a/b:own:usual', []],
  ['a/b:m', []],
  ['a/b:q', []],
  ['a/b:w', ['It stays monthly, the lowest frequency of its lines.']],
  ['a/b:m:sum', ['Sum means nothing for all its lines: each goes its own way.']],
  ['a/b:m:avg', []],
  [
    'a/b:d:sum',
    [
      'It stays monthly, the lowest frequency of its lines.',
      'Sum means nothing for all its lines: each goes its own way.',
    ],
  ],
  ['c:sum', []],
  ['c:a:eop', []],
])('the formula %s says', (text, notes) => {
  const view = viewOf({ series: `yields.US10Y,jolts.quits_rate_sa,jolts.hires_level_sa`, formulas: text });
  const [shown] = view.formulas;
  expect(shown && misfitNotes(view, shown)).toEqual(notes);
});

it('an index says which day is 100 where it begins later than asked, and where there is none, why', () => {
  const published = { days: Int32Array.from(['2024-01-10', '2024-02-10'], day) };
  const note = (recipe: object, base?: string, days = published) =>
    baseNote(
      { units: 'nbd', ...recipe },
      { base: base === undefined ? undefined : ({ day: day(base), value: '1' } as never) },
      days,
    );
  expect(note({ indexFrom: day('2024-01-09') }, '2024-01-10')).toEqual([
    '100 is the value of 2024-01-10, its first in the range.',
  ]);
  expect(note({ indexFrom: day('2024-01-10') }, '2024-01-10')).toEqual([]);
  expect(note({ indexDay: day('2024-01-01') }, '2024-01-10')).toEqual([]);
  expect(note({ indexFrom: day('2024-03-01') })).toEqual([
    'There is no value in the range that could be 100.',
  ]);
  expect(note({ indexDay: day('2024-01-11') })).toEqual([
    'No index: it has no value on 2024-01-11, which would be 100. Its next is of 2024-02-10.',
  ]);
  expect(note({ indexDay: day('2024-01-09') })).toEqual([
    'No index: it has no value on 2024-01-09, which would be 100. Its next is of 2024-01-10.',
  ]);
  expect(note({ indexDay: day('2024-02-11') })).toEqual([
    'No index: it has no value on 2024-02-11, which would be 100.',
  ]);
  expect(note({ indexDay: day('2024-02-11') }, undefined, { days: new Int32Array(0) })).toEqual([]);
  expect(baseNote({ units: 'pc1', indexDay: day('2024-02-11') }, { base: undefined }, published)).toEqual([]);
  // A line says so too.
  const search = { series: 'jolts.quits_level_sa:nbd,jolts.quits_level_sa:nbd:2020-01-01' };
  const days = { from: '2022-05-01', to: '2024-12-31' };
  expect(linesOf(viewOf(search), [QUITS], days).map(({ notes }) => notes)).toEqual([
    ['100 is the value of 2023-01-01, its first in the range.'],
    ['No index: it has no value on 2020-01-01, which would be 100. Its next is of 2023-01-01.'],
  ]);
});
