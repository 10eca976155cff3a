import { writeXlsx } from 'hucre/xlsx';
import { APP_NAME } from '../contract/names.ts';
import type { RowTally } from './tally.ts';
import type { ExportContext } from './types.ts';
import { readmeSheet } from './xlsx-readme.ts';
import { dataSheets } from './xlsx-sheets.ts';

/**
 * An Excel workbook: a README sheet, then one sheet for each frequency with a row a day (and state) and a column a
 * series.
 * @throws Failure 'invalid_parameter' where the sheets would need more cells than a workbook should have.
 */
export async function* xlsxBytes(context: ExportContext, tally: RowTally): AsyncGenerator<Uint8Array, void> {
  const sheets = dataSheets(context, tally);
  yield await writeXlsx({
    sheets: [readmeSheet(context, sheets, tally.rows), ...sheets.map(({ sheet }) => sheet)],
    properties: {
      title: context.selection.dataset.title,
      creator: `${APP_NAME} ${context.version}`,
      created: context.created,
      modified: context.created,
    },
  });
}
