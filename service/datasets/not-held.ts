import { FACTORS_AFFECTING_RESERVE_BALANCES } from './factors_affecting_reserve_balances/definition.ts';
import { namedState } from './find-choices.ts';
import type { DatasetId } from './index.ts';
import { JOLTS } from './jolts/definition.ts';
import { PERSONAL_INCOME_AND_OUTLAYS } from './personal_income_and_outlays/definition.ts';
import type { SeriesChoice } from './series-choice.ts';
import { UI_STATE_WEEKLY_CLAIMS } from './ui_state_weekly_claims/definition.ts';
import { UI_WEEKLY_CLAIMS } from './ui_weekly_claims/definition.ts';
import { US_DEBT } from './us_debt/definition.ts';
import { US_EXPORTS } from './us_exports/definition.ts';
import { YIELDS } from './yields/definition.ts';

/** Subjects that people look for and the catalogue does not have, with the nearest series that it has. */

type NotHeld = {
  words: RegExp;
  /** Words that mean a series which Almanac does hold. */
  exceptWords?: RegExp;
  /** The text after 'Almanac has no'. */
  name: string;
  near: readonly (readonly [DatasetId, ...codes: string[]])[];
};

const INCOME = [PERSONAL_INCOME_AND_OUTLAYS.id, 'total_personal_income'] as const;
const FED = FACTORS_AFFECTING_RESERVE_BALANCES.id;

const WANTED: readonly NotHeld[] = [
  { words: /gdp\w*|gnp|gross (domestic|national) product|economic growth/, name: 'GDP', near: [INCOME] },
  {
    words:
      /(core )?(cpi|ppi|pce)|inflation( rate)?|(consumer|producer) prices?( index)?|price index|cost of living/,
    exceptWords: /compensation|indexed|protected|accrual/,
    name: 'inflation rate and no price index, such as the CPI',
    near: [
      [FED, 'treasury_inflation_compensation', 'treasury_notes_bonds_inflation_indexed'],
      [YIELDS.id, 'US10Y'],
    ],
  },
  {
    words: /break-?evens?|real (yields?|rates?)/,
    name: 'real yields and no expected inflation',
    near: [
      [YIELDS.id, 'US10Y'],
      [FED, 'treasury_notes_bonds_inflation_indexed'],
    ],
  },
  {
    words: /(fed|federal) funds?|fedfunds|dff|effr|sofr|(policy|prime|interbank) rates?/,
    name: 'federal funds rate and no rate of banks',
    near: [
      [YIELDS.id, 'US1M', 'US3M'],
      [FED, 'reverse_repurchase_agreements'],
    ],
  },
  {
    words: /(unemployment|jobless(ness)?) rates?|unrate/,
    exceptWords: /insured/,
    name: 'unemployment rate',
    near: [
      [UI_WEEKLY_CLAIMS.id, 'continued_claims_sa', 'initial_claims_sa'],
      [UI_STATE_WEEKLY_CLAIMS.id, 'insured_unemployment_rate'],
      [JOLTS.id, 'job_openings_unemployed_ratio_sa'],
    ],
  },
  {
    words:
      /pay-?rolls?|non-?farm|nfp|adp|employment|jobs report|job (growth|gains)|labou?r force|participation( rate)?/,
    exceptWords: /covered|insured/,
    name: 'payrolls and no survey of employment',
    near: [
      [JOLTS.id, 'hires_level_sa', 'job_openings_level_sa'],
      [UI_WEEKLY_CLAIMS.id, 'initial_claims_sa'],
      [UI_STATE_WEEKLY_CLAIMS.id, 'covered_employment'],
    ],
  },
  {
    words: /mortgages?( rates?)?|home loans?/,
    exceptWords: /backed|securities/,
    name: 'mortgage rates',
    near: [
      [YIELDS.id, 'US10Y', 'US30Y'],
      [FED, 'mortgage_backed_securities'],
    ],
  },
  {
    words: /(house|home|housing|property) (prices?|sales|starts)|housing|real estate|rents?|case.shiller/,
    name: 'house prices and no figures of building',
    near: [
      [FED, 'mortgage_backed_securities'],
      [YIELDS.id, 'US30Y'],
    ],
  },
  {
    words:
      /retail sales|(consumer|personal|household) (spending|consumption|expenditures?)|savings? rates?|disposable income/,
    name: 'spending and no saving of households',
    near: [INCOME],
  },
  {
    words: /m[12]|money (supply|stock)|monetary base/,
    name: 'money supply',
    near: [[FED, 'other_deposits_held_by_depository_institutions', 'treasury_general_account']],
  },
  {
    words: /imports|trade (balance|deficit)|current account|exchange rates?|dollar index|dxy/,
    name: 'imports, no trade balance and no exchange rates',
    near: [[US_EXPORTS.id, 'asia', 'europe', 'north_america']],
  },
  {
    words: /(budget|federal|fiscal) (deficit|surplus|spending|revenues?)|tax(es)?( revenues?| receipts)?/,
    name: 'federal budget',
    near: [
      [US_DEBT.id, 'total_public_debt_outstanding'],
      [FED, 'treasury_general_account'],
    ],
  },
];

const FINDS = WANTED.map((one) => ({ ...one, words: new RegExp(`\\b(${one.words.source})\\b`, 'i') }));

/** @returns the subject that Almanac lacks, and series near it: for the query's state, else for `state`. */
export function notHeld(
  query: string,
  state: string,
): { sentence: string; near: readonly SeriesChoice[] } | undefined {
  const wanted = FINDS.find(({ words, exceptWords }) => words.test(query) && !exceptWords?.test(query));
  if (!wanted) return undefined;
  const meant = namedState(query)?.state ?? state;
  const near = wanted.near.flatMap(([dataset, ...codes]) =>
    codes.map((code) => ({ dataset, code, area: dataset === UI_STATE_WEEKLY_CLAIMS.id ? meant : '' })),
  );
  return { sentence: `Almanac has no ${wanted.name}. Nearest series:`, near };
}
