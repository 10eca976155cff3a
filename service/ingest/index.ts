/** The door of the ingest room: imports and previews of files. `fetch/` has refreshes, `worker/` runs all of them in a thread. */
export { importFiles } from './import-files.ts';
export { previewFile } from './preview-file.ts';
export type { ImportedFile, ImportFiles, ImportProgress, Provenance } from './types.ts';
