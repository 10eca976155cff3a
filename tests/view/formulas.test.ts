import fc from 'fast-check';
import { expect, it } from 'vitest';
import { US_EXPORTS } from '../../service/datasets/us_exports/definition.ts';
import { parseFormula } from '../../service/series-math/formula.ts';
import { AGGREGATIONS, UNITS } from '../../service/series-math/fred-codes.ts';
import type { ViewSearch } from '../../service/view/address.ts';
import { formulaUnit, hasFunctionOfPeriods } from '../../service/view/formula-lines.ts';
import { asksOf, linesOf } from '../../service/view/lines.ts';
import type { DateRange, PublishedColumn } from '../../service/view/types.ts';
import { column, months, QUITS, RANGE, show, weeks } from './some-columns.ts';
import { TODAY, viewOf } from './some-source.ts';

/** Formulas as lines: their values, their notes if they have no values, and their units. */

it('formulas are computed from the values shown, at the lowest frequency of their lines', () => {
  const claims = column(
    'ui_weekly_claims.initial_claims_sa',
    weeks('2024-01-06', 17),
    Array(17).fill('200000'),
  );
  const view = viewOf({
    series:
      'jolts.quits_level_sa:chg,jolts.hires_level_sa,ui_weekly_claims.initial_claims_sa,jolts.quits_rate_sa',
    formulas: 'a*1000/c+d-d',
  });
  const rate = column('jolts.quits_rate_sa', months(2024, 12), Array(12).fill('2.1'));
  // The second line is not used, and not loaded.
  const [, , , ratio] = linesOf(view, [QUITS, claims, rate], RANGE);
  expect(show(ratio)).toEqual(['2024-03-01 0.05000', '2024-04-01 0.05000']);
  expect(ratio?.notes).toEqual(['Initial claims, SA: weekly→monthly avg.']);
  expect(asksOf(view, RANGE, TODAY).map(({ range }) => range.from < RANGE.from)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

it('a formula has the same values whether or not the chart names its lowest frequency', () => {
  const claims = column(
    'ui_weekly_claims.initial_claims_sa',
    weeks('2023-01-07', 104),
    Array.from({ length: 104 }, (_, i) => String(200_000 + ((i * 7919) % 1000) * 10)),
  );
  const own = fc.tuple(fc.constantFrom(...UNITS), fc.constantFrom('', ':ma3'), fc.constantFrom('', ':chg'));
  const aggregation = fc.option(fc.constantFrom(...AGGREGATIONS), { nil: undefined });
  fc.assert(
    fc.property(
      own,
      aggregation,
      fc.constantFrom('b', 'b-a', 'b/a'),
      ([units, average, other], way, text) => {
        const search = {
          series: `jolts.quits_level_sa${other},ui_weekly_claims.initial_claims_sa:${units}${average}`,
          formulas: text === 'b' ? 'b+a-a' : text,
          index_date: '2023-05-01',
          ...(way && { aggregation: way }),
        };
        const [mixed, asked] = [search, { ...search, frequency: 'm' }].map(
          (one) => linesOf(viewOf(one), [QUITS, claims], { from: '2023-01-01', to: '2024-12-31' })[2],
        );
        expect(show(mixed)).toEqual(show(asked));
        expect(mixed?.unitText).toBe(asked?.unitText);
      },
    ),
  );
});

it('a formula of all export regions notes that they are not the total of the world', () => {
  const codes = US_EXPORTS.series.map(({ code }) => `us_exports.${code}`);
  const columns = codes.map((id) => column(id, ['2024-03-01'], ['1']));
  const sum = (letters: string) =>
    linesOf(viewOf({ series: codes.join(), formulas: letters.split('').join('+') }), columns, RANGE)[7];
  const words = 'The seven regions are not the total of the world.';
  expect(sum('abcdefg')?.notes).toContain(words);
  expect(sum('abcdef')?.notes).not.toContain(words);
});

it('formulas are recomputed when the numbers of one of their lines change', () => {
  const view = viewOf({ series: 'jolts.quits_level_sa,jolts.hires_level_sa', formulas: 'a+b' });
  const sum = (value: string) => {
    const hires = column('jolts.hires_level_sa', months(2024, 12), Array(12).fill(value));
    return show(linesOf(view, [QUITS, hires], RANGE)[2])?.[0];
  };
  expect([sum('1000'), sum('2000')]).toEqual(['2024-03-01 4140', '2024-03-01 5140']);
});

it('an empty formula has a note only after everything is loaded', () => {
  const view = viewOf({ series: 'jolts.quits_level_sa', formulas: 'a*2' });
  const nothing = { ...QUITS, days: new Int32Array(0), values: [], numbers: new Float64Array(0) };
  expect(linesOf(view, [nothing], RANGE, true)[1]?.notes).toEqual([]);
  expect(linesOf(view, [nothing], RANGE)[1]?.notes).toEqual([
    'There are no observations of Quits, level, SA.',
  ]);
});

it('a formula of two lines without a common date notes the dates of each', () => {
  const drawn = (search: ViewSearch, range: DateRange, columns: readonly PublishedColumn[]) =>
    linesOf(viewOf(search), columns, range);
  const A = column('jolts.quits_level_sa', months(2024, 12), Array(12).fill('1'));
  const early = column('jolts.hires_level_sa', months(2020, 3), ['1', '2', '3']);
  const notes = (formulas: string, series = `jolts.quits_level_sa,jolts.hires_level_sa`) =>
    drawn({ series, formulas }, RANGE, [A, early]).at(-1)?.notes;
  for (const formula of ['a-b', 'b-a', 'ma(a,2)+b'])
    expect(notes(formula)).toEqual([
      'Its lines have no date in common: a 2024-01-01 to 2024-12-01, b 2020-01-01 to 2020-03-01.',
    ]);
  expect(notes('a-b', `jolts.quits_level_sa,jolts.hires_level_sa:pc1`)).toEqual([
    'No value can be calculated from Hires, level, SA here.',
  ]);
  expect(
    drawn({ series: `jolts.quits_level_sa,yields.US10Y`, formulas: 'a-b' }, RANGE, [A]).at(-1)?.notes,
  ).toEqual(['Its series are not loaded.']);
  const nothing = column('yields.US10Y', [], []);
  expect(
    drawn({ series: `jolts.hires_level_sa,yields.US10Y,yields.US2Y`, formulas: 'a-b-c' }, RANGE, [
      early,
      nothing,
      { ...nothing, id: 'yields.US2Y' },
    ]).at(-1)?.notes,
  ).toEqual([
    'Treasury par yield, 10-year: daily→monthly avg.',
    'Treasury par yield, 2-year: daily→monthly avg.',
    'There are no observations of Treasury par yield, 10-year and Treasury par yield, 2-year.',
  ]);
});

it('a formula counts periods if it contains a function of periods', () => {
  const counts = (text: string) => {
    const parsed = parseFormula(text);
    return parsed.isRight && hasFunctionOfPeriods(parsed.formula);
  };
  const [are, areNot] = [
    '-lag(a,1) a+ma(a,2) ma(a,2)+a abs(ma(a,2)) max(a,lag(a,1))',
    'a -a max(a,1) 2 ln(a)',
  ];
  expect(are.split(' ').filter((text) => !counts(text))).toEqual([]);
  expect(areNot.split(' ').filter(counts)).toEqual([]);
});

function unitOf(text: string, units: Record<string, string>): string {
  const parsed = parseFormula(text);
  if (!parsed.isRight) throw new Error(parsed.message);
  return formulaUnit(parsed.formula, new Map(parsed.variables.map((name) => [name, units[name] ?? ''])));
}

const PERCENTS = { a: '%', b: '%', c: '%', d: 'pp' };
// (a-b)*100 is in basis points, but the formula's unit is left open.
it.each([
  ['pp', 'a-b a-b-(b-c) a-lag(a,1) abs(a-b) max(a-b,0) ma(a-b,4) d+d abs((-d-d)/2) abs(-a)-a'],
  [
    '%',
    'a a+b -a a-b+c a-d max(a,b) (a+b)/2 0.1*a+0.2*b+c*0.7 (a+b+c)/3 abs((-a-b)/2) -abs(a) 2*a/2 -2*-a/2',
  ],
  ['', 'a/2 (a-b)*100 min(a-b,c) a/b a*b a^2 ln(a) abs(a-2) 2*a+b a+b/2 max(2*a,b) a*-1 a/0'],
])('with lines in percent, the unit is %j for each of %s', (unit, texts) => {
  expect(texts.split(' ').filter((text) => unitOf(text, PERCENTS) !== unit)).toEqual([]);
});

it.each([
  ['$ mn', 'a-b a+b min(a-b,a) (a+b)/2 0.5*a+b*0.5 abs((-a-b)/2) max(a-b,b-a) max(a+b,a)'],
  ['', '2*a+b a+b/2 max(a,b)/2 max(a,a,a/1000) max(a/1000,a) max(a+b,2*a) a/1000 3 a-c'],
])('with lines in dollars, the unit is %j for each of %s', (unit, texts) => {
  const units = { a: '$ mn', b: '$ mn', c: '%' };
  expect(texts.split(' ').filter((text) => unitOf(text, units) !== unit)).toEqual([]);
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
        // Published percentages are positive; abs may change the sign of calculated ones (2 × 1 % − 13 %).
        fc.pre('abc'.includes(one.text) || unitOf(one.text, PERCENTS) === 'pp');
        return Math.abs(one.of(values));
      },
    })),
  ),
}));

it('values in percentage points stay the same if all percentages rise by the same amount', () => {
  const values = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(formula, values, fc.integer({ min: 1, max: 64 }), ({ text, of }, before, rise) => {
      fc.pre(parseFormula(text).isRight && unitOf(text, PERCENTS) === 'pp');
      expect(of(before.map((value) => value + rise))).toBeCloseTo(of(before), 6);
    }),
  );
});
