import { CONSTITUENTS } from './constituents/definition.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES } from './factors_affecting_reserve_balances/definition.ts';
import { JOLTS } from './jolts/definition.ts';
import { PERSONAL_INCOME_AND_OUTLAYS } from './personal_income_and_outlays/definition.ts';
import type { Dataset, Series } from './types.ts';
import { UI_STATE_WEEKLY_CLAIMS } from './ui_state_weekly_claims/definition.ts';
import { UI_WEEKLY_CLAIMS } from './ui_weekly_claims/definition.ts';
import { US_DEBT } from './us_debt/definition.ts';
import { US_EXPORTS } from './us_exports/definition.ts';
import { YIELDS } from './yields/definition.ts';

export { YIELD_CODES, type YieldCode } from './yields/definition.ts';

/** The seven path suffixes of the economic-data group, in the order of api.md. */
export const ECONOMIC_DATASET_IDS = [
  'ui_weekly_claims',
  'jolts',
  'ui_state_weekly_claims',
  'personal_income_and_outlays',
  'us_exports',
  'factors_affecting_reserve_balances',
  'us_debt',
] as const;

/** Every dataset: the economic ones in the order of api.md, then yields and constituents. */
export const DATASETS: readonly Dataset[] = [
  UI_WEEKLY_CLAIMS,
  JOLTS,
  UI_STATE_WEEKLY_CLAIMS,
  PERSONAL_INCOME_AND_OUTLAYS,
  US_EXPORTS,
  FACTORS_AFFECTING_RESERVE_BALANCES,
  US_DEBT,
  YIELDS,
  CONSTITUENTS,
];

const BY_ID = new Map(DATASETS.map((dataset) => [dataset.id, dataset]));
const BY_CODE = new Map(
  DATASETS.flatMap((dataset) => dataset.series.map((series) => [`${dataset.id}/${series.code}`, series])),
);

/** @returns the dataset with this id (the API's path suffix), or `undefined`. */
export function findDataset(id: string): Dataset | undefined {
  return BY_ID.get(id);
}

/**
 * @returns the series of a dataset by its exact code, or `undefined`. Constituents imported under a code of the user's
 * own are not in the catalogue and give `undefined`.
 */
export function findSeries(datasetId: string, code: string): Series | undefined {
  return BY_CODE.get(`${datasetId}/${code}`);
}
