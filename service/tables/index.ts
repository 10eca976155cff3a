/** The door of the room: writes tables as files, which are complete as soon as they appear, and rows of the API's answers as bytes. */
export { writeCompleteFile, writeWithSidecar } from './complete-file.ts';
export { drawn } from './drawn.ts';
export { exportView } from './export-view.ts';
export { type ParquetJob, parquetBytes } from './parquet-bytes.ts';
export { exportFileName, published } from './published.ts';
export { constituentBytes, constituentCells, type RowBytes, rowBytes } from './row-bytes.ts';
export { storedColumns } from './stored-rows.ts';
export type * from './types.ts';
export { askedExport, type MadeView, viewExport } from './view-export.ts';
export { tablePieces } from './wide-table.ts';
export { exportBytes, exportToFile, exportToStream, writeToStream } from './write-export.ts';
