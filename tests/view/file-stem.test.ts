import { expect, it } from 'vitest';
import { fileStem, linesOf, readView, safeFileText, type ViewSearch } from '../../service/view/index.ts';
import { column } from './some-columns.ts';
import { TODAY } from './some-source.ts';

/** Names of files: what they hold, in signs that every file system takes, and not too long. */

const RANGE = { from: '2024-01-01', to: '2024-12-31' };

function stemOf(search: ViewSearch, isSample = false): string {
  const { view } = readView(search, TODAY);
  const columns = view.series.map(({ choice: { dataset, code, area } }) =>
    column([dataset, code, area].filter(Boolean).join('.'), [], []),
  );
  return fileStem(
    linesOf(view, columns, RANGE).filter(({ hidden }) => !hidden),
    RANGE,
    isSample,
  );
}

const CLAIMS = 'ui_state_weekly_claims.initial_claims';
const H41 = 'factors_affecting_reserve_balances';
it.each([
  [
    { series: 'jolts.job_openings_level_sa:pc1' },
    'JOLTS job openings, level, SA, percent change from year ago, monthly, 2024-01-01 to 2024-12-31',
  ],
  [
    { series: 'jolts.quits_level_sa,jolts.hires_level_sa' },
    'JOLTS quits and Hires, level, SA, thousands, monthly, 2024-01-01 to 2024-12-31',
  ],
  [
    { series: 'yields.US10Y,yields.US2Y', formulas: 'a-b' },
    'Treasury par yields - 10-year, 2-year, 10-year - 2-year, percent and pp, daily, 2024-01-01 to 2024-12-31',
  ],
  [
    { series: 'yields.US10Y:chg,jolts.quits_rate_sa:q' },
    'Treasury par yield, 10-year and Quits, rate, SA, change, pp and percent, daily, quarterly, 2024-01-01 to 2024-12-31',
  ],
  [
    { series: 'yields.US10Y,jolts.quits_level_sa,ui_weekly_claims.initial_claims_sa' },
    'Treasury par yield, 10-year; Quits, level, SA and Initial, several units, daily, monthly, weekly, 2024-01-01 to 2024-12-31',
  ],
  [
    { series: 'us_debt.debt_held_by_public,us_exports.asia' },
    'Debt held by the public and Exports to Asia, dollars and million dollars, daily, monthly, 2024-01-01 to 2024-12-31',
  ],
  // Cut after a comma.
  [
    { series: 'jolts.quits_level_sa:ma3', names: `a:${'x'.repeat(40)}, yyyyyyyy` },
    `${'x'.repeat(40)}, thousands, average of the last 3 observations, monthly, 2024-01-01 to 2024-12-31`,
  ],
  [
    { series: 'us_debt.debt_held_by_public:chg' },
    'Debt held by the public, change, dollars, daily, 2024-01-01 to 2024-12-31',
  ],
  [
    { series: 'us_debt.debt_held_by_public:log' },
    'Debt held by the public, natural log of dollars, daily, 2024-01-01 to 2024-12-31',
  ],
  [
    { series: `${H41}.treasury_securities_total` },
    'H.4.1 US Treasury securities held, total, million dollars, weekly, 2024-01-01 to 2024-12-31',
  ],
  [
    { series: `${H41}.loans:chg,jolts.quits_level_sa` },
    'Loans and Quits, level, SA, change, million dollars and thousands, weekly, monthly, 2024-01-01 to 2024-12-31',
  ],
  [
    { series: 'jolts.quits_level_sa:hidden', formulas: 'a*a/2' },
    'Quits x Quits per 2, monthly, 2024-01-01 to 2024-12-31',
  ],
  [
    { series: 'jolts.quits_level_sa', names: 'a:Löhne: 50 % × “1÷2” ²' },
    'Lohne - 50 percent x -1per2- 2, thousands, monthly, 2024-01-01 to 2024-12-31',
  ],
  [{ series: 'jolts.quits_level_sa', names: 'a:§§§' }, 'chart, thousands, monthly, 2024-01-01 to 2024-12-31'],
  [{ series: 'jolts.quits_level_sa:hidden' }, 'chart, 2024-01-01 to 2024-12-31'],
  [
    { series: 'jolts.quits_level_sa:ma3', average: '4' },
    'JOLTS quits, level, SA, thousands, average of the last 3 observations, monthly, 2024-01-01 to 2024-12-31',
  ],
  [
    { series: 'jolts.quits_level_sa:q:nbd:2020-02-01', formulas: 'a/2:ma2' },
    'Quits, level, SA and (Quits, Index) per 2, index, quarterly, 2024-01-01 to 2024-12-31',
  ],
  [
    { series: `${CLAIMS}.CA,${CLAIMS}.TX:m` },
    'Initial claims, NSA - CA, TX, claims, weekly, monthly, 2024-01-01 to 2024-12-31',
  ],
  [
    {
      series: `${H41}.term_deposits_held_by_depository_institutions,${H41}.other_deposits_held_by_depository_institutions,${H41}.loans`,
    },
    'H.4.1 term deposits held by depository institutions, Other deposits held by, million dollars, weekly, 2024-01-01 to 2024-12-31',
  ],
  [
    {
      series:
        'personal_income_and_outlays.total_personal_income:cca,personal_income_and_outlays.total_personal_income:pca',
    },
    'Personal income, SA at annual rates, ln annual, continuously compounded annual rate of, monthly, 2024-01-01 to 2024-12-31',
  ],
])('%j is %s', (search, stem) => {
  expect(stemOf(search)).toEqual(stem);
});

it('says of sample data that they are', () => {
  expect(stemOf({ series: 'yields.US10Y' }, true)).toBe(
    'Treasury par yield, 10-year, percent, daily, 2024-01-01 to 2024-12-31, sample',
  );
  expect(stemOf({ series: 'yields.US10Y' })).toBe(
    'Treasury par yield, 10-year, percent, daily, 2024-01-01 to 2024-12-31',
  );
});

it('ends a long name with a whole word, and not with ‘and’', () => {
  const named = (name: string) =>
    stemOf({ series: 'jolts.quits_level_sa:q,jolts.hires_level_sa', names: `a:${name},b:b` });
  const rest = ', thousands, quarterly, monthly, 2024-01-01 to 2024-12-31';
  // With what follows, 71 characters are as many as there may be.
  expect(named('a'.repeat(65))).toBe(`${'a'.repeat(65)} and b${rest}`);
  expect(named('a'.repeat(66))).toBe(`${'a'.repeat(66)}${rest}`);
  expect(named('abcdefghi '.repeat(8))).toBe(`${'abcdefghi '.repeat(7).trim()}${rest}`);
});

it.each([
  ['a ÷ b × 2 − 1 %', 'a per b x 2 - 1 percent'],
  ['A: b', 'A - b'],
  ['é ñ Ü ﬁ ½', 'e n U fi 1-2'],
  ['a/b\\c*d?e"f<g>h|i', 'a-b-c-d-e-f-g-h-i'],
  [' .,;-a  b\tc-;,. ', 'a b-c'],
  ["R&D (it's) +1 = 2; x_y", "R&D (it's) +1 = 2; x_y"],
  ['§', ''],
])('%j is safe as %j', (text, safe) => {
  expect(safeFileText(text)).toEqual(safe);
});
