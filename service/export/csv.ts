import { columnsOf, rowChunks } from './row-chunks.ts';
import type { RowTally } from './tally.ts';
import type { ExportContext } from './types.ts';

/** RFC 4180 CSV with LF line ends, values exactly as the store holds them. The header stays the first line. */
export function* csvBytes(context: ExportContext, tally: RowTally): Generator<Uint8Array, void> {
  yield Buffer.from(`${columnsOf(context.selection).join(',')}\n`);
  yield* rowChunks(context, 'csv', tally);
}
