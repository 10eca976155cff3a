/** What ingest and the command line need of the formats. The formats of datasets import the other files of this folder directly. */
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
