import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { importFiles } from '../../../service/ingest/index.ts';
import { openReader } from '../../../service/store/index.ts';
import { copySample } from '../../support/sample-data.ts';
import { openPage } from '../open-page.tsx';

test('the last import of a dataset is undone in the log, once the dialog has said what goes and what returns', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-undo-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await copySample(dataDir);
  const file = path.join(dataDir, 'debt.csv');
  const importDebt = async (value: string, day = 2) => {
    const rows = ['01', '02'].map(
      (month) => `us_debt,total_public_debt_outstanding,2024-${month}-0${day},${value}`,
    );
    writeFileSync(file, `dataset,series,date,value\n${rows.join('\n')}\n`);
    await importFiles({ dataDir, files: [file], now: () => new Date() });
  };
  await importDebt('34000000000000.10');
  await importDebt('35000000000000.10');

  const { user } = await openPage('/data', { dataDir });
  const log = within(await screen.findByRole('region', { name: 'Runs' }));
  const undo = () => log.findByRole('button', { name: 'Undo the import of debt.csv' });
  await user.click(await undo());
  const dialog = () => screen.findByRole('dialog', { name: 'Undo this import?' });
  expect((await dialog()).textContent).toContain(
    'National debt (Debt to the Penny): 2 values that it replaced return.',
  );
  await user.click(within(await dialog()).getByRole('button', { name: 'Undo import' }));
  await log.findByText('Import undone');
  expect(log.getByText('2 revised: taken back')).toBeDefined();

  // The one before is now the last; it had replaced the sample data.
  await user.click(await undo());
  expect((await dialog()).textContent).toContain(
    'National debt (Debt to the Penny): 2 rows that it added go and the sample data return.',
  );
  await user.click(within(await dialog()).getByRole('button', { name: 'Undo import' }));
  await waitFor(() => expect(log.getAllByText('Import undone')).toHaveLength(2));
  expect(log.queryByRole('button')).toBeNull();
  const reader = openReader(dataDir);
  expect(reader.origin('us_debt')).toBe('sample');
  reader.close();
});
