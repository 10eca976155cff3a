import { APP_NAME } from '../contract/names.ts';
import { describeSelection } from './description.ts';
import { GROUP_ROWS, parquetColumns, parquetFile } from './parquet-file.ts';
import { columnsOf, type ExportRow, rowObjects } from './row-chunks.ts';
import type { RowTally } from './tally.ts';
import type { ExportContext } from './types.ts';

const DATE_COLUMNS: readonly string[] = ['date', 'as_of'];
/** Columns whose text is a number: kept as text, exact, with the nearest double in a second column. */
const NUMBER_COLUMNS: readonly string[] = ['value', 'weight'];

/**
 * Parquet: dates as DATE, `value` (`weight`) as UTF-8 text exactly as the store holds it and `value_double`
 * (`weight_double`) as the nearest double, null where there is no number. What the data are stands in the footer's
 * key-value metadata under `almanac`, as JSON. Snappy, which every reader has.
 */
export function parquetBytes(context: ExportContext, tally: RowTally): Generator<Uint8Array, void> {
  const columns = columnsOf(context.selection).flatMap((name) =>
    parquetColumns<ExportRow>(
      name,
      DATE_COLUMNS.includes(name) ? 'date' : NUMBER_COLUMNS.includes(name) ? 'number' : 'text',
      (row) => (row as Record<string, string>)[name] ?? '',
    ),
  );
  return parquetFile(columns, rowGroups(context, tally), {
    createdBy: `${APP_NAME} version ${context.version}`,
    facts: { ...describeSelection(context), created: context.created.toISOString() },
  });
}

function* rowGroups(context: ExportContext, tally: RowTally): Generator<ExportRow[], void> {
  let group: ExportRow[] = [];
  for (const rows of rowObjects(context, tally)) {
    group.push(...rows);
    if (group.length < GROUP_ROWS) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
