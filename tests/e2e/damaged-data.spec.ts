import { readdir } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from './fixtures.ts';
import { RECOVERY_MS } from './running-app.ts';

test('a damaged file is reported until a back-up is restored @soak', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  await page.getByRole('navigation').getByRole('link', { name: 'Data' }).click();
  const storage = page.getByRole('region', { name: 'Storage' });
  await storage.getByRole('button', { name: 'Back up' }).click();
  await expect(storage.getByText(/Backed up as data-/)).toBeVisible();
  const [name = ''] = await readdir(path.join(ownApp.dataDir, 'backups'));

  // Deletes counted rows, as a damaged page hides them, and changes nothing else.
  const db = new Sqlite(path.join(ownApp.dataDir, 'data.sqlite'));
  db.exec('DELETE FROM observation WHERE date % 7 = 4');
  db.exec('UPDATE data_state SET data_version = data_version + 1');
  db.close();
  await explore.open('?series=us_debt.total_public_debt_outstanding');
  const alert = page.getByRole('alert').filter({ hasText: /data\.sqlite is damaged \(.*Restore a back-up/ });
  await expect(alert).toBeVisible();
  await alert.getByRole('link', { name: 'Back-ups' }).click();
  await expect(alert).toBeVisible();
  await expect(storage).toBeInViewport();
  await storage.getByRole('button', { name: 'Back up' }).click();
  await expect(storage.getByRole('alert')).toContainText(
    /No back-up was made\. .*is damaged .* stay as they are/,
  );

  await storage.getByRole('button', { name: `Restore ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(storage.getByText(/The data that were here are kept as data-damaged-/)).toBeVisible();
  await expect(alert).toHaveCount(0, { timeout: RECOVERY_MS });
});
