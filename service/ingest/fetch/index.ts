/** The door of fetching: getting publishers' files and importing them. */
export { type RefreshDatasetOptions, refreshDataset } from './refresh-dataset.ts';
export { isRefreshable, type Refresh, type RefreshOptions, startRefresh } from './start-refresh.ts';
export type {
  FetchSettings,
  KeyFor,
  RefreshEvent,
  RefreshOutcome,
  RefreshProgress,
} from './types.ts';
