/** Imports and previews of files. `fetch/` has refreshes, and `worker/` runs all of these in a thread. */
export { importFiles } from './import-files.ts';
export { previewFile } from './preview-file.ts';
export type { ImportedFile, ImportFiles, ImportProgress, RefreshProvenance } from './types.ts';
export { undoFileImport } from './undo-import.ts';
