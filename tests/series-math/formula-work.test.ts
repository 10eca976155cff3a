import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseFormula } from '../../service/series-math/formula.ts';
import {
  FormulaWork,
  formulaValues,
  MOST_DIGITS,
  MOST_WORK,
} from '../../service/series-math/formula-values.ts';
import { DAYS, dayOf } from './series.ts';

/** What formulas may cost: each number in them has a bounded length, all of them together a bounded work, with pauses in it. */

/** A tenth of the longest series, and of a chart's work. */
const COUNT = 1_500;
const MOST = 800_000;
const days = Int32Array.from({ length: COUNT }, (_, i) => dayOf('1970-01-01') + i);
const valuesOf = (seed: number) =>
  Array.from(days, (_, i) => `${((i * 7919 + seed * 104_729) % 99_991) + 1}.${10 + (i % 90)}`);
const columns = Object.fromEntries([...'abcdefgh'].map((letter, i) => [letter, valuesOf(i)]));
const many = (text: string, times: number, between: string) => Array(times).fill(text).join(between);

/** Formulas of at most 200 characters, the most that an address takes, that once held a program for seconds. */
const COSTLY = [
  many('a^120', 8, '*'),
  many('a^120', 28, '*'),
  many('2^1999', 25, '*'),
  `${many('(a^100-b^100)', 14, '+')}`,
  many('(a/b)^-60', 15, '*'),
  many('ln(a/b)', 16, '+'),
  many('exp(600+a/1000)', 12, '+'),
  'exp(exp(exp(a/100000)))',
  'ln(b^400/c^400)*ln(a^400/d^400)',
  `${many('ma(', 20, '')}a^60${many(',500)', 20, '')}`,
  'ma(a/b^500,3)+ma(b/a^100,5)',
  // Denominators that are alike in their last 64 bits.
  'ma(1/(a*2^70),3)',
  `${many('lag(', 25, '')}a^100${many(',1)', 25, '')}`,
  `min(${many('a^90', 38, ',')})`,
  many('a/b', 45, '*'),
  'ln(1+10^-40)+ln(1+5*10^-41)+a',
  `a*${'9'.repeat(190)}`,
];

/** @returns the result, and the most work between two pauses. */
function measured(text: string, work: FormulaWork) {
  const parsed = parseFormula(text);
  if (!parsed.isRight) throw new Error(parsed.message);
  const steps = formulaValues(parsed.formula, { days, cadence: DAYS, columns }, work);
  let most = 0;
  for (;;) {
    const before = work.left;
    const step = steps.next();
    most = Math.max(most, before - work.left);
    if (step.done) return { result: step.value, most };
  }
}

describe('work', () => {
  it('is not done with numbers of more than 2,000 digits, above or below the line', () => {
    const work = new FormulaWork();
    expect([MOST_DIGITS, MOST_WORK, work.left]).toEqual([2000, 8_000_000, 8_000_000]);
    const [longest, longer] = [10n ** 2000n - 1n, 10n ** 2000n];
    for (const right of [
      { n: longest, d: 1n },
      { n: -longest, d: longest },
      { n: 1n, d: longest },
    ])
      expect(work.counted(right)).toBe(right);
    for (const wrong of [
      { n: longer, d: 1n },
      { n: -longer, d: 1n },
      { n: 1n, d: longer },
    ])
      expect(work.counted(wrong)).toBe('power');
  });

  it('has a pause after every 25,000 pieces', () => {
    const work = new FormulaWork(100_000);
    const dueAfter = (pieces: number) => {
      work.counted('missing', pieces);
      return work.isPauseDue();
    };
    expect([24_999, 1, 1, 24_999, 2, 50_000, 24_999, 2].map(dueAfter)).toEqual([
      ...[false, false, true, false, true, true, false, true],
    ]);
  });

  it('of a formula is enough to the last piece', () => {
    for (const text of ['a - b', 'ma(lag(a, 2), 3)', 'ln(a) + exp(b / 99999)']) {
      const all = new FormulaWork(Number.MAX_SAFE_INTEGER);
      const { result } = measured(text, all);
      const needed = Number.MAX_SAFE_INTEGER - all.left;
      expect(measured(text, new FormulaWork(needed)).result).toEqual(result);
      expect(measured(text, new FormulaWork(needed - 1)).result).toBeUndefined();
    }
  });
});

describe('a costly formula', () => {
  test.each(COSTLY)('%s ends within the work of a chart, and lets other work in', (text) => {
    const work = new FormulaWork(MOST);
    const all = work.left;
    const { result, most } = measured(text, work);
    // One day takes at most a hundred thousand units beyond the end of a piece.
    expect(most).toBeLessThan(150_000);
    expect(all - work.left).toBeLessThan(all + 150_000);
    for (const value of result?.values ?? []) expect(value.length).toBeLessThan(2100);
  });

  it('counts long numbers and powers of e by what they take', () => {
    const workOf = (text: string) => {
      const work = new FormulaWork(Number.MAX_SAFE_INTEGER);
      measured(text, work);
      return Number.MAX_SAFE_INTEGER - work.left;
    };
    expect(workOf('a^100')).toBeGreaterThan(20 * workOf('a*2'));
    expect(workOf('exp(600+a/99999)')).toBeGreaterThan(5 * workOf('exp(a/99999)'));
    expect(workOf('ln(a)')).toBeGreaterThan(20 * workOf('a*2'));
  });

  it('shares the work with the other formulas of its chart', () => {
    const work = new FormulaWork(MOST);
    const text = 'ln(a)-ln(b)';
    const results = [1, 2, 3, 4, 5].map(() => measured(text, work).result?.values.length);
    expect(results).toEqual([COUNT, COUNT, COUNT, COUNT, undefined]);
  });
});

it('has no value on a day where a number has more than 2,000 digits', () => {
  const { result } = measured('a^300*(a^100)', new FormulaWork(Number.MAX_SAFE_INTEGER));
  const tooLong = new Set(result?.without.power);
  for (const [i, day] of days.entries()) {
    const digits = (columns.a?.[i] ?? '').replace('.', '').length;
    // The fraction of 1.00 is 100/100: both its parts count.
    if (digits * 400 < 1900) expect(tooLong.has(day)).toBe(false);
    if (digits * 400 > 2500) expect(tooLong.has(day)).toBe(true);
  }
  expect(tooLong.size).toBeGreaterThan(0);
});

it('no formula holds a program, whatever it is made of', () => {
  const part = fc.constantFrom(
    ...[
      'a',
      'b',
      '7',
      '^40',
      '^-9',
      '*',
      '/',
      '+',
      '-',
      '(',
      ')',
      'ln(a)',
      'exp(a)',
      'ma(b,9)',
      'lag(a,2)',
      '^0.5',
    ],
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 30 }), (parts) => {
      const text = parts.join('');
      if (!parseFormula(text).isRight) return;
      const work = new FormulaWork(MOST);
      expect(measured(text, work).most).toBeLessThan(150_000);
      expect(work.left).toBeGreaterThan(-150_000);
    }),
    { numRuns: 300 },
  );
});
