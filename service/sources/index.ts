/** What ingest and the command line need of the formats. The formats of datasets import the other files of this folder directly. */
export { DOWNLOAD_AGAIN } from './cells.ts';
export { FORMATS, HEAD_BYTES, recogniseFormat } from './formats.ts';
export { rowFailure } from './row-failure.ts';
export type { ColumnNames, ConstituentRow, FileReader, Format, Place, ReadContext, Target } from './types.ts';
