/** Exports for ingest and the command line. Formats of datasets import this folder's files directly. */
export { DOWNLOAD_AGAIN } from './cells.ts';
export { FILE_FORMATS, FILE_HEAD_BYTES, recogniseFormat } from './formats.ts';
export { rowFailure } from './row-failure.ts';
export type {
  ColumnNames,
  FileConstituent,
  FileFormat,
  FileReader,
  PlaceUnit,
  ReadContext,
  RowTarget,
} from './types.ts';
