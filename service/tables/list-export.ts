import path from 'node:path';
import { dayNumber } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import type { ListExport, WrittenTable } from '../contract/table-export.ts';
import { datasetOfList } from '../datasets/index.ts';
import type { Reader } from '../store/types.ts';
import { writeSelection } from './write-export.ts';

/**
 * Writes a list of constituents into an existing folder, with where it comes from and its issuer's terms.
 * @throws Failure 'invalid_parameter' where no such list is held, and as `writeSelection` does.
 */
export async function writeList(
  reader: Reader,
  { code, date, format, csv, zipped, base_url: baseUrl }: ListExport,
  folder: string,
  { version, now }: { version: string; now: Date },
): Promise<WrittenTable> {
  const dataset = datasetOfList(code);
  const onOrBefore = dayNumber(date);
  if (onOrBefore === undefined || !reader.constituents(code, { offset: 0, limit: 1, onOrBefore }))
    throw new Failure('invalid_parameter', `No list of ${code} of ${date} or before is held.`);
  const origin = reader.origin(dataset.id);
  const selection = { dataset, codes: [code], onOrBefore };
  const name = `${dataset.id}${origin === 'sample' ? '_sample' : ''}_${code}_on_${date}.${format}`;
  return writeSelection(
    { reader, selection, origin, created: now, version },
    format,
    path.join(folder, name),
    {
      csv,
      isZipped: zipped,
      requests: [`${baseUrl}/${dataset.id}/series=${encodeURIComponent(code)}?date=${date}&format=csv`],
    },
  );
}
