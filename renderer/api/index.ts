/** The room's exports: all requests to the service, as hooks and functions. */

export * from './app-state.ts';
export * from './catalog.ts';
export * from './data-work.ts';
export * from './desktop.ts';
export * from './download.ts';
export * from './events.ts';
export {
  loadTablesAhead,
  recentValuesQuery,
  useHistories,
  useRecentValues,
  useSideBySide,
  useWideTable,
} from './history.ts';
export {
  emptyColumn,
  type LoadProgress,
  loadAhead,
  type Observations,
  restText,
  useObservations,
  useStable,
  useStableAsks,
} from './observations.ts';
export { wideSeriesPath, wideYieldsPath } from './pages.ts';
export { ApiError, createQueryClient, loadCode, NoAnswer, SignInNeeded } from './request.ts';
export { beginFirstRequests, openSession, readCopy, showFirst, signInKind } from './session.ts';
export * from './settings.ts';
export * from './team.ts';
export * from './work.ts';
