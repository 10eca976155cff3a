import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseView } from '../../renderer/view/parse-view.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { formulaName, lineName } from '../../service/view/names.ts';
import { everyChoice } from './some-views.ts';

const yields = (...codes: string[]) => codes.map((code) => `yields.${code}`).join();
const claims = (...states: string[]) =>
  states.map((state) => `ui_state_weekly_claims.initial_claims.${state}`).join();

it.each([
  ['a-b', '10-year − 2-year, Treasury par yields'],
  ['(a-b)/c*100', '((Treasury par yield, 10-year) − (Treasury par yield, 2-year)) ÷ Quits × 100'],
  ['ma(a,4)', 'ma(10-year, 4), Treasury par yields'],
  ['c/1000', 'Quits ÷ 1000'],
  ['a/c', '(Treasury par yield, 10-year) ÷ Quits'],
  ['2+2', '2+2'],
  ['a-z', 'a-z'],
])('the formula %s is called %s', (text, name) => {
  const { view } = parseView({ series: `${yields('US10Y', 'US2Y')},jolts.quits_level_sa` });
  expect(formulaName(view, text)).toBe(name);
});

it.each([
  [{ series: 'jolts.job_openings_level_sa:pc1', formulas: 'a/2' }, '(Job openings, % yr ago) ÷ 2'],
  [{ series: 'jolts.job_openings_level_sa', units: 'pc1', formulas: 'a/2' }, '(Job openings, % yr ago) ÷ 2'],
  [
    { series: 'jolts.quits_level_sa:pc1,jolts.hires_rate_sa', formulas: 'a-b' },
    '(Quits, % yr ago) − (Hires, rate)',
  ],
  [
    { series: `${yields('US10Y')}:chg,${yields('US2Y')}`, formulas: 'a-b' },
    '(10-year, Chg) − 2-year, Treasury par yields',
  ],
  // Percent changes of a difference mean nothing: its levels are in the formula.
  [
    { series: yields('US10Y_US2Y'), units: 'pc1', formulas: 'abs(a)' },
    'abs((Yield spread, 10-year less 2-year))',
  ],
  [
    { series: `${claims('CA')},ui_weekly_claims.initial_claims_nsa`, formulas: 'a/b*100' },
    '(California: Initial claims, NSA) ÷ (US: Initial claims, NSA) × 100',
  ],
  [
    { series: `${claims('CA')}:pc1,ui_weekly_claims.initial_claims_sa:pc1`, formulas: 'a-b' },
    '(California: Initial claims, NSA, % yr ago) − (US: Initial claims, % yr ago)',
  ],
  [
    { series: `${claims('CA')}:pc1,${claims('TX')}`, formulas: 'a/b' },
    '(CA, % yr ago) ÷ TX, Initial claims, NSA',
  ],
  [
    { series: 'ui_weekly_claims.initial_claims_sa,ui_weekly_claims.initial_claims_nsa', formulas: 'a/b' },
    'Initial claims ÷ (Initial claims, NSA)',
  ],
])('the formula of %o names its lines with their units', (search, name) => {
  const { view } = parseView(search);
  expect(formulaName(view, search.formulas)).toBe(name);
});

it('no two series have one name in a formula', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...everyChoice),
      fc.constantFrom(...everyChoice),
      fc.constantFrom('lin', 'pc1', 'log'),
      (one, other, units) => {
        fc.pre(seriesId(one) !== seriesId(other));
        const { view } = parseView({ series: `${seriesId(one)},${seriesId(other)}`, units });
        expect(formulaName(view, 'a/b')).not.toBe(formulaName(view, 'b/a'));
        expect(formulaName(view, 'a/b')).not.toContain('level, SA');
      },
    ),
  );
});

it('a name is one line that an address can hold: read again it is the same', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.constantFrom('', ',b:', ',b:c,a:'),
      (text, odd) => {
        const name = lineName(text + odd + text);
        fc.pre(name !== undefined);
        expect(lineName(name as string)).toBe(name);
        const { view, problems } = parseView({ series: yields('US10Y', 'US2Y'), names: `a:${name},b:B` });
        expect(problems).toEqual([]);
        expect([...view.series].map(({ style }) => style.name)).toEqual([name, 'B']);
      },
    ),
  );
});
