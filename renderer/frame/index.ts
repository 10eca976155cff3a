/** The room's exports: the frame around every screen. */

export { CommandLine, CopyText, TakeTable } from './copy-text.tsx';
export { ConflictDialog, Dialog, DialogButtons } from './dialog.tsx';
export { Frame } from './frame.tsx';
export { AddressLink, GET_DATA, HelpLine, HelpLink, IMPORT_FILE, LOST_DATA, NEW_KEY } from './help-link.tsx';
export { useOfferedActions, usePlainKeys, useScreens, useWindowFits } from './hooks.ts';
export { asNewChart, useExplore, useNewChart, useNewChartSearch } from './new-chart.ts';
export { NoDataView } from './no-data-view.tsx';
export {
  asOfSentence,
  LinkNotice,
  LoadFailed,
  LoadingContent,
  NO_VALUE,
  Notice,
  NoValue,
  noDataText,
  PastNotice,
  SmallButton,
  TeamLine,
} from './notice.tsx';
export { ShortcutGroups } from './rail.tsx';
export { ErrorPage, LoadingScreen, Screen, ScreenNotHere, useScreenPage } from './screen.tsx';
export { FoldedRow, SidePanel, SideSections } from './side-panel.tsx';
export { heldLists, shownFreshness, sizeText } from './texts.ts';
export { Columns, TileTable } from './tile-table.tsx';
