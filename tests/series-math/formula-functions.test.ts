import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Formula,
  type FunctionName,
  functionExample,
  functionNeeds,
  parseFormula,
} from '../../service/series-math/formula.ts';
import { fractionOf } from '../../service/series-math/fraction.ts';
import { logarithm } from '../../service/series-math/logarithm.ts';
import { movingAverage } from '../../service/series-math/moving-average.ts';
import { anyValue, calculated, MONTHS, monthsOf, rowsOf } from './series.ts';

function parsed(text: string): Formula {
  const found = parseFormula(text);
  if (!found.isRight) throw new Error(found.message);
  return found.formula;
}

/** @returns the results of a formula of one monthly series, from its first month on. */
const monthly = (text: string, values: readonly string[], more: Record<string, readonly string[]> = {}) => {
  const given = [values, ...Object.values(more)].map((one) => monthsOf('2020-01', ...one));
  const series = given.map((one) => ({ series: one, cadence: MONTHS, method: 'avg' as const }));
  const letters = ['a', ...Object.keys(more)];
  return calculated(parsed(text), letters, series).series;
};

it.each([
  ['ma(a, 3)', ['10', '20', '60', '10'], ['2020-03-01 30.00000', '2020-04-01 30.00000']],
  // A month is missing: no mean of three has all of them until it is passed.
  ['ma(a, 2)', ['1', '2', '', '4', '5'], ['2020-02-01 1.50000', '2020-05-01 4.50000']],
  ['lag(a, 1)', ['1.50', '2', '', '4'], ['2020-02-01 1.50']],
  ['a - lag(a, 2)', ['1', '2', '4', '8'], ['2020-03-01 3', '2020-04-01 6']],
  ['max(a, 2) - min(a, 2)', ['1', '5'], ['2020-01-01 1', '2020-02-01 3']],
  ['abs(a)', ['-1.50', '2'], ['2020-01-01 1.50', '2020-02-01 2']],
  ['ln(a)', ['1', '2', '0', '-1'], ['2020-01-01 0.00000', '2020-02-01 0.69315']],
  [
    'exp(a)',
    ['0', '1', '-1', '9999999', '-9999999'],
    ['2020-01-01 1.00000', '2020-02-01 2.71828', '2020-03-01 0.36788', '2020-05-01 0.00000'],
  ],
  // Ten digits of the logarithm, and of the power, are needed for five of the result.
  ['ln(a) * 100000', ['2'], ['2020-01-01 69314.71806']],
  ['exp(a)', ['20.5'], ['2020-01-01 799902177.47551']],
  ['ma(a / 3, 2)', ['1', '2', '3'], ['2020-02-01 0.50000', '2020-03-01 0.83333']],
])('%s of %j', (text, values, rows) => {
  expect(rowsOf(monthly(text, values))).toEqual(rows);
});

it.each<[FunctionName, string[], string, string]>([
  ['ma', ['c', 'd'], 'ma(c,4)', "'ma' needs a line and a whole number, for example ma(c,4)."],
  ['lag', ['c'], 'lag(c,1)', "'lag' needs a line and a whole number, for example lag(c,1)."],
  ['max', ['c', 'd', 'e'], 'max(c,d)', "'max' needs two lines or more, for example max(c,d)."],
  ['min', ['c'], 'min(c,0)', "'min' needs two lines or more, for example min(c,0)."],
  ['ln', [], 'ln(a)', "'ln' needs one line, for example ln(a)."],
  ['ma', [], 'ma(a,4)', "'ma' needs a line and a whole number, for example ma(a,4)."],
])('%s of the lines %j is written as %s', (name, letters, example, needs) => {
  expect(functionExample(name, letters)).toBe(example);
  expect(functionNeeds(name, letters)).toBe(needs);
  expect(parseFormula(example).isRight).toBe(true);
});

const someValues = fc.array(anyValue, { minLength: 6, maxLength: 12 });

it('ma and lag obey their laws', () => {
  fc.assert(
    fc.property(anyValue, someValues, fc.integer({ min: 1, max: 5 }), (constant, values, n) => {
      const same = monthly(
        `ma(a, ${n})`,
        values.map(() => constant),
      );
      expect(same.values.every((text) => Number(text) === Number(constant))).toBe(true);
      expect(same.values).toHaveLength(values.length - n + 1);
      // A lag moves values by n periods, and a lag of a mean is the mean of lags.
      expect(monthly(`lag(a, ${n})`, values).values).toEqual(monthly('a', values).values.slice(0, -n));
      expect(monthly(`lag(ma(a, 2), ${n})`, values)).toEqual(monthly(`ma(lag(a, ${n}), 2)`, values));
      // The moving average of the page, which has the decimals of its values.
      const average = movingAverage(monthsOf('2020-01', ...values), n, MONTHS);
      const shown = monthly(`ma(a, ${n})`, values);
      expect(shown.days).toEqual(average.days);
      for (const [i, text] of average.values.entries())
        expect(Math.abs(Number(text) - Number(shown.values[i]))).toBeLessThanOrEqual(0.5);
    }),
    { numRuns: 50 },
  );
});

it('min, max, abs, ln and exp obey theirs', () => {
  fc.assert(
    fc.property(someValues, someValues, (one, other) => {
      const of = (text: string) => monthly(text, one, { b: other }).values.map(Number);
      const [least, most] = [of('min(a, b)'), of('max(a, b)')];
      for (const [i, value] of least.entries()) expect(value).toBeLessThanOrEqual(most[i] as number);
      expect(of('min(a, b) + max(a, b) - a - b').every((value) => value === 0)).toBe(true);
      expect(of('abs(abs(a) - max(a, -a))').every((value) => value === 0)).toBe(true);
      expect(of('ln(exp(a / 1000)) - a / 1000').every((value) => value === 0)).toBe(true);
      expect(monthly('ln(abs(a) + 1)', one).values).toEqual(
        monthly('abs(a) + 1', one).values.map((text) => logarithm(fractionOf(text))),
      );
    }),
    { numRuns: 50 },
  );
});
