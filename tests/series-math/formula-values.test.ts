import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Formula, parseFormula } from '../../service/series-math/formula.ts';
import {
  type Counted,
  FormulaWork,
  formulaValues,
  indexBefore,
  isExact,
  MOST_DIGITS,
  MOST_WORK,
  type VariableColumn,
  withoutPause,
} from '../../service/series-math/formula-values.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import { anyValue, calculated, DAYS, dayOf, MONTHS, monthsOf, rowsOf, seriesOf, WEEKS } from './series.ts';

function parsed(text: string, known?: readonly string[]): Formula {
  const found = parseFormula(text, known);
  if (!found.isRight) throw new Error(found.message);
  return found.formula;
}

/** @returns the value of a formula on one day. */
function resultOf(text: string, values: Record<string, string | undefined> = {}): string | undefined {
  const columns = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
  const input = { days: Int32Array.of(0), cadence: MONTHS, columns };
  return withoutPause(formulaValues(parsed(text), input))?.values[0];
}

describe('the calculation of a formula', () => {
  it.each([
    ['a - b', { a: '36104343213999.10', b: '0.05' }, '36104343213999.05'],
    ['a * b', { a: '1.5', b: '-0.25' }, '-0.375'],
    ['(a - b) / c * 100', { a: '4.30', b: '4.00', c: '4' }, '7.50000'],
    ['a / b', { a: '2', b: '3' }, '0.66667'],
    ['a / b', { a: '-2', b: '3' }, '-0.66667'],
    ['a / b * b', { a: '1', b: '3' }, '1.00000'],
    ['-a^2', { a: '3' }, '-9.00000'],
    ['2^3^2', {}, '512.00000'],
    ['a^-2', { a: '4' }, '0.06250'],
    // In floating point, the last ten digits would be wrong.
    ['a^3', { a: '36104343213.10' }, '47062863399231134667308246243904.09100'],
    ['a^0.5', { a: '2' }, '1.41421'],
    ['0^0', {}, '1.00000'],
    ['a / b', { a: '1', b: '0.00' }, undefined],
    ['0^(-1)', {}, undefined],
    ['a^0.5', { a: '-2' }, undefined],
    ['(10^300)^300', {}, undefined],
    ['a + 2', { a: '-0.10' }, '1.90'],
    ['a - 0.100', { a: '-0.10' }, '-0.200'],
    ['abs(-a) * min(a, b) - max(b, a)', { a: '-2.5', b: '3' }, '-9.25'],
    ['min(a, 1, b) + max(0, b, a)', { a: '2', b: '-3' }, '-1'],
    // The first of equal numbers is taken.
    ['min(a, b)', { a: '1', b: '1.0' }, '1'],
    ['max(b, a)', { a: '1', b: '1.0' }, '1.0'],
    ['(-2)^3', {}, '-8.00000'],
    // The denominator's digits count too; in double precision the result is zero.
    ['a^1500', { a: '0.05' }, '0.00000'],
    ['10^1000 / 10^999', {}, '10.00000'],
    ['10^1001 / 10^1000', {}, undefined],
    ['(-8)^-1', {}, '-0.12500'],
    ['4^-0.5', {}, '0.50000'],
    // Double precision has fifteen digits, for small and large numbers.
    ['2^0.5 * 10^14', {}, '141421356237310.00000'],
    ['(10^40)^0.5 * 3', {}, '300000000000000000000.00000'],
    ['-(2^-0.5) * 10^14', {}, '-70710678118654.80000'],
    // Powers with up to 2,000 digits are exact, longer powers are not.
    ['1.1^1000 - 1.1^999 * 1.1', {}, '0.00000'],
    ['(3^1999 - 1) / 3^1999 * 10^20 - 10^20', {}, '0.00000'],
    ['0.5^3000', {}, '0.00000'],
    ['1.5^3000', {}, undefined],
    ['1.5^-3000 + 1', {}, '1.00000'],
    ['a + b', { a: '1' }, undefined],
  ])('%s of %o is %s', (text, values, result) => {
    expect(resultOf(text, values)).toBe(result);
  });

  it.each([
    ['2 * a - b + -c', true],
    ['min(a, lag(b, 2), abs(c))', true],
    ['a / 2', false],
    ['a^2', false],
    ['1 + (b - a / 2)', false],
    ['a / 2 + 1', false],
    ['-(a^2)', false],
    ['ma(a, 2)', false],
    ['ln(a)', false],
    ['exp(a)', false],
    ['lag(ma(a, 2), 1)', false],
    ['max(1, a / 2)', false],
  ] as const)('%s is exact: %s', (text, isIt) => {
    expect(isExact(parsed(text))).toBe(isIt);
  });

  const DATES = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01', '2024-05-01'];
  /** @returns the results of a formula of monthly columns, and the dates without a result. */
  const over = (text: string, columns: Record<string, VariableColumn>, counted?: Map<Formula, Counted>) => {
    const days = Int32Array.from(DATES, dayOf);
    const found = withoutPause(
      formulaValues(parsed(text), { days, cadence: MONTHS, columns, ...(counted && { counted }) }),
    );
    if (!found) throw new Error('Too much work');
    const { without, ...series } = found;
    const dates = Object.entries(without).map(([why, on]) => [
      why,
      on.map((day) => DATES.indexOf(DATES.find((date) => dayOf(date) === day) ?? '')),
    ]);
    return {
      rows: Object.fromEntries(rowsOf(series).map((row) => [DATES.indexOf(row.slice(0, 10)), row.slice(11)])),
      ...Object.fromEntries(dates),
    };
  };
  const NONE = { missing: [], zero: [], power: [], log: [] };

  it('gives each day’s reason for no result: the first one in the formula', () => {
    const a = ['1', undefined, '0', '-4', '9'];
    const b = ['2', '5', '0', undefined, '3'];
    expect(over('a + b', { a, b })).toEqual({ ...NONE, rows: { 0: '3', 2: '0', 4: '12' }, missing: [1, 3] });
    expect(over('b / a', { a, b })).toEqual({
      ...NONE,
      rows: { 0: '2.00000', 4: '0.33333' },
      missing: [1, 3],
      zero: [2],
    });
    expect(over('a^0.5', { a })).toEqual({
      ...NONE,
      rows: { 0: '1.00000', 2: '0.00000', 4: '3.00000' },
      missing: [1],
      power: [3],
    });
    expect(over('a^(-1)', { a })).toMatchObject({ zero: [2], power: [] });
    expect(over('ln(a)', { a })).toMatchObject({
      rows: { 0: '0.00000', 4: '2.19722' },
      missing: [1],
      log: [2, 3],
    });
    expect(over('exp(800 + a)', { a })).toMatchObject({ rows: {}, missing: [1], power: [0, 2, 3, 4] });
    expect(over('ln(a - 9) + 1 / 0', { a })).toMatchObject({ log: [0, 2, 3, 4], zero: [] });
    expect(over('1 / 0 + ln(a - 9)', { a })).toMatchObject({ log: [], zero: [0, 1, 2, 3, 4], missing: [] });
    expect(over('min(1 / a, ln(b))', { a, b })).toMatchObject({ missing: [1, 3], zero: [2], log: [] });
    expect(over('-abs(1 / a)', { a })).toMatchObject({ missing: [1], zero: [2] });
    // A line without a column has no values.
    expect(over('a + h', { a })).toMatchObject({ rows: {}, missing: [0, 1, 2, 3, 4] });
  });

  it('counts periods in ma and lag, so that a missing value affects only the dates that need it', () => {
    const a = ['1', '2', undefined, '4', '8'];
    expect(over('lag(a, 1)', { a })).toEqual({ ...NONE, rows: { 1: '1', 2: '2', 4: '4' }, missing: [0, 3] });
    expect(over('lag(a, 2)', { a })).toEqual({ ...NONE, rows: { 2: '1', 3: '2' }, missing: [0, 1, 4] });
    expect(over('lag(a, 4)', { a })).toMatchObject({ rows: { 4: '1' } });
    expect(over('ma(a, 2)', { a })).toEqual({
      ...NONE,
      rows: { 1: '1.50000', 4: '6.00000' },
      missing: [0, 2, 3],
    });
    expect(over('ma(a, 1)', { a })).toMatchObject({ rows: { 0: '1.00000', 4: '8.00000' }, missing: [2] });
    // A day keeps the reason for which the argument has no result.
    expect(over('ma(1 / (a - 2), 2)', { a })).toEqual({
      ...NONE,
      rows: { 4: '0.33333' },
      missing: [0, 2, 3],
      zero: [1],
    });
    expect(over('lag(1 / (a - 2), 1)', { a })).toMatchObject({ zero: [2], missing: [0, 3] });
  });

  it('gives the observations that each ma and lag counted', () => {
    const counted = new Map<Formula, Counted>();
    over(
      'ma(a, 2) - lag(b, 1)',
      { a: ['1', undefined, '3', '4', '5'], b: ['1', '2', '3', '4', undefined] },
      counted,
    );
    const [ma, lag] = [...counted.entries()];
    expect([ma?.[0], lag?.[0]]).toMatchObject([{ name: 'ma' }, { name: 'lag' }]);
    expect([[...(ma?.[1].indexes ?? [])], [...(lag?.[1].indexes ?? [])]]).toEqual([
      [0, 2, 3, 4],
      [0, 1, 2, 3],
    ]);
    const first = ma?.[1].sequence[0] as number;
    expect([...(ma?.[1].sequence ?? [])]).toEqual([0, 1, 2, 3, 4].map((i) => first + i));
    const found = (of: Counted | undefined, index: number, count: number) =>
      indexBefore(of as Counted, index, count);
    expect([1, 2, 3, 4].map((count) => found(ma?.[1], 4, count))).toEqual([3, 2, undefined, 0]);
    expect([found(ma?.[1], 4, 0), found(ma?.[1], 4, 5), found(lag?.[1], 4, 1)]).toEqual([4, undefined, 3]);
  });

  it('has five decimals if a value is a fraction, and the values’ own decimals otherwise', () => {
    const third = { n: 1n, d: 3n };
    expect(over('a', { a: ['1', '2.5', undefined, third, '4'] }).rows).toEqual({
      ...{ 0: '1.00000', 1: '2.50000', 3: '0.33333', 4: '4.00000' },
    });
    expect(over('a * 3', { a: ['1', third] }).rows).toEqual({ 0: '3.00000', 1: '1.00000' });
    expect(over('a', { a: ['1', '2.5', undefined, '0.125', '-4'] }).rows).toEqual({
      ...{ 0: '1', 1: '2.5', 3: '0.125', 4: '-4' },
    });
  });

  it('obeys the laws of arithmetic', () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
        const same = (one: string, other: string) =>
          expect(Number(resultOf(one, { a, b, c }))).toBe(Number(resultOf(other, { a, b, c })));
        same('a * (b + c)', 'a * b + a * c');
        same('a - (b - c)', 'a - b + c');
        same('-(-a)', 'a');
      }),
    );
  });

  it('gives the values that it used, and notes on its series by their letters', () => {
    const weeks = seriesOf('2024-01-06 10', '2024-01-13 20', '2024-01-20 31');
    const months = monthsOf('2024-01', '5', '6', '7', '8', '9', '10');
    const given = [
      { series: months, cadence: MONTHS, method: 'sum' as const },
      undefined,
      { series: weeks, cadence: WEEKS, method: 'avg' as const },
    ];
    const found = calculated(parsed('c - a'), ['a', 'c'], given);
    expect(Array.from(found.days)).toEqual(Array.from(months.days));
    expect(found.values.map((column) => column[0])).toEqual(['5', '20']);
    expect(found.exact).toEqual([undefined, [{ n: 61n, d: 3n }, ...Array(5).fill(undefined)]]);
    // A lower frequency changes the result; a higher or the same one does not.
    const to = (cadence: Cadence) => {
      const { notes, series, ...one } = calculated(parsed('c - a'), ['a', 'c'], given, cadence);
      return [one.cadence.frequency, rowsOf(series), notes.map(({ index, text }) => `${index} ${text}`)];
    };
    expect(to({ frequency: 'q' })).toEqual([
      'q',
      [],
      ['0 monthly→quarterly sum', '2 weekly→quarterly avg, partial 2024 Q1 dropped (3 of 10 weeks)'],
    ]);
    const wednesdays: Cadence = { frequency: 'w', weekEnd: 3 };
    expect(calculated(parsed('c'), ['c'], given, wednesdays)).toMatchObject({ cadence: WEEKS, notes: [] });
    for (const cadence of [DAYS, WEEKS, MONTHS])
      expect(to(cadence)).toEqual(['m', ['2024-01-01 15.33333'], ['2 weekly→monthly avg']]);
    expect(rowsOf(calculated(parsed('a'), ['a'], given, { frequency: 'sa' }).series)).toEqual([
      '2024-01-01 45',
    ]);
    // A line at a lower frequency meets the others at that frequency.
    const monthly = { units: 'lin', to: { cadence: MONTHS, method: 'sum' } } as const;
    const shown = [{ series: weeks, cadence: WEEKS, method: 'avg' as const, recipe: monthly }];
    expect(calculated(parsed('a'), ['a'], shown)).toMatchObject({
      cadence: MONTHS,
      series: { values: ['61'] },
      notes: [],
    });
    // A missing line has no values.
    expect(calculated(parsed('b'), ['b'], given)).toMatchObject({ cadence: DAYS, series: { values: [] } });
  });

  it('brings its series to the lowest frequency among them, and no lower', () => {
    const weeks = seriesOf('2024-01-06 10', '2024-01-13 20', '2024-01-20 30');
    const given = [
      { series: monthsOf('2024-01', '5'), cadence: MONTHS, method: 'avg' as const },
      { series: seriesOf('2024-01-01 1'), cadence: { frequency: 'a' as const }, method: 'avg' as const },
      { series: weeks, cadence: WEEKS, method: 'avg' as const },
    ];
    const found = calculated(parsed('c - a'), ['a', 'c'], given);
    expect(rowsOf(found.series)).toEqual(['2024-01-01 15.00000']);
    expect(found.cadence).toEqual(MONTHS);
    expect(found.notes).toMatchObject([{ index: 2, method: 'avg', text: 'weekly→monthly avg' }]);
  });
});

/** The cost of formulas: the length of numbers and the total work are bounded, and work has pauses. */

/** A tenth of the longest series, and of a chart's work. */
const COUNT = 1_500;

const MOST = 800_000;

const days = Int32Array.from({ length: COUNT }, (_, i) => dayOf('1970-01-01') + i);

const valuesOf = (seed: number) =>
  Array.from(days, (_, i) => `${((i * 7919 + seed * 104_729) % 99_991) + 1}.${10 + (i % 90)}`);

const columns = Object.fromEntries([...'abcdefgh'].map((letter, i) => [letter, valuesOf(i)]));

const many = (text: string, times: number, between: string) => Array(times).fill(text).join(between);

/** Formulas of up to 200 characters that once blocked the program for seconds. */
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
  // Denominators with the same last 64 bits.
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
  it('is refused for numbers of more than 2,000 digits in numerator or denominator', () => {
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

  it('has a pause after every 25,000 units', () => {
    const work = new FormulaWork(100_000);
    const dueAfter = (pieces: number) => {
      work.counted('missing', pieces);
      return work.isPauseDue();
    };
    expect([24_999, 1, 1, 24_999, 2, 50_000, 24_999, 2].map(dueAfter)).toEqual([
      ...[false, false, true, false, true, true, false, true],
    ]);
  });

  it('for a formula suffices exactly', () => {
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
  test.each(COSTLY)('%s ends within the work of a chart, and lets other work run', (text) => {
    const work = new FormulaWork(MOST);
    const all = work.left;
    const { result, most } = measured(text, work);
    // One day takes at most a hundred thousand units more than the limit between pauses.
    expect(most).toBeLessThan(150_000);
    expect(all - work.left).toBeLessThan(all + 150_000);
    for (const value of result?.values ?? []) expect(value.length).toBeLessThan(2100);
  });

  it('takes work for long numbers and powers of e in proportion to their cost', () => {
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

it('a day has no value if a number in it has more than 2,000 digits', () => {
  const { result } = measured('a^300*(a^100)', new FormulaWork(Number.MAX_SAFE_INTEGER));
  const tooLong = new Set(result?.without.power);
  for (const [i, day] of days.entries()) {
    const digits = (columns.a?.[i] ?? '').replace('.', '').length;
    // The fraction of 1.00 is 100/100: both parts count.
    if (digits * 400 < 1900) expect(tooLong.has(day)).toBe(false);
    if (digits * 400 > 2500) expect(tooLong.has(day)).toBe(true);
  }
  expect(tooLong.size).toBeGreaterThan(0);
});

it('no formula blocks the program', () => {
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
