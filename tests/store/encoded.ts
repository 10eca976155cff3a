import type { ObservationRows } from '../../service/store/index.ts';
import { type RowFormat, rowBytes } from '../../service/tables/row-bytes.ts';

/** @returns the rows with their bytes in API answers: JSON objects separated by ',', or lines of CSV. */
export function encoded<Rows extends ObservationRows>(
  rows: Rows,
  format: RowFormat,
): Rows & { body: Buffer } {
  return { ...rows, body: rowBytes(rows, format) };
}
