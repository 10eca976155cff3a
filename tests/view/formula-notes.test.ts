import { expect, it } from 'vitest';
import { parseFormula } from '../../service/series-math/formula.ts';
import { hasFunctionOfPeriods } from '../../service/view/formula-lines.ts';
import {
  type DateRange,
  linesOf,
  type PublishedColumn,
  readView,
  type ViewSearch,
} from '../../service/view/index.ts';
import { column, months } from './some-columns.ts';
import { TODAY } from './some-source.ts';

/** How many values a formula has in a range, and every sentence below it. */

const QUITS = 'jolts.quits_level_sa';
const RANGE = { from: '2024-03-10', to: '2024-05-31' };
const drawn = (search: ViewSearch, range: DateRange, columns: readonly PublishedColumn[]) =>
  linesOf(readView(search, TODAY).view, columns, range);

/** Values of quits, and of hires with holes. */
const B = column('jolts.hires_level_sa', months(2024, 12), [
  '0',
  '1',
  '0',
  '2',
  '-1',
  '0',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
]);
const A = column(
  QUITS,
  months(2024, 12),
  Array.from({ length: 12 }, (_, i) => String(i + 1)),
);
it.each<[string, number, string, string[]]>([
  ['a/b', 9, '2024-01-01/2024-12-31', ['On 3 dates there is no value: it divides by zero.']],
  ['a/b', 3, '2024-02-01/2024-06-01', ['On 2 dates there is no value: it divides by zero.']],
  ['a/b', 1, '2024-02-01/2024-02-29', []],
  [
    'b^0.5',
    11,
    '2024-01-01/2024-12-31',
    [
      'On 1 date there is no value: it takes a root of a negative number, or makes a number that is too large.',
    ],
  ],
  [
    'ln(b)',
    2,
    '2024-01-01/2024-05-01',
    ['On 3 dates there is no value: it takes the logarithm of zero or less.'],
  ],
  [
    'ln(b)/b+a/(b-2)',
    7,
    '2024-01-01/2024-12-31',
    ['On 5 dates there is no value: it divides by zero, or takes the logarithm of zero or less.'],
  ],
  ['a/b:pch', 0, '2025-01-01/2025-12-31', ['Its values are of 2024-05 to 2024-12: none lies in the range.']],
  ['a*2', 0, '2025-01-01/2025-12-31', ['Its values are of 2024-01 to 2024-12: none lies in the range.']],
  [
    'a*2:pc1:ma12',
    0,
    '2024-01-01/2024-12-31',
    [
      'Nothing can be computed of its values in these units (a value to compare with is missing, or is zero).',
    ],
  ],
  [
    'a*2:nbd:2023-01-01',
    0,
    '2024-01-01/2024-12-31',
    ['No index: it has no value on 2023-01-01, which would be 100. Its next is of 2024-01-01.'],
  ],
  [
    '(a-a)*2:nbd',
    0,
    '2024-01-01/2024-12-31',
    [
      'Nothing can be computed of its values in these units (a value to compare with is missing, or is zero).',
    ],
  ],
  [
    'ma(b,13)',
    0,
    '2024-01-01/2024-12-31',
    ['No date has as many observations before it as its ma or lag needs.'],
  ],
  ['a/(b-b)+ln(a-a)', 0, '2024-01-01/2024-12-31', ['It divides by zero on every date.']],
  [
    '(-a)^0.5+ln(a-a)',
    0,
    '2024-01-01/2024-12-31',
    ['It takes a root of a negative number, or makes a number that is too large, on every date.'],
  ],
  ['lag(a,11)', 0, '2023-01-01/2023-12-31', ['Its one value is of 2024-12, which is not shown.']],
])('%s in a range', (formulas, values, range, notes) => {
  const [from = '', to = ''] = range.split('/');
  const line = drawn({ series: `${QUITS},jolts.hires_level_sa`, formulas }, { from, to }, [A, B])[2];
  expect(line?.column.days).toHaveLength(values);
  expect(line?.notes).toEqual(notes);
});

it('a formula of two lines that meet nowhere says from when to when each is there', () => {
  const early = column('jolts.hires_level_sa', months(2020, 3), ['1', '2', '3']);
  const notes = (formulas: string, series = `${QUITS},jolts.hires_level_sa`) =>
    drawn({ series, formulas }, RANGE, [A, early]).at(-1)?.notes;
  expect(notes('a-b')).toEqual([
    'Its lines have no date in common: a 2024-01-01 to 2024-12-01, b 2020-01-01 to 2020-03-01.',
  ]);
  expect(notes('b-a')).toEqual([
    'Its lines have no date in common: a 2024-01-01 to 2024-12-01, b 2020-01-01 to 2020-03-01.',
  ]);
  expect(notes('ma(a,2)+b')).toEqual([
    'Its lines have no date in common: a 2024-01-01 to 2024-12-01, b 2020-01-01 to 2020-03-01.',
  ]);
  expect(notes('ma(a,13)')).toEqual(['No date has as many observations before it as its ma or lag needs.']);
  expect(notes('a-b', `${QUITS},jolts.hires_level_sa:pc1`)).toEqual([
    'Nothing can be made of Hires, level, SA here.',
  ]);
  expect(drawn({ series: `${QUITS},yields.US10Y`, formulas: 'a-b' }, RANGE, [A]).at(-1)?.notes).toEqual([
    'Its series are not loaded.',
  ]);
  const nothing = column('yields.US10Y', [], []);
  expect(
    drawn({ series: `jolts.hires_level_sa,yields.US10Y,yields.US2Y`, formulas: 'a-b-c' }, RANGE, [
      early,
      nothing,
      { ...nothing, id: 'yields.US2Y' },
    ]).at(-1)?.notes,
  ).toEqual([
    'Treasury par yield, 10-year: daily→monthly avg.',
    'Treasury par yield, 2-year: daily→monthly avg.',
    'There are no observations of Treasury par yield, 10-year and Treasury par yield, 2-year.',
  ]);
});

it.each([
  ['a', false],
  ['-a', false],
  ['-lag(a,1)', true],
  ['a+ma(a,2)', true],
  ['ma(a,2)+a', true],
  ['abs(ma(a,2))', true],
  ['max(a,lag(a,1))', true],
  ['max(a,1)', false],
  ['2', false],
  ['ln(a)', false],
])('%s counts periods: %s', (text, is) => {
  const parsed = parseFormula(text);
  expect(parsed.isRight && hasFunctionOfPeriods(parsed.formula)).toBe(is);
});
