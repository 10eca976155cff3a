import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Formula,
  type FunctionName,
  functionExample,
  functionNeeds,
  parseFormula,
  plainFormula,
  printFormula,
  VARIABLES,
} from '../../service/series-math/formula.ts';
import { fractionOf } from '../../service/series-math/fraction.ts';
import { logarithm } from '../../service/series-math/logarithm.ts';
import { movingAverage } from '../../service/series-math/moving-average.ts';
import { anyValue, calculated, MONTHS, monthsOf, rowsOf } from './series.ts';

function parsed(text: string, known?: readonly string[]): Formula {
  const found = parseFormula(text, known);
  if (!found.isRight) throw new Error(found.message);
  return found.formula;
}

const anyFormula: fc.Arbitrary<Formula> = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...VARIABLES).map((name) => ({ kind: 'variable' as const, name })),
    fc.constantFrom('0', '2', '0.5', '100').map((text) => ({ kind: 'number' as const, text })),
    tie('formula').map((of) => ({ kind: 'minus' as const, of })),
    fc
      .tuple(
        fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const, '^' as const),
        tie('formula'),
        tie('formula'),
      )
      .map(([operator, left, right]) => ({ kind: 'operation' as const, operator, left, right })),
    fc
      .tuple(
        fc.constantFrom('ma' as const, 'lag' as const),
        tie('formula'),
        fc.integer({ min: 1, max: 99999 }),
      )
      .map(([name, of, count]) => ({ kind: 'call' as const, name, of: [of], count })),
    fc
      .tuple(
        fc.constantFrom('min' as const, 'max' as const),
        fc.array(tie('formula'), { minLength: 2, maxLength: 3 }),
      )
      .map(([name, of]) => ({ kind: 'call' as const, name, of })),
    fc
      .tuple(fc.constantFrom('abs' as const, 'ln' as const, 'exp' as const), tie('formula'))
      .map(([name, of]) => ({ kind: 'call' as const, name, of: [of] })),
  ),
})).formula;

describe('the text of a formula', () => {
  it.each([
    ['a-b*c', 'a - b * c'],
    ['((a)-(b))/c*100', '(a - b) / c * 100'],
    ['a / (b + c) * 100', 'a / (b + c) * 100'],
    ['a-(b-c)', 'a - (b - c)'],
    ['(a-b)-c', 'a - b - c'],
    ['a/(b*c)', 'a / (b * c)'],
    ['-a^2', '-a^2'],
    ['(-a)^2', '(-a)^2'],
    ['a^-1', 'a^(-1)'],
    ['a^b^c', 'a^b^c'],
    ['(a^b)^c', '(a^b)^c'],
    ['a - -b', 'a - -b'],
    ['A × .5 ÷ b − c', 'a * 0.5 / b - c'],
    ['MA(a-b,4)*2', 'ma(a - b, 4) * 2'],
    ['max( a ,b, 0 )^2', 'max(a, b, 0)^2'],
    ['-ln(abs(a))', '-ln(abs(a))'],
  ])('%s is read as %s', (text, printed) => {
    expect(printFormula(parsed(text))).toBe(printed);
  });

  it('has series, each listed once, in the order of their letters', () => {
    expect(parseFormula('c + A / c - max(b, ln(c))')).toMatchObject({
      isRight: true,
      variables: ['a', 'b', 'c'],
    });
    expect(parseFormula('2')).toEqual({
      isRight: true,
      formula: { kind: 'number', text: '2' },
      variables: [],
    });
    expect(parseFormula('lag(.5, 99999)')).toMatchObject({
      formula: { kind: 'call', name: 'lag', of: [{ kind: 'number', text: '0.5' }], count: 99_999 },
    });
  });

  it.each([
    ['', 0, 'The formula is empty. Write for example a - b.'],
    ['   ', 0, 'The formula is empty. Write for example a - b.'],
    ['a +', 3, 'The formula ends too early: a series (a, b, …), a number or ( is expected.'],
    ['-', 1, 'The formula ends too early: a series (a, b, …), a number or ( is expected.'],
    [
      'a b',
      2,
      "'b' cannot stand here: + - * / or ^ is expected. Write the sign between them, for example * b.",
    ],
    [
      '2a',
      1,
      "'a' cannot stand here: + - * / or ^ is expected. Write the sign between them, for example * a.",
    ],
    [
      'a (b)',
      2,
      "'(' cannot stand here: + - * / or ^ is expected. Write the sign between them, for example * (.",
    ],
    [
      '1e5',
      1,
      "'e5' cannot stand here: + - * / or ^ is expected. Write the sign between them, for example * e5.",
    ],
    ['a; b', 1, "';' cannot stand here: + - * / or ^ is expected."],
    ['a.b', 1, "'.' cannot stand here: + - * / or ^ is expected."],
    ['  (a - b', 8, "')' is missing for the '(' at character 3."],
    ['(a - b; c)', 6, "')' is missing for the '(' at character 1."],
    ['a)', 1, "')' closes nothing: no '(' is open here."],
    ['(a))', 3, "')' closes nothing: no '(' is open here."],
    ['a * / b', 4, "'/' cannot stand here: a series (a, b, …), a number or ( is expected."],
    ['.', 0, "'.' cannot stand here: a series (a, b, …), a number or ( is expected."],
    ['a + rate', 4, "'rate' is not a series of this formula. There are: a, b."],
    ['a + c', 4, "'c' is not a series of this formula. There are: a, b."],
    ['constructor', 0, "'constructor' is not a series of this formula. There are: a, b."],
    ['a + mean(b)', 4, "There is no function 'mean'. There are: ma, lag, min, max, abs, ln, exp."],
    ['mac(b)', 0, "There is no function 'mac'. Did you mean ma?"],
    ['lags(a, 1)', 0, "There is no function 'lags'. Did you mean lag?"],
    ['constructor(a)', 0, "There is no function 'constructor'. There are: ma, lag, min, max, abs, ln, exp."],
    ...['ma(a)', 'ma(a, b)', 'ma(a, 0)', 'ma(a, 2.5)', 'ma(a, 4, 5)', 'ma(4)', 'ma(a, )', 'ma(, 4)'].map(
      (text) =>
        [
          text,
          text === 'ma(, 4)' ? 3 : 0,
          text === 'ma(, 4)'
            ? "',' cannot stand here: a series (a, b, …), a number or ( is expected."
            : "'ma' needs a line and a whole number, for example ma(a,4).",
        ] as const,
    ),
    ...['b - lag', 'b - lag(a, -1)', 'b - lag(a, 100000)', 'b - lag a', 'b - lag(a, 1'].map(
      (text) =>
        [
          text,
          text.endsWith('1') && !text.endsWith('-1') ? 12 : 4,
          text === 'b - lag(a, 1'
            ? "')' is missing for 'lag('."
            : "'lag' needs a line and a whole number, for example lag(a,1).",
        ] as const,
    ),
    ...['min(a)', 'min()', 'min(a, )', 'min'].map(
      (text) => [text, 0, "'min' needs two lines or more, for example min(a,b)."] as const,
    ),
    ['ln()', 0, "'ln' needs one line, for example ln(a)."],
    ['abs(a, b)', 0, "'abs' needs one line, for example abs(a)."],
    ['max(a, b', 8, "')' is missing for 'max('."],
    ['max(a b)', 6, "')' is missing for 'max('."],
    ['a + \u{1F600}', 4, "'\u{1F600}' cannot stand here: a series (a, b, …), a number or ( is expected."],
  ] as const)('%j has a mistake at character %d: %s', (text, at, message) => {
    expect(parseFormula(text, ['a', 'b'])).toEqual({ isRight: false, at, message });
  });

  it('may name only existing lines', () => {
    expect(parseFormula('a', [])).toEqual({
      isRight: false,
      at: 0,
      message: "'a' is not a series of this formula. There are no series to calculate with.",
    });
    expect(parseFormula('2 * h')).toMatchObject({ isRight: true, variables: ['h'] });
    expect(parseFormula('i')).toMatchObject({
      message: "'i' is not a series of this formula. There are: a, b, c, d, e, f, g, h.",
    });
  });

  it('has at most 500 characters, and at most 50 nested parentheses', () => {
    const long = `a${'+a'.repeat(249)}`;
    expect([parseFormula(`${long} `).isRight, parseFormula(`${long}+a`)]).toEqual([
      true,
      { isRight: false, at: 500, message: 'A formula has at most 500 characters.' },
    ]);
    const deep = (count: number) => `${'('.repeat(count)}a${')'.repeat(count)}`;
    expect([parseFormula(deep(49)).isRight, parseFormula(deep(50))]).toEqual([
      true,
      { isRight: false, at: 50, message: 'A formula goes at most 50 parentheses deep.' },
    ]);
    // Parentheses side by side are not nested.
    expect(parseFormula(Array(60).fill('(a)').join('+')).isRight).toBe(true);
  });

  it.each([
    ['A × b', 'a * b'],
    ['  a∙b·c÷d∕e−f–g ', 'a*b*c/d/e-f-g'],
    ['a\t+\nMA(B,4)', 'a + ma(b,4)'],
    ['', ''],
  ])('%j is in small letters and keyboard signs %j', (text, plain) => {
    expect(plainFormula(text)).toBe(plain);
    if (plain !== '') expect(parsed(text)).toEqual(parsed(plain));
  });

  it('is printed with the given names', () => {
    expect(printFormula(parsed('-ma(a - b, 4)^2 / min(b, 3)'), (name) => `${name.toUpperCase()}1`)).toBe(
      '-ma(A1 - B1, 4)^2 / min(B1, 3)',
    );
  });

  it('is the same after printing and reading it again', () => {
    fc.assert(
      fc.property(anyFormula, (formula) => {
        const text = printFormula(formula);
        fc.pre(text.length <= 500);
        expect(parsed(text)).toEqual(formula);
      }),
    );
  });

  it('with any mistake is reported and never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const found = parseFormula(text);
        if (!found.isRight) expect(found.at).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

/** @returns the results of a formula of one monthly series, from its first month. */
const monthly = (text: string, values: readonly string[], more: Record<string, readonly string[]> = {}) => {
  const given = [values, ...Object.values(more)].map((one) => monthsOf('2020-01', ...one));
  const series = given.map((one) => ({ series: one, cadence: MONTHS, method: 'avg' as const }));
  const letters = ['a', ...Object.keys(more)];
  return calculated(parsed(text), letters, series).series;
};

it.each([
  ['ma(a, 3)', ['10', '20', '60', '10'], ['2020-03-01 30.00000', '2020-04-01 30.00000']],
  // A month is missing: an average is missing until its periods are complete again.
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
  // Five digits of the result need ten digits of the logarithm and of the power.
  ['ln(a) * 100000', ['2'], ['2020-01-01 69314.71806']],
  ['exp(a)', ['20.5'], ['2020-01-01 799902177.47551']],
  ['ma(a / 3, 2)', ['1', '2', '3'], ['2020-02-01 0.50000', '2020-03-01 0.83333']],
])('%s of %j is right', (text, values, rows) => {
  expect(rowsOf(monthly(text, values))).toEqual(rows);
});

it.each<[FunctionName, string[], string, string]>([
  ['ma', ['c', 'd'], 'ma(c,4)', "'ma' needs a line and a whole number, for example ma(c,4)."],
  ['lag', ['c'], 'lag(c,1)', "'lag' needs a line and a whole number, for example lag(c,1)."],
  ['max', ['c', 'd', 'e'], 'max(c,d)', "'max' needs two lines or more, for example max(c,d)."],
  ['min', ['c'], 'min(c,0)', "'min' needs two lines or more, for example min(c,0)."],
  ['ln', [], 'ln(a)', "'ln' needs one line, for example ln(a)."],
  ['ma', [], 'ma(a,4)', "'ma' needs a line and a whole number, for example ma(a,4)."],
])('%s of the lines %j has the example %s', (name, letters, example, needs) => {
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
      // The page's moving average has the decimals of its values.
      const average = movingAverage(monthsOf('2020-01', ...values), n, MONTHS);
      const shown = monthly(`ma(a, ${n})`, values);
      expect(shown.days).toEqual(average.days);
      for (const [i, text] of average.values.entries())
        expect(Math.abs(Number(text) - Number(shown.values[i]))).toBeLessThanOrEqual(0.5);
    }),
    { numRuns: 50 },
  );
});

it('min, max, abs, ln and exp obey their laws', () => {
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
