export type { AbsentDays } from './absent-days.ts';
export { backUp, backUpPath, restore, storageOf } from './back-ups.ts';
export type {
  ChangedSeries,
  RevisedRow,
  Revision,
  RevisionPosition,
  RevisionQuery,
} from './changes.ts';
export { checkpoint, needsCheckpoint } from './checkpoint.ts';
export type { ConstituentPage, ConstituentWrite } from './constituent-lists.ts';
export { type FileWatch, removedFile, setAside, watchFiles } from './database-files.ts';
export {
  type Explanation,
  type ListProvenance,
  type ListVintage,
  type SeenMember,
  seenPlace,
  type ValueSeen,
  type ValueVintage,
} from './explanations.ts';
export { expectWritable, guarded, unwritable } from './failures.ts';
export type { FetchNote } from './fetches.ts';
export { LOCK_FILE, lockFolder } from './folder-lock.ts';
export type { DatasetHolding, SeriesHolding } from './holdings.ts';
export { inspectFolder, integrityOf, isCheckDue, noteCheck } from './integrity.ts';
export { isMemoryCopy } from './memory-copy.ts';
export type { DatabaseOptions, Migration } from './migrate.ts';
export {
  NO_ROWS,
  type ObservationRows,
  type ObservationText,
  observationTexts,
  rowsOfColumns,
  rowsOfTexts,
  type ValueColumn,
} from './observation-rows.ts';
export {
  type Database,
  loadSqlite,
  openDatabase,
  openDatabaseOrCopy,
  type Statement,
} from './open-database.ts';
export type { ObservationPage, Position } from './pages.ts';
export { type Comparison, openPreview, type PublishPreview } from './preview.ts';
export { openReader, type Reader, type SeriesColumn } from './reader.ts';
export { rescue } from './rescue/index.ts';
export type { SeriesKey } from './row-checks.ts';
export type { PublishedRun } from './run-writes.ts';
export type { LastRun, RunResult, RunStart, StoredRun } from './runs.ts';
export type { SeriesSelection } from './series-index.ts';
export { WORK_OPTIONS } from './work-file.ts';
export { openWriter, type Publish, type PublishMany, type Undo, type Writer } from './writer.ts';
