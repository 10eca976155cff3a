/** The door of fetching: getting publishers' files and importing them. */
export {
  isRefreshable,
  type RefreshDatasetOptions,
  type RefreshOptions,
  refreshDataset,
  startRefresh,
} from './start-refresh.ts';
export type {
  FetchSettings,
  KeyFor,
  RefreshEvent,
  RefreshOutcome,
  RefreshProgress,
} from './types.ts';
