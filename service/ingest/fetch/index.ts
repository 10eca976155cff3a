/** The door of fetching: getting publishers' files and importing them. */
export { type RefreshDatasetOptions, refreshDataset } from './refresh-dataset.ts';
export { SOURCES } from './sources.ts';
export { isRefreshable, type Refresh, type RefreshOptions, startRefresh } from './start-refresh.ts';
export type {
  FetchSettings,
  KeyedPublisher,
  KeyFor,
  RefreshEvent,
  RefreshOutcome,
  RefreshProgress,
  Source,
  Way,
} from './types.ts';
export { KEYED_PUBLISHERS } from './types.ts';
