import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseView } from '../../renderer/view/parse-view.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { type ViewSearch, viewSearch } from '../../service/view/address.ts';
import { linesOf } from '../../service/view/lines.ts';
import { formulaName, lineName, linesText, listText } from '../../service/view/names.ts';
import { linesSearch, requestSearch } from '../../service/view/request.ts';
import { column } from './some-columns.ts';
import { everyChoice } from './some-views.ts';

const RANGE = { from: '2024-01-01', to: '2024-12-31' };
const titleOf = (search: ViewSearch) => {
  const { view } = parseView(search);
  const ids = search.series?.split(',').map((text) => text.split(':')[0] as string) ?? [];
  return linesText(
    linesOf(
      view,
      ids.map((id) => column(id, [], [])),
      RANGE,
    ),
  );
};
const yields = (...codes: string[]) => codes.map((code) => `yields.${code}`).join();
const claims = (...states: string[]) =>
  states.map((state) => `ui_state_weekly_claims.initial_claims.${state}`).join();

it.each([
  [['A'], 'A'],
  [['A', 'B'], 'A and B'],
  [['A', 'B', 'C'], 'A, B and C'],
  [['A, SA', 'B', 'C'], 'A, SA; B and C'],
])('lists %j as %s', (names, text) => {
  expect(listText(names)).toBe(text);
});

it.each([
  [yields('US10Y'), '', 'Treasury par yield, 10-year'],
  [yields('US10Y', 'US2Y'), '', 'Treasury par yields: 10-year, 2-year'],
  [yields('US10Y', 'US2Y'), 'a-b', 'Treasury par yields: 10-year, 2-year, 10-year − 2-year'],
  [
    yields('US10Y', 'US2Y'),
    'a-b:ma5,ma(b,2)',
    'Treasury par yields: 10-year, 2-year, 10-year − 2-year, ma(2-year, 2)',
  ],
  [claims('CA', 'TX', 'FL'), '', 'Initial claims, NSA: CA, TX, FL'],
  [claims('CA'), '', 'California: Initial claims, NSA'],
  ['jolts.quits_level_sa,jolts.hires_level_sa', '', 'Quits and Hires, level, SA'],
  ['jolts.quits_level_sa,jolts.quits_rate_sa', '', 'Quits, SA: level, rate'],
  ['jolts.quits_level_sa,yields.US2Y', '', 'Quits, level, SA and Treasury par yield, 2-year'],
  ['us_debt.debt_held_by_public,us_exports.asia', '', 'Debt held by the public and Exports to Asia'],
  [
    'us_exports.asia,us_exports.europe,us_exports.africa,us_exports.north_america,us_exports.south_america',
    '',
    'Exports to Asia, Exports to Europe, Exports to Africa and 2 more',
  ],
])('a chart of %s %s is called %s', (series, formulas, title) => {
  expect(titleOf({ series, ...(formulas !== '' && { formulas }) })).toBe(title);
});

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

it('a formula whose name would be too long has letters, and says in a note what they are', () => {
  const codes = ['term_deposits', 'other_deposits'].map(
    (code) => `factors_affecting_reserve_balances.${code}_held_by_depository_institutions`,
  );
  const series = codes.map((id) => `${id}:pc1`).join();
  const { view } = parseView({ series, formulas: 'a-b+lag(a,1)-lag(b,1)' });
  const lines = linesOf(
    view,
    codes.map((id) => column(id, [], [])),
    RANGE,
  );
  expect(lines[2]?.title).toBe('a − b + lag(a, 1) − lag(b, 1)');
  expect(lines[2]?.notes[0]).toBe(
    'a is Term deposits held by depository institutions, % yr ago; b is Other deposits held by depository institutions, % yr ago.',
  );
});

it('a line can have a name of the user’s own, which a formula of it takes too', () => {
  const search = {
    series: yields('US10Y', 'US2Y'),
    formulas: 'a-b,b-a',
    names: 'd:Spread, plain,b:Two, or so',
  };
  const { view, problems } = parseView(search);
  expect(problems).toEqual([]);
  expect(
    linesOf(view, [column('yields.US10Y', [], []), column('yields.US2Y', [], [])], RANGE).map(
      ({ title }) => title,
    ),
  ).toEqual([
    'Treasury par yield, 10-year',
    'Two, or so',
    '(Treasury par yield, 10-year) − (Two, or so)',
    'Spread, plain',
  ]);
  expect(viewSearch(view).names).toBe('b:Two, or so,d:Spread, plain');
  // Names are of the lines: the request has them, with the letters that they go by.
  expect(linesSearch({ ...view, series: view.series.slice(1), formulas: [] })).toMatchObject({
    names: 'b:Two, or so',
    colours: '1',
  });
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

it('formulas alone, of which every series is hidden, are listed by their names', () => {
  const { view } = parseView({ series: `${yields('US10Y')}:hidden`, formulas: 'a*2,a/3' });
  const lines = linesOf(view, [column('yields.US10Y', [], [])], RANGE);
  const shown = lines.filter(({ hidden }) => !hidden);
  expect(shown).toHaveLength(2);
  expect(linesText(shown)).toBe(listText(shown.map(({ title }) => title)));
});

it('the lines of a series that stands several times keep their letters where a request leaves out a hidden one', () => {
  const lettersOf = (series: string) => requestSearch(parseView({ series }).view, RANGE).colours;
  expect(lettersOf('yields.US10Y:hidden,yields.US10Y,yields.US10Y')).toBe('1,2');
  expect(lettersOf('yields.US10Y:hidden,yields.US10Y,yields.US2Y')).toBeUndefined();
});
