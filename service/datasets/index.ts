import type { PublisherWithKey } from '../contract/access.ts';
import { CONSTITUENTS } from './constituents/definition.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES } from './factors_affecting_reserve_balances/definition.ts';
import { JOLTS } from './jolts/definition.ts';
import { PERSONAL_INCOME_AND_OUTLAYS } from './personal_income_and_outlays/definition.ts';
import type { Definition, ListDefinition, Series } from './types.ts';
import { UI_STATE_WEEKLY_CLAIMS } from './ui_state_weekly_claims/definition.ts';
import { UI_WEEKLY_CLAIMS } from './ui_weekly_claims/definition.ts';
import { US_DEBT } from './us_debt/definition.ts';
import { US_EXPORTS } from './us_exports/definition.ts';
import { YIELDS } from './yields/definition.ts';

export { YIELD_CODES, type YieldCode } from './yields/definition.ts';

/** The datasets in the order of the API, the screens and a refresh. A new dataset needs a line here. */
const TABLE = [
  UI_WEEKLY_CLAIMS,
  JOLTS,
  UI_STATE_WEEKLY_CLAIMS,
  PERSONAL_INCOME_AND_OUTLAYS,
  US_EXPORTS,
  FACTORS_AFFECTING_RESERVE_BALANCES,
  US_DEBT,
  YIELDS,
  CONSTITUENTS,
] as const;

/** The id of a dataset; a `Record<DatasetId, …>` that lacks one does not compile. */
export type DatasetId = (typeof TABLE)[number]['id'];
export type Dataset = Definition<DatasetId>;

/** Every dataset, the economic-data group first. */
export const DATASETS: readonly Dataset[] = TABLE;

export const LISTS: readonly ListDefinition<DatasetId>[] = DATASETS.filter(
  (dataset) => dataset.kind === 'list',
);
/** The only observations of the market-data group. A long CSV without a column `dataset` is for them. */
export const MARKET_OBSERVATIONS = YIELDS;

/** Ids of the economic-data group, which are path suffixes of the API. */
export const ECONOMIC_DATASET_IDS: readonly DatasetId[] = DATASETS.filter(
  ({ group }) => group === 'economic-data',
).map(({ id }) => id);

const BY_ID: ReadonlyMap<string, Dataset> = new Map(DATASETS.map((dataset) => [dataset.id, dataset]));
const BY_CODE = new Map(
  DATASETS.flatMap((dataset) => dataset.series.map((series) => [`${dataset.id}/${series.code}`, series])),
);

/** @returns the series that publishers provide and the store holds: all except those computed here. */
export function storedSeries({ series }: Pick<Dataset, 'series'>): readonly Series[] {
  return series.filter(({ spread }) => spread === undefined);
}

/** @returns the dataset with this id (the API's path suffix), or `undefined`. */
export function findDataset(id: DatasetId): Dataset;
export function findDataset(id: string): Dataset | undefined;
export function findDataset(id: string): Dataset | undefined {
  return BY_ID.get(id);
}

/** @returns the series with this exact code; `undefined` also for lists under a user's own code. */
export function findSeries(datasetId: string, code: string): Series | undefined {
  return BY_CODE.get(`${datasetId}/${code}`);
}

/** @returns the dataset that a list belongs to; users' own codes belong to the constituents. */
export function datasetOfList(code: string): ListDefinition<DatasetId> {
  return LISTS.find(({ series }) => series.some((one) => one.code === code)) ?? CONSTITUENTS;
}

/** @returns whether the dataset is in the API's market-data group, which has its own paths and envelopes. */
export function isMarketData(id: DatasetId): boolean {
  return BY_ID.get(id)?.group === 'market-data';
}

/**
 * The datasets whose refresh sends a user's key to a publisher. Keys of BEA, Census and FRED are not used:
 * they go into the URL, where servers and proxies log them, and give nothing that is not in the public files.
 */
const KEYED = DATASETS.flatMap((dataset) =>
  dataset.kind === 'observations' && dataset.keyUses
    ? [{ id: dataset.id as string, uses: dataset.keyUses }]
    : [],
);

/** @returns the publishers to whom a refresh of the dataset can send a key. */
export function publishersWithKey(datasetId: string): readonly PublisherWithKey[] {
  const found = KEYED.find(({ id }) => id === datasetId);
  return found ? (Object.keys(found.uses) as PublisherWithKey[]) : [];
}

/** @returns a text for people on the use of a publisher's key; `null` if the key is not used. */
export function keyUse(publisher: PublisherWithKey): string | null {
  return KEYED.map(({ uses }) => uses[publisher]).find((use) => use !== undefined) ?? null;
}
