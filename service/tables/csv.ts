import { guardFormula } from '../contract/formula-guard.ts';
import { columnsOf, rowChunks, rowObjects } from './row-chunks.ts';
import { quoted } from './table/csv-text.ts';
import type { RowTally } from './tally.ts';
import type { ExportContext } from './types.ts';

/** RFC 4180 CSV with LF line ends, values exactly as the store holds them. The header stays the first line. */
export function* csvBytes(context: ExportContext, tally: RowTally): Generator<Uint8Array, void> {
  const columns = columnsOf(context.selection);
  yield Buffer.from(`${columns.join(',')}\n`);
  if (!context.isGuarded) return yield* rowChunks(context, 'csv', tally);
  for (const rows of rowObjects(context, tally)) {
    const lines = rows.map((row) => {
      const cells = row as Readonly<Record<string, string>>;
      return `${columns.map((name) => quoted(guardFormula(cells[name] ?? ''), ',')).join(',')}\n`;
    });
    yield Buffer.from(lines.join(''));
  }
}
