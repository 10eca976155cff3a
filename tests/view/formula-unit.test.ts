import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseFormula } from '../../service/series-math/formula.ts';
import { formulaUnit } from '../../service/view/formula-lines.ts';

function unitOf(text: string, units: Record<string, string>): string {
  const parsed = parseFormula(text);
  if (!parsed.isRight) throw new Error(parsed.message);
  return formulaUnit(parsed.formula, new Map(parsed.variables.map((name) => [name, units[name] ?? ''])));
}

const PERCENTS = { a: '%', b: '%', c: '%', d: 'pp' };
it.each([
  ['a-b', 'pp'],
  ['a-b-(b-c)', 'pp'],
  ['a-lag(a,1)', 'pp'],
  ['abs(a-b)', 'pp'],
  ['max(a-b,0)', 'pp'],
  ['ma(a-b,4)', 'pp'],
  ['d+d', 'pp'],
  ['abs((-d-d)/2)', 'pp'],
  ['a', '%'],
  ['a+b', '%'],
  ['-a', '%'],
  ['a-b+c', '%'],
  ['a-d', '%'],
  ['max(a,b)', '%'],
  ['(a+b)/2', '%'],
  ['0.1*a+0.2*b+c*0.7', '%'],
  ['(a+b+c)/3', '%'],
  ['a/2', ''],
  // Basis points, which the formula does not say.
  ['(a-b)*100', ''],
  ['min(a-b,c)', ''],
  ['a/b', ''],
  ['a*b', ''],
  ['a^2', ''],
  ['ln(a)', ''],
  ['abs(a-2)', ''],
  ['abs((-a-b)/2)', '%'],
  ['abs(-a)-a', 'pp'],
  ['2*a+b', ''],
  ['a+b/2', ''],
  ['max(2*a,b)', ''],
  ['-abs(a)', '%'],
  ['2*a/2', '%'],
  ['-2*-a/2', '%'],
  ['a*-1', ''],
  ['a/0', ''],
])('%s of percents is in %j', (text, unit) => {
  expect(unitOf(text, PERCENTS)).toBe(unit);
});

it.each([
  ['a-b', '$ mn'],
  ['a+b', '$ mn'],
  ['min(a-b,a)', '$ mn'],
  ['(a+b)/2', '$ mn'],
  ['0.5*a+b*0.5', '$ mn'],
  ['2*a+b', ''],
  ['a+b/2', ''],
  ['abs((-a-b)/2)', '$ mn'],
  ['max(a,b)/2', ''],
  ['max(a-b,b-a)', '$ mn'],
  ['max(a+b,a)', '$ mn'],
  ['max(a,a,a/1000)', ''],
  ['max(a/1000,a)', ''],
  ['max(a+b,2*a)', ''],
  ['a/1000', ''],
  ['3', ''],
  ['a-c', ''],
])('%s of dollars is in %j', (text, unit) => {
  expect(unitOf(text, { a: '$ mn', b: '$ mn', c: '%' })).toBe(unit);
});

/** A formula as text, and as a function of the values of its lines. */
type Worked = { text: string; of: (values: readonly number[]) => number };

const { formula } = fc.letrec<{ formula: Worked }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(0, 1, 2).map((at) => ({
      text: 'abc'[at] as string,
      of: (values: readonly number[]) => values[at] as number,
    })),
    fc.tuple(tie('formula'), fc.constantFrom('+', '-'), tie('formula')).map(([left, sign, right]) => ({
      text: `(${left.text}${sign}${right.text})`,
      of: (values: readonly number[]) =>
        sign === '+' ? left.of(values) + right.of(values) : left.of(values) - right.of(values),
    })),
    fc.tuple(tie('formula'), fc.constantFrom(0.25, 0.5, 2, 4)).map(([one, by]) => ({
      text: `${one.text}*${by}`,
      of: (values: readonly number[]) => one.of(values) * by,
    })),
    fc.tuple(tie('formula'), tie('formula')).map(([left, right]) => ({
      text: `max(${left.text},${right.text})`,
      of: (values: readonly number[]) => Math.max(left.of(values), right.of(values)),
    })),
    tie('formula').map((one) => ({
      text: `abs(${one.text})`,
      of: (values: readonly number[]) => {
        // Percentages of the data are above zero; of calculated ones, such as 2 × 1 % − 13 %, abs may turn the sign.
        fc.pre('abc'.includes(one.text) || unitOf(one.text, PERCENTS) === 'pp');
        return Math.abs(one.of(values));
      },
    })),
  ),
}));

it('what is in percentage points stays the same where all percents rise by as much', () => {
  const values = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(formula, values, fc.integer({ min: 1, max: 64 }), ({ text, of }, before, rise) => {
      fc.pre(parseFormula(text).isRight && unitOf(text, PERCENTS) === 'pp');
      expect(of(before.map((value) => value + rise))).toBeCloseTo(of(before), 6);
    }),
  );
});
