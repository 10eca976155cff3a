import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { parseFormula } from '../../service/series-math/formula.ts';
import { readStrictly, viewSearch } from '../../service/view/address.ts';
import { grammarText, WORD_NAMES, type WordName } from '../../service/view/grammar.ts';
import { isSentence, readGrammar, sentences } from './ebnf.ts';
import { anyView, everyChoice } from './some-views.ts';

/** The grammar of the reference is the one that is read and written. */
const GRAMMAR = readGrammar(grammarText());
const TODAY = '2026-11-20';
const KNOWN = { dataset: /\w+/, code: /\w+/, state: /[A-Z]{2}/, text: /(?:.|\n)*/ };

/** Numbers and days of the grammar that mean something, and series that there are. */
const WORDS = {
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
  const words = { ...WORDS, ...(name === 'hidden' && { 'series id': seven }) };
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
    fc.property(sentences(GRAMMAR, 'formula', WORDS), (text) => {
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
