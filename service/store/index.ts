export { backUp, backUpPath, restore, storageOf } from './back-ups.ts';
export type {
  ChangedSeries,
  RevisedRow,
  Revision,
  RevisionPosition,
  RevisionQuery,
} from './changes.ts';
export {
  type Explanation,
  type ListProvenance,
  type ListVintage,
  type SeenMember,
  seenPlace,
  type ValueSeen,
  type ValueVintage,
} from './changes.ts';
export type { ConstituentPage, ConstituentWrite } from './constituent-lists.ts';
export { checkpoint, needsCheckpoint, WORK_OPTIONS } from './data-file.ts';
export { type FileWatch, removedFile, setAside, watchFiles } from './database-files.ts';
export { expectWritable, guarded, unwritable } from './failures.ts';
export { LOCK_FILE, lockFolder } from './folder-lock.ts';
export { inspectFolder, integrityOf, isCheckDue, noteCheck } from './integrity.ts';
export type { AbsentDays } from './observation-writes.ts';
export type { DatabaseOptions, Migration } from './open-database.ts';
export {
  type Database,
  isMemoryCopy,
  loadSqlite,
  openDatabase,
  openDatabaseOrCopy,
  type Statement,
} from './open-database.ts';
export type { ObservationPage, Position } from './pages.ts';
export {
  NO_ROWS,
  type ObservationRows,
  type ObservationText,
  observationTexts,
  rowsOfColumns,
  rowsOfTexts,
  type ValueColumn,
} from './pages.ts';
export { type Comparison, openPreview, type PublishPreview } from './preview.ts';
export { openReader, type Reader, type SeriesColumn } from './reader.ts';
export { rescue } from './rescue/index.ts';
export type { SeriesKey } from './row-checks.ts';
export type { PublishedRun } from './run-writes.ts';
export type {
  DatasetHolding,
  FetchNote,
  LastRun,
  RunResult,
  RunStart,
  SeriesHolding,
  StoredRun,
} from './runs.ts';
export type { SeriesSelection } from './series-index.ts';
export { openWriter, type Publish, type PublishMany, type Undo, type Writer } from './writer.ts';
