/** The door of the publishers' formats: nothing else in this folder is imported from outside. */
export { FORMATS, HEAD_BYTES, recogniseFormat } from './formats.ts';
export { rowFailure } from './row-failure.ts';
export type { ColumnNames, ConstituentRow, FileReader, Format, Place, ReadContext, Target } from './types.ts';
