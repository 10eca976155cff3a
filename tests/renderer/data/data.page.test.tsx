import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { Upload } from '../../../service/contract/app-state.ts';
import type { DesktopBridge, DesktopCommand } from '../../../service/contract/desktop.ts';
import { importFiles } from '../../../service/ingest/index.ts';
import { openReader } from '../../../service/store/index.ts';
import { copySample } from '../../support/sample-data.ts';
import { openPage } from '../open-page.tsx';

test('the last import of a dataset is undone in the log, after a dialog says what goes and what returns', async () => {
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

  // The import before it is now the last one; it had replaced the sample data.
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

const CSV = 'dataset,series,date,value\nus_debt,total_public_debt_outstanding,2025-03-07,36214310000000.55\n';

/** Acts as a desktop window. @returns a function that sends a command, as the window's menus do */
function desktopWindow(): (command: DesktopCommand) => void {
  let asked = Promise.withResolvers<DesktopCommand | null>();
  const bridge: DesktopBridge = {
    nextCommand: () => {
      asked = Promise.withResolvers();
      return asked.promise;
    },
    ...{ offer: async () => null, setTheme: async () => null, chooseFile: async () => null },
    ...{
      revealDownload: async () => false,
      windowAction: async () => null,
      openDataFolder: async () => true,
    },
  };
  Object.assign(window, { almanac: bridge });
  onTestFinished(() => void Reflect.deleteProperty(window, 'almanac'));
  return (command) => asked.resolve(command);
}

const upload = async (name: string): Promise<Upload> =>
  (await fetch(`/host/upload?name=${name}`, { method: 'POST', body: new Blob([CSV]) })).json();

test('a file chosen in the system’s dialog and uploaded by the window is previewed; a second one meanwhile is not kept', async () => {
  const send = desktopWindow();
  let isHeld = true;
  const page = await openPage('/settings', {
    instead: async ({ url }) => {
      while (isHeld && url.includes('/host/preview')) await new Promise((resolve) => setTimeout(resolve, 20));
      return undefined;
    },
  });
  await screen.findByRole('heading', { name: 'Settings' });
  send({ t: 'file', upload: await upload('my-numbers.csv') });
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/data'));
  await waitFor(() => expect(page.asked).toContain('POST /host/preview'));
  send({ t: 'file', upload: await upload('second.csv') });
  await screen.findByText('second.csv was not imported, because another file is in progress.');
  await waitFor(() => expect(page.asked).toContain('POST /host/discard'));
  isHeld = false;
  expect((await screen.findByRole('region', { name: 'Preview' })).textContent).toContain('my-numbers.csv');
});
