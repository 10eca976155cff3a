/** The public interface of the store: code outside this folder imports from here. */
export { backUp, backUpPath, storageOf } from './back-ups.ts';
export type * from './change-types.ts';
export { checkpoint, needsCheckpoint } from './checkpoint.ts';
export type * from './comparison-types.ts';
export { seenPlace } from './explanations.ts';
export { expectWritable, guarded, unwritable } from './failures.ts';
export { type FolderLock, LOCK_FILE, lockFolder } from './folder-lock.ts';
export { inspectFolder } from './inspect-folder.ts';
export { INTEGRITY_FILE, integrityOf, isCheckDue, noteCheck } from './integrity.ts';
export { isMemoryCopy } from './memory-copy.ts';
export type { DatabaseOptions, Migration } from './migrate.ts';
export {
  NO_ROWS,
  type ObservationText,
  observationTexts,
  rowsOfColumns,
  rowsOfTexts,
} from './observation-rows.ts';
export {
  type Database,
  loadSqlite,
  openDatabase,
  openDatabaseOrCopy,
  type Statement,
} from './open-database.ts';
export { openPreview } from './preview.ts';
export { openReader } from './reader.ts';
export { rescue } from './rescue/index.ts';
export { restore } from './restore.ts';
export { type FileWatch, removedFile, setAside, watchFiles } from './same-file.ts';
export type * from './types.ts';
export { WORK_OPTIONS } from './work-file.ts';
export { openWriter } from './writer.ts';
