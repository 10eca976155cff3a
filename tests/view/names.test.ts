import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseView } from '../../renderer/view/parse-view.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { fileStem, linesOf, safeFileText } from '../../service/view/index.ts';
import {
  formulaName,
  headingText,
  LONGEST_HEADING,
  lineName,
  linesText,
  lineUnits,
  listText,
  madeName,
  namedFormula,
  namesWord,
  readNames,
  seriesName,
} from '../../service/view/names.ts';
import { column } from './some-columns.ts';
import { viewOf } from './some-source.ts';
import { everyChoice } from './some-views.ts';

/** Names of lines, formulas, charts and files beside those of `words.md`: their lengths, and those in the user's own words. */

const QUITS = 'jolts.quits_level_sa';
const TWO = 'yields.US10Y,yields.US2Y';

it('no two series have one name in a formula', () => {
  const some = fc.constantFrom(...everyChoice);
  fc.assert(
    fc.property(some, some, fc.constantFrom('lin', 'pc1', 'log'), (one, other, units) => {
      fc.pre(seriesId(one) !== seriesId(other));
      const { view } = parseView({ series: `${seriesId(one)},${seriesId(other)}`, units });
      expect(formulaName(view, 'a/b')).not.toBe(formulaName(view, 'b/a'));
      expect(formulaName(view, 'a/b')).not.toContain('level, SA');
    }),
  );
});

it('a name is one line that an address can hold: read again it is the same', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 120 });
  fc.assert(
    fc.property(text, fc.constantFrom('', ',b:', ',b:c,a:'), (part, odd) => {
      const name = lineName(part + odd + part);
      fc.pre(name !== undefined);
      expect(lineName(name as string)).toBe(name);
      const { view, problems } = parseView({ series: TWO, names: `a:${name},b:B` });
      expect(problems).toEqual([]);
      expect(view.series.map(({ style }) => style.name)).toEqual([name, 'B']);
    }),
  );
});

it('a line outside the request does not change the name of one in it, nor its own name that which is made', () => {
  const view = viewOf({ series: `${QUITS}:hidden,${QUITS}` });
  expect(view.series.map((one) => seriesName(view, one))).toEqual([
    'Quits, level, SA (a)',
    'Quits, level, SA',
  ]);
  const named = viewOf({ series: `${QUITS}:pch`, formulas: 'a*2', names: 'a:Mine,b:Yours' });
  const lines = linesOf(named, [column(QUITS, [], [])], { from: '2024-01-01', to: '2024-12-31' });
  expect(lines.map((line) => madeName(named, line))).toEqual(['Quits, level, SA', '(Mine, % chg) × 2']);
});

it('a list of exactly ninety characters is whole, a longer one names three', () => {
  const text = (...titles: string[]) =>
    linesText(titles.map((title) => ({ title, choice: undefined, style: {} })));
  const [a, b, c] = ['a'.repeat(20), 'b'.repeat(20), 'c'.repeat(20)];
  expect(text(a, b, c, 'd'.repeat(21))).toBe(`${a}, ${b}, ${c} and ${'d'.repeat(21)}`);
  expect(text(a, b, c, 'd'.repeat(22))).toBe(`${a}, ${b}, ${c} and 1 more`);
  expect(text(a, b, 'c'.repeat(60))).toBe(`${a}, ${b} and ${'c'.repeat(60)}`);
  expect(listText([])).toBe('');
});

it('units are said once, with the average that all lines have, and not of a formula that has none', () => {
  const line = (unitText: string, average?: number, title = 'T') => ({ title, unitText, average });
  expect(lineUnits([line('%', 4), line('%', 4), line('persons', 4)])).toEqual([
    '%, average of the last 4 observations',
    'persons, average of the last 4 observations',
  ]);
  expect(lineUnits([line('%', 4), line('%')])).toEqual(['%']);
  const named = [line(''), line('a ÷ b', undefined, 'a ÷ b'), line('a ÷ b, x', undefined, 'a ÷ b')];
  expect(lineUnits(named)).toEqual([]);
});

it('a name of a formula of 160 characters is whole, a longer one has letters and says what they are', () => {
  const long = (length: number) => ({
    series: TWO,
    formulas: 'a-b,b-a',
    names: `a:${'x'.repeat(length)},b:${'y'.repeat(78)},c:Spread`,
  });
  const notes = [`a is ${'x'.repeat(80)}; b is ${'y'.repeat(78)}.`];
  expect(namedFormula(viewOf(long(79)), 'a-b')).toEqual({
    name: `${'x'.repeat(79)} − ${'y'.repeat(78)}`,
    notes: [],
  });
  expect(namedFormula(viewOf(long(80)), 'a-b')).toEqual({ name: 'a − b', notes });
  expect(namedFormula(viewOf({ series: TWO }), Array(10).fill('a-b').join('+'))).toEqual({
    name: Array(10).fill('a − b').join(' + '),
    notes: ['a is 10-year; b is 2-year: Treasury par yields.'],
  });
  // One in the user's own words needs no letters.
  const columns = TWO.split(',').map((id) => column(id, ['2024-01-02'], ['4.1']));
  const [, , ...lines] = linesOf(viewOf(long(80)), columns, { from: '2024-01-01', to: '2024-01-31' });
  expect(lines.map(({ title, notes }) => [title, notes])).toEqual([
    ['Spread', []],
    ['b − a', notes],
  ]);
});

it.each([
  ['a:One, or so,b:Two,i:Three', { a: 'One, or so', b: 'Two,i:Three' }, []],
  ['a:First,a:Second', { a: 'Second' }, []],
  ['x,a: ,b:B', { b: 'B' }, ['x', 'a: ']],
])('names=%s is read', (text, names, unread) => {
  const read = readNames(text);
  expect([Object.fromEntries(read.names), read.unread]).toEqual([names, unread]);
});

it('a name has at most 80 characters, and none that would begin another name', () => {
  expect(lineName('x'.repeat(81))).toBe('x'.repeat(80));
  expect(lineName(`${'😀'.repeat(80)}x`)).toBe('😀'.repeat(80));
  expect(lineName('Quits,b:x,i:y')).toBe('Quits, b:x,i:y');
  expect(lineName(' \u0000 ')).toBeUndefined();
  const view = viewOf({ series: `${QUITS},${QUITS}`, formulas: 'a*2', names: 'c:F,a:A', colours: '0,3,2' });
  expect(namesWord(view)).toBe('a:A,c:F');
});

it.each([
  ['a'.repeat(LONGEST_HEADING + 1), 'a'.repeat(LONGEST_HEADING)],
  // Of signs of two units each, none is cut in two.
  ['😀'.repeat(LONGEST_HEADING + 1), '😀'.repeat(LONGEST_HEADING)],
  [`${'a'.repeat(LONGEST_HEADING - 1)} b`, 'a'.repeat(LONGEST_HEADING - 1)],
  [' a \t\n b ', 'a b'],
  ['a\u0000\u001fb\u007fc\u009fd', 'a b c d'],
  ['a\u202ab\u202ec\u2066d\u2069e', 'a b c d e'],
  ['a\ufffeb\uffffc', 'a b c'],
  ['a\ud800b', 'a\ufffdb'],
  ['\u0020\u00a0\u2069', undefined],
  ['', undefined],
])('the title %j is shown as %j', (title, shown) => {
  expect(LONGEST_HEADING).toBe(200);
  expect(headingText(title)).toBe(shown);
  expect(viewOf({ title, subtitle: ' S ' }).heading).toEqual({
    ...(shown && { title: shown }),
    subtitle: 'S',
  });
});

it('a file’s name ends with a whole word and not with ‘and’, and says of sample data that they are', () => {
  const range = { from: '2024-01-01', to: '2024-12-31' };
  const rest = ', thousands, quarterly, monthly, 2024-01-01 to 2024-12-31';
  const named = (name: string, isSample = false) => {
    const view = viewOf({ series: `${QUITS}:q,jolts.hires_level_sa`, names: `a:${name},b:b` });
    const columns = view.series.map(({ choice }) => column(seriesId(choice), [], []));
    return fileStem(linesOf(view, columns, range), range, isSample);
  };
  // With what follows, 71 characters are as many as there may be.
  expect(named('a'.repeat(65))).toBe(`${'a'.repeat(65)} and b${rest}`);
  expect(named('a'.repeat(66))).toBe(`${'a'.repeat(66)}${rest}`);
  expect(named('abcdefghi '.repeat(8))).toBe(`${'abcdefghi '.repeat(7).trim()}${rest}`);
  expect(named('A', true)).toBe(`A and b${rest}, sample`);
});

it.each([
  ['a ÷ b × 2 − 1 %', 'a per b x 2 - 1 percent'],
  ['A: b', 'A - b'],
  ['é ñ Ü ﬁ ½', 'e n U fi 1-2'],
  ['a/b\\c*d?e"f<g>h|i', 'a-b-c-d-e-f-g-h-i'],
  [' .,;-a  b\tc-;,. ', 'a b-c'],
  ["R&D (it's) +1 = 2; x_y", "R&D (it's) +1 = 2; x_y"],
  ['§', ''],
])('%j is safe in the name of a file as %j', (text, safe) => {
  expect(safeFileText(text)).toEqual(safe);
});
