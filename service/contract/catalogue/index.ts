import { UI_WEEKLY_CLAIMS } from './claims.ts';
import { CONSTITUENTS } from './constituents.ts';
import { US_DEBT } from './debt.ts';
import { US_EXPORTS } from './exports.ts';
import { JOLTS } from './jolts.ts';
import { PERSONAL_INCOME_AND_OUTLAYS } from './personal-income.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES } from './reserve-balances.ts';
import { UI_STATE_WEEKLY_CLAIMS } from './state-claims.ts';
import type { Dataset, Series } from './types.ts';
import { YIELDS } from './yields.ts';

export { YIELD_CODES, type YieldCode } from './yields.ts';

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
