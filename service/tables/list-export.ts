import path from 'node:path';
import { dayNumber } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import type { ListExport, WrittenTable } from '../contract/table-export.ts';
import { datasetOfList } from '../datasets/index.ts';
import type { Reader } from '../store/index.ts';
import type { ExportContext } from './types.ts';
import { writeSelection } from './write-export.ts';

/** Writes a list of constituents into an existing folder. @throws Failure 'invalid_parameter' where no such list is held. */
export async function writeList(
  reader: Reader,
  { code, date, format, csv, zipped, base_url: baseUrl }: ListExport,
  folder: string,
  made: { version: string; now: Date },
): Promise<WrittenTable> {
  const context = listContext(reader, { code, date }, made);
  const { dataset } = context.selection;
  const name = `${dataset.id}${context.origin === 'sample' ? '_sample' : ''}_${code}_on_${date}.${format}`;
  return writeSelection(context, format, path.join(folder, name), {
    csv,
    isZipped: zipped,
    requests: [baseUrl + listPath({ code, date })],
  });
}

type ChosenList = Pick<ListExport, 'code' | 'date'>;

export function listContext(
  reader: Reader,
  { code, date }: ChosenList,
  { version, now }: { version: string; now: Date },
): ExportContext {
  const dataset = datasetOfList(code);
  const onOrBefore = dayNumber(date);
  if (onOrBefore === undefined || !reader.constituents(code, { offset: 0, limit: 1, onOrBefore }))
    throw new Failure('invalid_parameter', `No list of ${code} of ${date} or before is held.`);
  const selection = { dataset, codes: [code], onOrBefore };
  return { reader, selection, origin: reader.origin(dataset.id), created: now, version };
}

export function listPath({ code, date }: ChosenList): string {
  return `/${datasetOfList(code).id}/series=${encodeURIComponent(code)}?date=${date}&format=csv`;
}
