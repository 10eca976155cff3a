/** The door of the export room. */
export { writeCompleteFile } from './complete-file.ts';
export { exportBytes } from './export-bytes.ts';
export { exportToFile, exportToStream } from './export-selection.ts';
export { exportFileName } from './file-name.ts';
export { constituentBytes, type RowBytes, rowBytes } from './row-bytes.ts';
export { layOut } from './table/table-bytes.ts';
export * from './types.ts';
export { writeWithSidecar } from './with-sidecar.ts';
