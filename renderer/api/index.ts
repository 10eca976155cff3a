/** What other rooms use: all requests to the service, as hooks and functions. */
export {
  loadAccessScreen,
  useAccessActions,
  useApiKeys,
  useAssistantCommand,
  useKeyCalls,
  usePublisherKeys,
} from './access.ts';
export { useAppearance, useIsCalm, useRowHeight } from './appearance.ts';
export {
  calendarQuery,
  changesQuery,
  headlinesQuery,
  type ShortColumn,
  useBriefChanges,
  useCalendar,
  useHeadlines,
} from './brief.ts';
export { canNow, useCan, useCapabilities } from './capabilities.ts';
export { catalogQuery, heldSeriesOf, useCatalog } from './catalog.ts';
export { emptyColumn } from './columns.ts';
export { wideSeriesPath, wideYieldsPath } from './data-paths.ts';
export {
  allowing,
  loadDataScreen,
  useAutoRefresh,
  useBackUps,
  useCancelJobs,
  useDataState,
  useDismissIncident,
  useIncidents,
  useJobs,
  useMakeSample,
  useRefresh,
  useRefreshAnyway,
  useRefreshSettings,
  useRescue,
  useRunLog,
  useStorage,
  useUndoImport,
  useUploadWork,
} from './data-work.ts';
export {
  fileDialog,
  followCommands,
  menuActions,
  offerScreens,
  openDataFolder,
  showDownload,
  tellTheme,
  useChosenFile,
  useHandOverFile,
  useMenuAction,
  windowActions,
} from './desktop.ts';
export { csvPath, makeExport, makePublished, saveBlob, saveFrom } from './download.ts';
export { useEvents } from './events.ts';
export {
  explanationQuery,
  listExplanationQuery,
  useExplanation,
  useListExplanation,
  useRevisions,
} from './explanation.ts';
export { type ListFacts, listWords, type SaidOfFile, useFileWork } from './file-work.ts';
export { beginFirstRequests } from './first-requests.ts';
export { useHistories } from './history.ts';
export {
  hostStateQuery,
  useDiagnostics,
  useHasEnded,
  useHostState,
  useIsAway,
  useIsRestarting,
  useQuit,
  useRestartService,
  useServiceNews,
  useStateError,
} from './host-state.ts';
export { type ListAsk, useLists, useSameCompanies, useSetSameCompany } from './lists.ts';
export { loadCode } from './load-code.ts';
export { loadAhead, useObservations } from './observations.ts';
export { readCopy, showFirst } from './preferences-copy.ts';
export { createQueryClient } from './query-client.ts';
export { recentValuesQuery, useRecentValues } from './recent-values.ts';
export { ApiError, NoAnswer, SignInNeeded } from './request.ts';
export { restText } from './rest-text.ts';
export { signInKind } from './served-by.ts';
export { openSession } from './session.ts';
export {
  allOutgoing,
  loadSettingsScreen,
  useFileSettings,
  useOutgoing,
  usePortHolder,
  useSetSettings,
  useSettings,
} from './settings.ts';
export { useShared, useSharing } from './shared.ts';
export { useSideBySide } from './side-by-side.ts';
export { useStable, useStableAsks } from './stable.ts';
export { reportStartup } from './startup-marks.ts';
export {
  useTeam,
  useTeamActions,
  useTeamChoice,
  useTeamNews,
} from './team.ts';
export { signIn, signOut } from './team-session.ts';
export type { LoadProgress, Observations } from './types.ts';
export { loadTablesAhead, useWideTable } from './wide-table.ts';
export {
  fetchFrozenLines,
  freeName,
  freezeAddress,
  itemVersions,
  namesOf,
  newId,
  preferenceOf,
  preferencesOutside,
  preferencesQuery,
  savedQuery,
  useFrozenCheck,
  useItemVersions,
  usePreference,
  usePreferences,
  usePreferencesKnown,
  useRemoveItem,
  useSaved,
  useSaveItem,
  useSetPreferences,
  useWorkNews,
} from './work.ts';
