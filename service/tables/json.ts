import { describeSelection } from './description.ts';
import { rowChunks } from './row-chunks.ts';
import type { RowTally } from './tally.ts';
import type { ExportContext } from './types.ts';

/**
 * One JSON object: what the data are (title, origin, source, licence, units of each series), then `records`, whose
 * values are text exactly as the store holds them. Written as it is read, one record chunk after the other.
 */
export function* jsonBytes(context: ExportContext, tally: RowTally): Generator<Uint8Array, void> {
  const head = JSON.stringify(describeSelection(context), null, 1);
  yield Buffer.from(`${head.slice(0, -2)},\n "records": [`);
  let separator = '\n';
  for (const chunk of rowChunks(context, 'json', tally)) {
    yield Buffer.from(separator);
    yield chunk;
    separator = ',\n';
  }
  yield Buffer.from('\n]}\n');
}
