import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { judgeDerivation } from '../../service/derived/index.ts';
import { sheetsOf } from '../../service/tables/formats/xlsx.ts';
import { exportFileName, exportToFile } from '../../service/tables/index.ts';
import { describeSelection, published } from '../../service/tables/published.ts';
import { exportBytes } from '../../service/tables/write-export.ts';
import { contextOf, datasetOf, dayOf, hold, makeFolder, type Observed } from './held-data.ts';

/** Exports in other units and at a lower frequency have the API's answer to the same question. */

let folder: ReturnType<typeof makeFolder>;
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => folder.close());

const WEEKS: Observed[] = [
  '2023-12-30',
  '2024-01-06',
  '2024-01-13',
  '2024-01-20',
  '2024-01-27',
  '2024-02-03',
].map((date, i) => [date, 'initial_claims_sa', String(200 + i * 10)]);

function monthly() {
  hold(folder.dataDir, 'ui_weekly_claims', WEEKS);
  const dataset = datasetOf('ui_weekly_claims');
  const codes = ['initial_claims_sa'];
  const write = (name: string, value: string) => `${name}=${value}`;
  const derivation = judgeDerivation(dataset, codes, { frequency: 'm' }, write, dayOf('2026-01-01'));
  return contextOf(folder.reader(), 'ui_weekly_claims', { codes, derivation });
}

async function exported(format: 'csv' | 'json'): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of exportBytes(published(monthly()), format)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

test('CSV has the records of the periods', async () => {
  expect(await exported('csv')).toBe('date,series,value\n2024-01-01,initial_claims_sa,225\n');
});

test('JSON says how the series was calculated', async () => {
  const { frequency, units, series, records } = JSON.parse(await exported('json'));
  expect({ frequency, units }).toEqual({ frequency: 'm', units: 'lin' });
  expect(series).toMatchObject([{ unit: 'claims', frequency: 'Monthly, avg' }]);
  expect(records).toEqual([{ date: '2024-01-01', series: 'initial_claims_sa', value: '225' }]);
});

test('the sheet of a workbook is named after the frequency, the file after units and frequency', async () => {
  const [sheet] = sheetsOf(published(monthly()));
  expect(sheet?.sheet.name).toBe('Monthly');
  expect(exportFileName(monthly(), 'xlsx')).toBe('ui_weekly_claims-m.xlsx');
});

test('the name of weeks that do not end on Friday has the code of their last day', () => {
  const code = 'total_public_debt_outstanding';
  const days = ['2024-01-04', '2024-01-05', '2024-01-08', '2024-01-09', '2024-01-10'];
  hold(
    folder.dataDir,
    'us_debt',
    days.map((date) => [date, code, '1.00']),
  );
  const write = (name: string, value: string) => `${name}=${value}`;
  const derivation = judgeDerivation(
    datasetOf('us_debt'),
    [code],
    { frequency: 'wew' },
    write,
    dayOf('2026-01-01'),
  );
  const context = contextOf(folder.reader(), 'us_debt', { codes: [code], derivation });
  expect(exportFileName(context, 'csv')).toBe('us_debt-wew.csv');
  expect(describeSelection(context)).toMatchObject({
    frequency: 'wew',
    series: [{ frequency: 'Weekly, ending Wednesday, eop' }],
  });
});

test('the receipt counts the rows that were written', async () => {
  const receipt = await exportToFile(monthly(), 'csv', path.join(folder.dataDir, 'm.csv'));
  expect(receipt).toMatchObject({ rows: 1, first: '2024-01-01', last: '2024-01-01' });
});
