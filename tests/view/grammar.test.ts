import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { parseFormula } from '../../service/series-math/formula.ts';
import { MOST_DIGITS } from '../../service/series-math/formula-values.ts';
import { LONGEST_HOLE } from '../../service/series-math/periods.ts';
import { readStrictly, viewSearch } from '../../service/view/address.ts';
import { grammarText, WORD_NAMES, WORDS, type WordName } from '../../service/view/grammar.ts';
import { isSentence, readGrammar, sentences } from './ebnf.ts';
import { TODAY } from './some-source.ts';
import { anyView, everyChoice } from './some-views.ts';

/** The grammar and the words of an address in the reference are those that are read and written. */

const GRAMMAR = readGrammar(grammarText());
const KNOWN = { dataset: /\w+/, code: /\w+/, state: /[A-Z]{2}/, text: /(?:.|\n)*/ };

/** Numbers and days of the grammar that mean something, and series that there are. */
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

test.each(WORD_NAMES)('a value of %s that the grammar makes is right', (name) => {
  // Of a list one is made: a view has eight lines, each once, and of colours as many.
  const rule = { series: 'series line', formulas: 'formula line' }[name as string] ?? `${name} parameter`;
  const seven = everyChoice.slice(0, 7).map(seriesId);
  const words = { ...SOME, ...(name === 'hidden' && { 'series id': seven }) };
  fc.assert(
    fc.property(sentences(GRAMMAR, rule, words), (text) => {
      const value = text.replace(`${name}=`, '');
      // As long as an address may have it.
      fc.pre(name !== 'formulas' || value.length <= 200);
      const needs = name === 'to' ? { from: '1990-01-01' } : {};
      const slots = value.split(',');
      // Said beside the grammar: a slot for each line, and one word of a kind after a line.
      fc.pre(name !== 'colours' || (slots.length <= 7 && new Set(slots).size === slots.length));
      const series = seven.slice(0, name === 'colours' ? slots.length : 7).join(',');
      const refused = strictly({ series, ...needs, [name]: value });
      fc.pre(!/is one too many: a line has one word/.test(refused ?? ''));
      expect(refused).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});

test('a formula of the grammar is one of series-math, and has no word that is not in the grammar', () => {
  fc.assert(
    fc.property(sentences(GRAMMAR, 'formula', SOME), (text) => {
      expect(parseFormula(text)).toMatchObject({ isRight: true });
    }),
    { numRuns: 200 },
  );
});

test('every address that is written for a view is of the grammar', () => {
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

test('what the grammar has not is not known as a sentence', () => {
  const is = (parameter: string) =>
    isSentence(GRAMMAR, `${parameter.split('=')[0]} parameter`, parameter, KNOWN);
  expect(['units=pc1', 'range=-18M', 'formulas=a/b*100:ma3', 'series=yields.US10Y:pc1:q'].map(is)).toEqual(
    Array(4).fill(true),
  );
  expect(['units=up', 'range=18M', 'formulas=a//b', 'series=yields.US10Y:up', 'to=2020'].map(is)).toEqual(
    Array(5).fill(false),
  );
});

test('words stand in the order in which an address has them, and concern the lines or the page', () => {
  const named = (of: 'lines' | 'page') => WORD_NAMES.filter((name) => WORDS[name].of === of).join(' ');
  expect(WORD_NAMES.join(' ')).toBe(
    'series formulas colours hidden names title subtitle range from to units index_date frequency aggregation average as_of compare type scale recessions table layout order details explain',
  );
  expect(named('page')).toBe(
    'title subtitle compare type scale recessions table layout order details explain',
  );
});

test('words have bounds that are those of the program', () => {
  expect(WORDS.series.text).toEqual(
    'The series, each with what it has of its own after colons, one word of a kind. One that stands several times is as many lines. Without it: the public debt and its two parts. A chart has at most 8 lines, formulas among them, and an answer 60.',
  );
  expect(WORDS.formulas.text).toEqual(
    'Lines that are calculated of the series: a is the first, b the second, and so on, hidden ones too; `colours` gives other letters. Functions: `ma(a,4)` is the average of the last n observations; `lag(a,1)` is the value n observations before; `min(a,b)` is the smallest, where all have a value; `max(a,b)` is the largest, where all have a value; `abs(a)` is the value without its sign; `ln(a)` is the natural logarithm, of values above 0; `exp(a)` is e to the power of the value. n is a whole number from 1 on; observations are those of the lowest frequency among the formula’s lines. Of a daily line weekends and holidays are no observations, and nothing reaches over more than 7 days without one; of any other a missing period is an observation without a value. Numbers of more than 2,000 digits have no value, and formulas that take too much work are refused.',
  );
  expect(WORDS.colours.text).toEqual(
    'The place of each line in the palette, each once, formulas last: 0 is the letter a in formulas, 1 is b. Without it: 0, 1, 2 in their order.',
  );
  expect(WORDS.average.text).toEqual(
    'The number of observations in the moving average, 2 to 520, of every series without one of its own. Of a daily line weekends and holidays are no observations, and nothing reaches over more than 7 days without one; of any other a missing period is an observation without a value.',
  );
  expect([MOST_DIGITS, LONGEST_HOLE]).toEqual([2000, 7]);
});

test.each(WORD_NAMES)('the example of %s is right, and is read', (name) => {
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
  // A hidden series says so itself.
  if (name === 'hidden') expect(viewSearch(read.view).series).toBe('yields.US10Y,jolts.quits_rate_sa:hidden');
  else expect(viewSearch(read.view)[name]).toBe(example);
});
