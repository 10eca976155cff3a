import { expect, it } from 'vitest';
import { MOST_DIGITS } from '../../service/series-math/formula-work.ts';
import { LONGEST_HOLE } from '../../service/series-math/periods.ts';
import { readStrictly, viewSearch, WORD_NAMES, WORDS, type WordName } from '../../service/view/index.ts';
import { TODAY } from './some-source.ts';

/** The words of an address as the reference describes them. */

it('stand in the order in which an address has them, and concern the lines or the page', () => {
  const namesOf = (of: 'lines' | 'page') => WORD_NAMES.filter((name) => WORDS[name].of === of);
  expect(WORD_NAMES).toEqual([
    'series',
    'formulas',
    'colours',
    'hidden',
    'names',
    'title',
    'subtitle',
    'range',
    'from',
    'to',
    'units',
    'index_date',
    'frequency',
    'aggregation',
    'average',
    'as_of',
    'compare',
    'type',
    'scale',
    'recessions',
    'table',
    'layout',
    'order',
    'details',
    'explain',
  ]);
  expect(namesOf('page')).toEqual([
    'title',
    'subtitle',
    'compare',
    'type',
    'scale',
    'recessions',
    'table',
    'layout',
    'order',
    'details',
    'explain',
  ]);
});

it('have bounds that are those of the program', () => {
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

it.each(WORD_NAMES)('the example of %s is right, and is read', (name) => {
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
