import { assertNever } from '../contract/failure.ts';
import { csvBytes } from './csv.ts';
import { jsonBytes } from './json.ts';
import type { RowTally } from './tally.ts';
import type { ExportContext, ExportFormat } from './types.ts';

/**
 * @returns the bytes of an export, a chunk at a time, made as they are asked for. `tally` counts the rows as they go.
 * The writers of XLSX and Parquet are loaded when they are needed.
 */
export async function* exportBytes(
  context: ExportContext,
  format: ExportFormat,
  tally: RowTally,
): AsyncGenerator<Uint8Array, void> {
  switch (format) {
    case 'csv':
      return yield* csvBytes(context, tally);
    case 'json':
      return yield* jsonBytes(context, tally);
    case 'parquet': {
      const { parquetBytes } = await import('./parquet.ts');
      return yield* parquetBytes(context, tally);
    }
    case 'xlsx': {
      const { xlsxBytes } = await import('./xlsx.ts');
      return yield* xlsxBytes(context, tally);
    }
    default:
      return assertNever(format);
  }
}
