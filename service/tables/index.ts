export { writeCompleteFile, writeWithSidecar } from './complete-file.ts';
export { drawn, tablePieces } from './drawn.ts';
export { exportView } from './export-view.ts';
export { type ParquetJob, parquetBytes } from './parquet-bytes.ts';
export { exportFileName, published, storedColumns } from './published.ts';
export { constituentBytes, constituentCells, type RowBytes, rowBytes } from './row-bytes.ts';
export type * from './types.ts';
export { askedExport, type MadeView, viewExport } from './view-export.ts';
export { exportBytes, exportToFile, exportToStream, writeToStream } from './write-export.ts';
