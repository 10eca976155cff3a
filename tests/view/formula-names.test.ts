import { expect, it } from 'vitest';
import { linesOf, readView, type ViewSearch } from '../../service/view/index.ts';
import { lineName, namedFormula, namesWord, readNames } from '../../service/view/names.ts';
import { column } from './some-columns.ts';
import { TODAY } from './some-source.ts';

/** Names of formulas, of their lines or of letters, and names in the user's own words as an address has them. */

const QUITS = 'jolts.quits_level_sa';
const CLAIMS = 'ui_state_weekly_claims.initial_claims';
const viewOf = (search: ViewSearch) => readView(search, TODAY).view;

it.each([
  [
    'yields.US10Y:ma3,yields.US2Y',
    {},
    'a-b',
    { name: '(10-year, average of the last 3 observations) − 2-year, Treasury par yields', notes: [] },
  ],
  [
    'yields.US10Y:ma1,yields.US2Y',
    { average: '4' },
    'a-b',
    { name: '10-year − (2-year, average of the last 4 observations), Treasury par yields', notes: [] },
  ],
  [`${QUITS},jolts.quits_level_nsa`, {}, 'a/b', { name: 'Quits ÷ (Quits, NSA)', notes: [] }],
  [`${QUITS},${CLAIMS}.CA`, { names: 'b:My, own' }, 'a*b^2', { name: 'Quits × (My, own)^2', notes: [] }],
  [QUITS, {}, 'a', { name: 'Quits', notes: [] }],
  [QUITS, { names: 'a:x - y' }, 'a*2', { name: '(x - y) × 2', notes: [] }],
  [QUITS, { names: 'a:x / y' }, 'a+1', { name: '(x / y) + 1', notes: [] }],
  [QUITS, { names: 'a:x and y' }, 'a+1', { name: '(x and y) + 1', notes: [] }],
  [QUITS, { names: 'a:x: y' }, 'a+1', { name: '(x: y) + 1', notes: [] }],
  [QUITS, { names: 'a:x-y' }, 'a+1', { name: 'x-y + 1', notes: [] }],
  [QUITS, { units: 'nbd' }, 'a+1', { name: '(Quits, Index) + 1', notes: [] }],
  [QUITS, { names: 'a:x + y' }, 'a', { name: 'x + y', notes: [] }],
])('of %s %j the formula %s is named', (series, more, text, named) => {
  expect(namedFormula(viewOf({ series, ...more }), text)).toEqual(named);
});

it('a name of a formula of 160 characters is whole, a longer one has letters and says what they are', () => {
  const named = (length: number) =>
    namedFormula(
      viewOf({ series: `yields.US10Y,yields.US2Y`, names: `a:${'x'.repeat(length)},b:${'y'.repeat(78)}` }),
      'a-b',
    );
  expect(named(79)).toEqual({ name: `${'x'.repeat(79)} − ${'y'.repeat(78)}`, notes: [] });
  expect(named(80)).toEqual({
    name: 'a − b',
    notes: [
      'a is xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; b is yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy.',
    ],
  });
  const search = { series: 'yields.US10Y,yields.US2Y', formulas: 'a-b,b-a' };
  expect(namedFormula(viewOf(search), Array(10).fill('a-b').join('+'))).toEqual({
    name: Array(10).fill('a − b').join(' + '),
    notes: ['a is 10-year; b is 2-year: Treasury par yields.'],
  });
  const names = `a:${'x'.repeat(80)},b:${'y'.repeat(80)},c:Spread`;
  const columns = ['yields.US10Y', 'yields.US2Y'].map((id) => column(id, ['2024-01-02'], ['4.1']));
  const days = { from: '2024-01-01', to: '2024-01-31' };
  const [, , spread, other] = linesOf(viewOf({ ...search, names }), columns, days);
  expect([spread?.title, spread?.notes]).toEqual(['Spread', []]);
  expect([other?.title, other?.notes]).toEqual([
    'b − a',
    [
      'a is xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; b is yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy.',
    ],
  ]);
});

it.each([
  [
    'a:Quits,c:Spread',
    [
      ['a', 'Quits'],
      ['c', 'Spread'],
    ],
    [],
  ],
  [
    'a:One, or so,b:Two,i:Three',
    [
      ['a', 'One, or so'],
      ['b', 'Two,i:Three'],
    ],
    [],
  ],
  ['a:First,a:Second', [['a', 'Second']], []],
  ['x,a: ,b:B', [['b', 'B']], ['x', 'a: ']],
  ['', [], []],
])('names=%s is read', (text, names, unread) => {
  const read = readNames(text);
  expect([[...read.names], read.unread]).toEqual([names, unread]);
});

it('a name has at most 80 characters, and none that would begin another name', () => {
  expect(lineName('x'.repeat(81))).toBe('x'.repeat(80));
  expect(lineName(`${'😀'.repeat(80)}x`)).toBe('😀'.repeat(80));
  expect(lineName('Quits,b:x,i:y')).toBe('Quits, b:x,i:y');
  expect(lineName(' \u0000 ')).toBeUndefined();
  const { series, formulas } = viewOf({
    series: `${QUITS},${QUITS}`,
    formulas: 'a*2',
    names: 'c:F,a:A',
    colours: '0,3,2',
  });
  expect(namesWord({ series, formulas })).toBe('a:A,c:F');
  expect(namesWord(viewOf({ series: QUITS }))).toBeUndefined();
});
