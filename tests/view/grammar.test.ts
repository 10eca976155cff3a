import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { parseView } from '../../renderer/view/parse-view.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { parseFormula } from '../../service/series-math/formula.ts';
import { MOST_DIGITS } from '../../service/series-math/formula-values.ts';
import { LONGEST_HOLE } from '../../service/series-math/periods.ts';
import { readStrictly, viewSearch } from '../../service/view/address.ts';
import { grammarText, WORD_NAMES, WORDS, type WordName } from '../../service/view/grammar.ts';
import { fileStem, linesOf, safeFileText } from '../../service/view/index.ts';
import {
  formulaName,
  generatedName,
  headingText,
  LONGEST_HEADING,
  lineName,
  linesText,
  lineUnits,
  listText,
  namedFormula,
  namesWord,
  readNames,
  seriesName,
} from '../../service/view/names.ts';
import { isSentence, readGrammar, sentences } from './ebnf.ts';
import { column } from './some-columns.ts';
import { TODAY, viewOf } from './some-source.ts';
import { anyView, everyChoice } from './some-views.ts';

/** The grammar and the parameters in the reference are those that Almanac reads and writes. */

const GRAMMAR = readGrammar(grammarText());
const KNOWN = { dataset: /\w+/, code: /\w+/, state: /[A-Z]{2}/, text: /(?:.|\n)*/ };

/** Valid numbers and days for the grammar, and existing series. */
const SOME = {
  'series id': everyChoice.map(seriesId),
  letter: [...'abcdefg'],
  number: ['2', '12', '520'],
  day: ['1999-12-31', '2020-02-03', '2024-02-29'],
  text: ['Debt & rates', 'a=b'],
};

const strictly = (search: Partial<Record<WordName, string>>) => {
  const read = readStrictly(search, TODAY);
  return 'problems' in read ? read.problems[0]?.refused : undefined;
};

test.each(WORD_NAMES)('a value of %s made from the grammar is accepted', (name) => {
  // For a list, one entry is made: a view has at most eight different lines, each with its own colour.
  const rule = { series: 'series line', formulas: 'formula line' }[name as string] ?? `${name} parameter`;
  const seven = everyChoice.slice(0, 7).map(seriesId);
  const words = { ...SOME, ...(name === 'hidden' && { 'series id': seven }) };
  fc.assert(
    fc.property(sentences(GRAMMAR, rule, words), (text) => {
      const value = text.replace(`${name}=`, '');
      // The longest formula that an address may have.
      fc.pre(name !== 'formulas' || value.length <= 200);
      const needs = name === 'to' ? { from: '1990-01-01' } : {};
      const slots = value.split(',');
      // Rules described beside the grammar: one slot for each line, and at most one setting of each kind.
      fc.pre(name !== 'colours' || (slots.length <= 7 && new Set(slots).size === slots.length));
      const series = seven.slice(0, name === 'colours' ? slots.length : 7).join(',');
      const refused = strictly({ series, ...needs, [name]: value });
      fc.pre(!/is one too many: a line has one word/.test(refused ?? ''));
      expect(refused).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});

test('every formula of the grammar is parsed', () => {
  fc.assert(
    fc.property(sentences(GRAMMAR, 'formula', SOME), (text) => {
      expect(parseFormula(text)).toMatchObject({ isRight: true });
    }),
    { numRuns: 200 },
  );
});

test('every address that is written for a view follows the grammar', () => {
  fc.assert(
    fc.property(anyView, (view) => {
      for (const [name, value] of Object.entries(viewSearch(view))) {
        const plain = name === 'formulas' || name === 'explain' ? value.replaceAll(' ', '') : value;
        const isIt = isSentence(GRAMMAR, `${name} parameter`, `${name}=${plain}`, KNOWN);
        expect(isIt, `${name}=${value}`).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('text outside the grammar is not a sentence of it', () => {
  const is = (parameter: string) =>
    isSentence(GRAMMAR, `${parameter.split('=')[0]} parameter`, parameter, KNOWN);
  expect(['units=pc1', 'range=-18M', 'formulas=a/b*100:ma3', 'series=yields.US10Y:pc1:q'].map(is)).toEqual(
    Array(4).fill(true),
  );
  expect(['units=up', 'range=18M', 'formulas=a//b', 'series=yields.US10Y:up', 'to=2020'].map(is)).toEqual(
    Array(5).fill(false),
  );
});

test('the parameters have the order that they have in an address, and concern the lines or the page', () => {
  const named = (of: 'lines' | 'page') => WORD_NAMES.filter((name) => WORDS[name].appliesTo === of).join(' ');
  expect(WORD_NAMES.join(' ')).toBe(
    'series formulas colours hidden names title subtitle range from to units index_date frequency aggregation average as_of compare type scale recessions table layout order details explain',
  );
  expect(named('page')).toBe(
    'title subtitle compare type scale recessions table layout order details explain',
  );
});

test('the reference gives the program’s own limits', () => {
  expect(WORDS.series.text).toEqual(
    'The series, separated by commas. Settings of one series follow it after colons, at most one of each kind. A series may appear several times, as several lines. Without it: the public debt and its two parts. A chart has at most 8 lines, formulas included, and an answer 60.',
  );
  expect(WORDS.formulas.text).toEqual(
    'Lines calculated from the series: a is the first series, b the second, and so on; hidden series count. `colours` gives other letters. Functions: `ma(a,4)` is the average of the last n observations; `lag(a,1)` is the value n observations before; `min(a,b)` is the smallest, where all have a value; `max(a,b)` is the largest, where all have a value; `abs(a)` is the value without its sign; `ln(a)` is the natural logarithm, of values above 0; `exp(a)` is e to the power of the value. n is a whole number from 1 on; observations are those of the lowest frequency among the formula’s lines. On a daily line weekends and holidays do not count, and nothing spans more than 7 days without an observation; on any other line a missing period counts as an observation without a value. Numbers of more than 2,000 digits have no value, and formulas that take too much work are refused.',
  );
  expect(WORDS.colours.text).toEqual(
    'The place of each line in the palette, each once, formulas last: 0 is the letter a in formulas, 1 is b. Without it: 0, 1, 2 in their order.',
  );
  expect(WORDS.average.text).toEqual(
    'The number of observations in the moving average, 2 to 520, of every series without one of its own. On a daily line weekends and holidays do not count, and nothing spans more than 7 days without an observation; on any other line a missing period counts as an observation without a value.',
  );
  expect([MOST_DIGITS, LONGEST_HOLE]).toEqual([2000, 7]);
});

test.each(WORD_NAMES)('the example of %s is valid and is read', (name) => {
  const example: string = WORDS[name].example;
  const more: Partial<Record<WordName, string>> = {
    ...(name !== 'colours' && { formulas: 'a*2' }),
    ...(name === 'to' && { from: '2020-02-01' }),
    ...(name === 'compare' && { as_of: '2026-01-01' }),
    ...(name === 'details' || name === 'explain' ? { series: 'yields.US10Y' } : {}),
    ...(name === 'hidden' && { series: 'yields.US10Y,jolts.quits_rate_sa' }),
  };
  const search = { series: 'jolts.quits_rate_sa,yields.US2Y', ...more, [name]: example };
  const read = readStrictly(search, TODAY);
  if ('problems' in read) throw new Error(read.problems[0]?.refused);
  // A hidden series is marked in `series`.
  if (name === 'hidden') expect(viewSearch(read.view).series).toBe('yields.US10Y,jolts.quits_rate_sa:hidden');
  else expect(viewSearch(read.view)[name]).toBe(example);
});

/** Names of lines, formulas, charts and files beyond `words.md`: their lengths, and the user's own names. */

const QUITS = 'jolts.quits_level_sa';
const TWO = 'yields.US10Y,yields.US2Y';

it('no two series have the same name in a formula', () => {
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

it('a cleaned name stays the same in an address and when it is cleaned again', () => {
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

it('a line outside the request changes no name in it, and a user’s own name does not change the default name', () => {
  const view = viewOf({ series: `${QUITS}:hidden,${QUITS}` });
  expect(view.series.map((one) => seriesName(view, one))).toEqual([
    'Quits, level, SA (a)',
    'Quits, level, SA',
  ]);
  const named = viewOf({ series: `${QUITS}:pch`, formulas: 'a*2', names: 'a:Mine,b:Yours' });
  const lines = linesOf(named, [column(QUITS, [], [])], { from: '2024-01-01', to: '2024-12-31' });
  expect(lines.map((line) => generatedName(named, line))).toEqual(['Quits, level, SA', '(Mine, % chg) × 2']);
});

it('a list of up to ninety characters is complete, a longer one names three', () => {
  const text = (...titles: string[]) =>
    linesText(titles.map((title) => ({ title, choice: undefined, style: {} })));
  const [a, b, c] = ['a'.repeat(20), 'b'.repeat(20), 'c'.repeat(20)];
  expect(text(a, b, c, 'd'.repeat(21))).toBe(`${a}, ${b}, ${c} and ${'d'.repeat(21)}`);
  expect(text(a, b, c, 'd'.repeat(22))).toBe(`${a}, ${b}, ${c} and 1 more`);
  expect(text(a, b, 'c'.repeat(60))).toBe(`${a}, ${b} and ${'c'.repeat(60)}`);
  expect(listText([])).toBe('');
});

it('each unit appears once, with the average if all lines have the same; a formula without a unit adds none', () => {
  const line = (unitText: string, average?: number, title = 'T') => ({ title, unitText, average });
  expect(lineUnits([line('%', 4), line('%', 4), line('persons', 4)])).toEqual([
    '%, average of the last 4 observations',
    'persons, average of the last 4 observations',
  ]);
  expect(lineUnits([line('%', 4), line('%')])).toEqual(['%']);
  const named = [line(''), line('a ÷ b', undefined, 'a ÷ b'), line('a ÷ b, x', undefined, 'a ÷ b')];
  expect(lineUnits(named)).toEqual([]);
});

it('a formula’s name has up to 160 characters; a longer one uses letters and a note that explains them', () => {
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
  // A name given by the user needs no letters.
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
])('names=%s is read into names and unread parts', (text, names, unread) => {
  const read = readNames(text);
  expect([Object.fromEntries(read.names), read.unread]).toEqual([names, unread]);
});

it('a name has at most 80 characters, and contains nothing that would begin another name', () => {
  expect(lineName('x'.repeat(81))).toBe('x'.repeat(80));
  expect(lineName(`${'😀'.repeat(80)}x`)).toBe('😀'.repeat(80));
  expect(lineName('Quits,b:x,i:y')).toBe('Quits, b:x,i:y');
  expect(lineName(' \u0000 ')).toBeUndefined();
  const view = viewOf({ series: `${QUITS},${QUITS}`, formulas: 'a*2', names: 'c:F,a:A', colours: '0,3,2' });
  expect(namesWord(view)).toBe('a:A,c:F');
});

it.each([
  ['a'.repeat(LONGEST_HEADING + 1), 'a'.repeat(LONGEST_HEADING)],
  // Characters of two UTF-16 units are not cut in two.
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

it('a file’s name ends with a whole word other than ‘and’, and mentions sample data', () => {
  const range = { from: '2024-01-01', to: '2024-12-31' };
  const rest = ', thousands, quarterly, monthly, 2024-01-01 to 2024-12-31';
  const named = (name: string, isSample = false) => {
    const view = viewOf({ series: `${QUITS}:q,jolts.hires_level_sa`, names: `a:${name},b:b` });
    const columns = view.series.map(({ choice }) => column(seriesId(choice), [], []));
    return fileStem(linesOf(view, columns, range), range, isSample);
  };
  // With the rest of the name, 71 characters are the maximum.
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
