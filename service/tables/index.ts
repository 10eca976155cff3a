/** The door of the export room. */
export { exportBytes } from './export-bytes.ts';
export { exportToFile, exportToStream } from './export-selection.ts';
export { exportFileName } from './file-name.ts';
export { constituentBytes, type RowBytes, rowBytes } from './row-bytes.ts';
export * from './types.ts';
