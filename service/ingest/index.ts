/** Imports and previews of files. `fetch/` has refreshes; `worker/` runs all of these in a thread. */
export { type ImportedFile, type ImportOptions, importFiles, undoFileImport } from './import-files.ts';
export { previewFile } from './preview-file.ts';
