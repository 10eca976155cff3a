import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newFileStore } from '../vault/open-vault.ts';
import { Access, WITHOUT_KEYCHAIN } from './access-page.ts';
import { startInBrowser } from './app-driver.ts';
import { axeFinds } from './axe.ts';
import { expect, test } from './fixtures.ts';

// `tests/vault` has the same without a page.
test('a user who forgot the passphrase sees what is lost, and starts again @browser-only @soak', async ({
  context,
}) => {
  // Three keys are derived from passphrases, each in half a second of a free core.
  const app = await startInBrowser({ environment: WITHOUT_KEYCHAIN });
  try {
    // The file of an earlier session, which is not open in this one.
    const store = newFileStore(path.join(app.dataDir, 'vault-sealed.json'));
    await store.create('nobody knows this');
    await store.set('publisher:BLS', 'a key of the BLS');
    const row = { account: 'publisher:BLS', last4: '', set_at: '2026-11-20T12:00:00.000Z', kept_in: 'file' };
    const index = { version: 1, kept_in: 'file', secrets: [row] };
    await writeFile(path.join(app.dataDir, 'vault.json'), JSON.stringify(index));

    const page = await app.openPage(context);
    const access = new Access(page);
    await access.open();
    await access.vault.getByRole('button', { name: 'Open the passphrase file' }).click();
    const passphrase = access.vault.getByLabel('Passphrase', { exact: true });
    await expect(passphrase).toBeFocused();
    await passphrase.fill('is it this one');
    await page.keyboard.press('Enter');
    await expect(access.vault.getByRole('alert')).toContainText('If it is forgotten, start anew.');
    await access.vault.getByRole('button', { name: 'Forgotten? Start anew' }).click();
    await expect(access.vault).toContainText('Lost with it: your BLS key.');
    await expect(access.vault.getByRole('alert')).toHaveCount(0);
    expect(await axeFinds(page)).toEqual([]);
    const another = access.vault.getByLabel('New passphrase', { exact: true });
    await expect(another).toBeFocused();
    await another.fill('correct horse');
    await access.vault.getByLabel('The same again').fill('correct horse');
    await access.vault.getByRole('button', { name: 'Start anew', exact: true }).click();
    await expect(access.vault).toContainText('which is open');
    await expect(access.publishers.getByRole('button', { name: 'Set key of BLS' })).toBeVisible();
    const aside = (await readdir(app.dataDir)).filter((name) => /\.\d{4}-\d\d-\d\d\.json$/.test(name));
    expect(aside.map((name) => name.split('.')[0]).toSorted()).toEqual(['vault', 'vault-sealed']);
    await page.close();
  } finally {
    await app.stop();
  }
});
