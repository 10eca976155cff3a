/** The door of the room: what surrounds every screen. */

export { CommandLine } from './command-line.tsx';
export { ConflictDialog } from './conflict-dialog.tsx';
export { CopyText } from './copy-text.tsx';
export { GET_DATA, IMPORT_FILE, LOST_DATA } from './data-fragments.ts';
export { Dialog } from './dialog.tsx';
export { ErrorPage } from './error-page.tsx';
export { Frame } from './frame.tsx';
export { AddressLink, HelpLine, HelpLink } from './help-link.tsx';
export { LinkNotice } from './link-notice.tsx';
export { LoadFailed, LoadingContent } from './load-states.tsx';
export { LoadingScreen } from './loading-screen.tsx';
export { asNewChart } from './new-chart.ts';
export { NoDataView } from './no-data-view.tsx';
export { Notice } from './notice.tsx';
export { useOfferedActions } from './offered-actions.ts';
export { PastNotice } from './past-notice.tsx';
export { usePlainKeys } from './plain-keys.ts';
export { Screen, useScreenPage } from './screen.tsx';
export { useScreens } from './screens-context.ts';
export { ShortcutGroups } from './shortcut-sheet.tsx';
export { SidePanel } from './side-panel.tsx';
export { SideSections } from './side-sections.tsx';
export { sizeText } from './size-text.ts';
export { TakeTable } from './take-table.tsx';
export { TeamLine } from './team-line.tsx';
export { TileTable } from './tile-table.tsx';
export { useNewChart, useNewChartSearch } from './use-new-chart.ts';
