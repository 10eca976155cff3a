import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Formula, parseFormula, printFormula, VARIABLES } from '../../service/series-math/formula.ts';
import { formulaValues, isExact } from '../../service/series-math/formula-values.ts';
import { withoutPause } from '../../service/series-math/formula-work.ts';
import { anyValue, calculated, MONTHS, monthsOf, rowsOf, seriesOf, tenThousandths, WEEKS } from './series.ts';

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

describe('reading a formula', () => {
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
  ])('reads %s as %s', (text, printed) => {
    expect(printFormula(parsed(text))).toBe(printed);
  });

  it('names the series in it', () => {
    expect(parseFormula('c + a / c')).toMatchObject({ isRight: true, variables: ['a', 'c'] });
  });

  it.each([
    ['', 0, /is empty/],
    ['   ', 0, /is empty/],
    ['a +', 3, /ends too early/],
    ['a b', 2, /'b' cannot stand here.*Write the sign between them, for example \* b/],
    ['2a', 1, /for example \* a/],
    ['(a - b', 6, /'\)' is missing for the '\(' at character 1/],
    ['a)', 1, /closes nothing/],
    ['a * / b', 4, /'\/' cannot stand here: a series/],
    ['a + rate', 4, /'rate' is not a series of this formula. There are: a, b/],
    ['a + c', 4, /There are: a, b\./],
    ['a; b', 1, /';' cannot stand here/],
    ['a.b', 1, /'\.' cannot stand here/],
    ['1e5', 1, /'e5'/],
    ['constructor', 0, /not a series/],
    [
      'a + mean(b)',
      4,
      /^There is no function 'mean'\. Did you mean min\?$|^There is no function 'mean'\. There are: ma, lag, min, max, abs, ln, exp\.$/,
    ],
    ['lags(a, 1)', 0, /^There is no function 'lags'\. Did you mean lag\?$/],
    ['constructor(a)', 0, /^There is no function 'constructor'\. There are: ma, lag, /],
    ['ma(a)', 0, /^'ma' needs a line and a whole number, for example ma\(a,4\)\.$/],
    ['ma(a, b)', 0, /^'ma' needs a line and a whole number/],
    ['ma(a, 0)', 0, /^'ma' needs a line and a whole number/],
    ['ma(a, 2.5)', 0, /^'ma' needs a line and a whole number/],
    ['ma(a, 4, 5)', 0, /^'ma' needs a line and a whole number/],
    ['b - lag', 4, /^'lag' needs a line and a whole number, for example lag\(a,1\)\.$/],
    ['lag(a, -1)', 0, /^'lag' needs a line and a whole number/],
    ['min(a)', 0, /^'min' needs two lines or more, for example min\(a,b\)\.$/],
    ['ln()', 0, /^'ln' needs one line, for example ln\(a\)\.$/],
    ['abs(a, b)', 0, /^'abs' needs one line/],
    ['max(a, b', 8, /^'\)' is missing for 'max\('\.$/],
    ['max(a, )', 0, /^'max' needs two lines or more/],
    [`${'('.repeat(60)}a${')'.repeat(60)}`, 50, /at most 50 parentheses/],
    ['a+'.repeat(400), 500, /at most 500 characters/],
  ])('says of %s where it is wrong: character %d', (text, at, message) => {
    const found = parseFormula(text, ['a', 'b']);
    expect(found).toMatchObject({ isRight: false, at });
    if (!found.isRight) expect(found.message).toMatch(message);
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

  it('reports a mistake for any wrong text and never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const found = parseFormula(text);
        if (!found.isRight) expect(found.at).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('calculating a formula', () => {
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
    // In floating point the last ten digits would be wrong.
    ['a^3', { a: '36104343213.10' }, '47062863399231134667308246243904.09100'],
    ['a^0.5', { a: '2' }, '1.41421'],
    ['0^0', {}, '1.00000'],
    ['a / b', { a: '1', b: '0.00' }, undefined],
    ['0^(-1)', {}, undefined],
    ['a^0.5', { a: '-2' }, undefined],
    ['(10^300)^300', {}, undefined],
    ['a + b', { a: '1' }, undefined],
  ])('%s of %o is %s', (text, values, result) => {
    expect(resultOf(text, values)).toBe(result);
  });

  it('is exact without / and ^', () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
        const value = resultOf('a - b + c', { a, b, c }) as string;
        expect(tenThousandths(value)).toBe(tenThousandths(a) - tenThousandths(b) + tenThousandths(c));
      }),
    );
    expect([isExact(parsed('a-b*2')), isExact(parsed('a/2'))]).toEqual([true, false]);
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

  it('leaves a date out where one of its series has no value', () => {
    const a = monthsOf('2024-01', '10', '20', '', '40');
    const b = monthsOf('2024-02', '1', '2', '4');
    const series = [a, b].map((one) => ({ series: one, cadence: MONTHS, method: 'avg' as const }));
    const found = calculated(parsed('a / b'), ['a', 'b'], series);
    expect(rowsOf(found.series)).toEqual(['2024-02-01 20.00000', '2024-04-01 10.00000']);
    expect(found.notes).toEqual([]);
  });

  it('uses unrounded means, and then has five decimals', () => {
    const weeks = seriesOf('2024-01-06 10', '2024-01-13 10', '2024-01-20 11');
    const given = [
      { series: monthsOf('2024-01', '5'), cadence: MONTHS, method: 'avg' as const },
      { series: weeks, cadence: WEEKS, method: 'avg' as const },
    ];
    const of = (text: string, method: 'avg' | 'eop' = 'avg') =>
      calculated(
        parsed(text),
        ['a', 'b'],
        given.map((one) => ({ ...one, method })),
      ).series.values;
    expect(of('b - a')).toEqual(['5.33333']);
    expect(of('b / a')).toEqual(['2.06667']);
    expect(of('b - a', 'eop')).toEqual(['6']);
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
