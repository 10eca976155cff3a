import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newFileStore } from '../vault/open-vault.ts';
import { Access, DEBT, expect, test, WITHOUT_KEYCHAIN, YIELDS } from './access-page.ts';
import { startInBrowser } from './app-driver.ts';
import { axeFinds } from './axe.ts';

test.describe('@browser-only', () => {
  test('a key is made, shown once, used, and shows which program used it', async ({ access }) => {
    await expect(access.page.getByRole('heading', { name: 'No key yet' })).toBeVisible();
    await access.page.getByRole('button', { name: 'Generate your first key' }).click();
    await access.dialog.getByRole('textbox', { name: 'Label' }).fill('Research notebook');
    await access.page.keyboard.press('Enter');
    const key = await access.shownKey('Research notebook');
    await expect(access.dialog).toContainText('keeps it in memory only');
    await expect(access.dialog).toContainText(`export ALMANAC_API_KEY='${key}'`);
    await access.dialog.getByRole('button', { name: 'Done' }).click();

    const row = access.row('Research notebook');
    await expect(row).toContainText(`alm_…${key.slice(-4)}`);
    await expect(row).toContainText('Never used');
    expect(await access.traces()).not.toContain(key);

    expect((await access.ask(DEBT, key, 'notebook/1.0 (test)')).status).toBe(200);
    await expect(row).toContainText('notebook/1.0');
    await expect(row).toContainText('Active');
    await expect(
      row.getByRole('progressbar', { name: 'Research notebook, today: 1 of 10000 requests' }),
    ).toBeAttached();
    const used = row.locator('time').first();
    await expect(used).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);

    await access.ask(YIELDS, key, 'notebook/1.0 (test)');
    await access.choose('Research notebook', 'Recent calls');
    const calls = access.dialog.getByRole('region', { name: 'Calls' }).getByRole('row');
    await expect(calls.nth(1)).toContainText(/\/yields\/series=US10Y\s*200\s*5/);
    await expect(calls.nth(2)).toContainText('/api/v1/economic-data/us_debt');
    await expect(access.dialog).not.toContainText('alm_');
    await access.page.keyboard.press('Escape');
    await expect(access.menuOf('Research notebook')).toBeFocused();
  });

  test('a key is copied again, and a pasted key is identified @soak', async ({ access }) => {
    const key = await access.generate('Excel at work');
    await access.generate('Nightly export');
    await access.page.getByRole('button', { name: 'Copy the key “Excel at work”' }).click();
    await expect(
      access.page.getByRole('status').filter({ hasText: 'The key “Excel at work” is copied.' }),
    ).toBeAttached();

    const secret = access.publishers.getByRole('row').filter({ hasText: 'BLS' });
    await secret.getByRole('button', { name: 'Set key of BLS' }).click();
    await access.page.getByLabel('Key from BLS').press('Control+v');
    await expect(access.page.getByLabel('Key from BLS')).toHaveValue(key);
    await access.page.getByRole('button', { name: 'Cancel' }).click();

    const search = access.page.getByRole('textbox', { name: 'Which key is it?' });
    await search.press('Control+v');
    await expect(search).toHaveValue(`…${key.slice(-4)}`);
    await expect(access.page.getByText(`alm_…${key.slice(-4)} is “Excel at work”.`)).toBeVisible();
    await expect(access.keys.getByRole('rowheader')).toHaveCount(1);
    expect(await access.traces()).not.toContain(key);
  });

  test('a revocation says what would stop, and takes effect at once @soak', async ({ access }) => {
    const key = await access.generate('Nightly export');
    await access.ask(DEBT, key, 'curl/8.5.0');
    await expect(access.row('Nightly export')).toContainText('curl/8.5.0');

    await access.choose('Nightly export', 'Revoke');
    await expect(access.dialog).toContainText(
      /“Nightly export” was last used .* \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\) by curl\/8\.5\.0, with 1 counted request today/,
    );
    await access.page.keyboard.press('Escape');
    await expect(access.dialog).toHaveCount(0);
    await expect(access.menuOf('Nightly export')).toBeFocused();
    expect((await access.ask(DEBT, key, 'curl/8.5.0')).status).toBe(200);

    await access.choose('Nightly export', 'Revoke');
    await access.dialog.getByRole('button', { name: 'Revoke key' }).click();
    await expect(access.row('Nightly export')).toContainText('Revoked');
    await expect(access.menuOf('Nightly export')).toBeFocused();
    const refused = await access.ask(DEBT, key, 'curl/8.5.0');
    expect(refused.status).toBe(401);
    expect(await refused.json()).toEqual({ detail: { error: 'invalid_api_key', revoked: true } });
    expect((await access.ask(YIELDS, key, 'curl/8.5.0')).status).toBe(403);
  });

  test('keys are kept for the session, or in a file under a passphrase @soak', async ({ access }) => {
    await expect(access.vault).toContainText(
      /copies of keys are in memory and go when Almanac ends: your API keys keep working/,
    );
    await access.vault.getByRole('button', { name: 'Use a passphrase file' }).click();
    await access.vault.getByLabel('Passphrase', { exact: true }).fill('correct horse');
    await access.vault.getByLabel('Repeat the passphrase').fill('correct house');
    await expect(access.vault).toContainText('The passphrases differ.');
    await expect(access.vault.getByRole('button', { name: 'Make the file' })).toBeDisabled();
    await access.vault.getByLabel('Repeat the passphrase').fill('correct horse');
    await access.vault.getByRole('button', { name: 'Make the file' }).click();
    await expect(access.vault).toContainText(
      'Keys are kept in the file under your passphrase, which is open.',
    );
    expect(await access.traces()).not.toContain('correct horse');

    await access.page.getByRole('button', { name: 'Generate key' }).click();
    await access.dialog.getByRole('textbox', { name: 'Label' }).fill('Filed');
    await access.page.keyboard.press('Enter');
    await access.shownKey('Filed');
    await expect(access.dialog).toContainText('passphrase-protected file');
  });

  test('a publisher’s key is set, replaced and removed, and never shown @soak', async ({ access }) => {
    const row = access.publishers.getByRole('row').filter({ hasText: 'Bureau of Labor Statistics' });
    const set = async (button: string, key: string): Promise<void> => {
      await row.getByRole('button', { name: button }).click();
      const field = access.page.getByLabel('Key from BLS');
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute('type', 'password');
      await field.fill(key);
      await access.page.keyboard.press('Enter');
      await expect(field).toHaveCount(0);
      await expect(row).toContainText(`Set, …${key.slice(-4)}`);
      expect(await access.traces()).not.toContain(key);
    };
    await expect(row).toContainText('Not set');
    await set('Set key of BLS', '0123456789abcdef');
    await set('Replace key of BLS', 'fedcba9876543210');
    await row.getByRole('button', { name: 'Remove key of BLS' }).click();
    await access.page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(row).toContainText('Not set');
    await expect(row.getByRole('button', { name: 'Set key of BLS' })).toBeFocused();
  });

  test('the test of the connection says what the service answered @soak', async ({ access }) => {
    await access.page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(access.page.getByText(/^200 OK, [\d.]+ ms, \d+ bytes$/)).toBeVisible();
  });
});

/** A program that keeps sending requests with one key, far below the limit per minute. */
class Client {
  /** Status of each answer; 0 if the request failed. */
  readonly answers: number[] = [];
  #isAsking = true;
  readonly #over: Promise<void>;

  constructor(baseUrl: string, key: string) {
    const headers = { 'X-API-Key': key, 'User-Agent': 'nightly/2.1 (cron)' };
    const ask = async (): Promise<void> => {
      while (this.#isAsking) {
        const answer = await fetch(baseUrl + DEBT, { headers }).catch(() => undefined);
        this.answers.push(answer?.status ?? 0);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    };
    this.#over = ask();
  }

  /** Resolves after `count` more answers. */
  async goesOn(count: number): Promise<void> {
    const wanted = this.answers.length + count;
    await expect.poll(() => this.answers.length).toBeGreaterThanOrEqual(wanted);
  }

  end(): Promise<void> {
    this.#isAsking = false;
    return this.#over;
  }
}

test('a key is rotated while programs send requests, and no request fails @soak', async ({ access }) => {
  const { page, dialog } = access;
  const LABEL = 'Nightly export';
  const old = await access.generate(LABEL);
  const baseUrl = await access.baseUrl();
  /** A program that never gets the new key. */
  const forgotten = new Client(baseUrl, old);
  const clients = [forgotten];
  const row = (age: 'older' | 'newer') => access.row(`${LABEL} ${age}`);
  try {
    await expect(access.row(LABEL)).toContainText('nightly/2.1');
    await access.choose(LABEL, 'Rotate');
    const next = await access.shownKey(LABEL);
    expect(next).not.toBe(old);
    await expect(dialog).toContainText(
      /“Nightly export” \(alm_….{4}\) is\. It was last used .* by nightly\/2\.1\. Both keys are valid/,
    );
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(access.menuOf(LABEL, 'older')).toBeFocused();
    expect(await access.traces()).not.toContain(next);
    await page.reload();
    await expect(row('newer')).toContainText(`…${next.slice(-4)}`);
    await expect(row('newer')).toContainText('Never used');
    await expect(row('older')).toContainText('nightly/2.1');

    await access.choose(LABEL, 'Revoke', 'older');
    await expect(dialog).toContainText(`The newer key (alm_…${next.slice(-4)}) has never been used`);
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    const deployed = new Client(baseUrl, next);
    clients.push(deployed);
    await expect(row('newer')).toContainText('nightly/2.1');
    await access.choose(LABEL, 'Revoke', 'older');
    await expect(dialog).toContainText(/The newer key \(.*\) was last used .* by nightly\/2\.1\./);
    await forgotten.goesOn(1);
    const beforeRevocation = forgotten.answers.length;
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await expect(access.row(LABEL).filter({ hasText: 'Revoked' })).toContainText(`…${old.slice(-4)}`);
    // The remaining key is shown with its label alone.
    await expect(access.menuOf(LABEL).first()).toBeVisible();
    await expect(row('newer')).toHaveCount(0);
    // A revoked key stays revoked, and its refusals do not affect the new key.
    await Promise.all([forgotten.goesOn(3), deployed.goesOn(3)]);
    expect(new Set(deployed.answers)).toEqual(new Set([200]));
    expect(new Set(forgotten.answers.slice(0, beforeRevocation))).toEqual(new Set([200]));
    // After its first refusal the key is always refused. A request in progress may still have been answered.
    expect(forgotten.answers.join(' ')).toMatch(/^200( 200)*( 401){3,}$/);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
});

// `tests/vault` tests the same case without a page.
test('a user who forgot the passphrase sees what is lost, and starts again @browser-only @soak', async ({
  context,
}) => {
  // The test derives three keys from passphrases, and each takes half a second of a free core.
  const app = await startInBrowser({ environment: WITHOUT_KEYCHAIN });
  try {
    // The file is from an earlier session and is not open in this one.
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
    await expect(access.vault.getByRole('alert')).toContainText(
      'If it is forgotten, start over with a new file.',
    );
    await access.vault.getByRole('button', { name: 'Forgotten? Start over' }).click();
    await expect(access.vault).toContainText('Lost with it: your BLS key.');
    await expect(access.vault.getByRole('alert')).toHaveCount(0);
    expect(await axeFinds(page)).toEqual([]);
    const another = access.vault.getByLabel('New passphrase', { exact: true });
    await expect(another).toBeFocused();
    await another.fill('correct horse');
    await access.vault.getByLabel('Repeat the passphrase').fill('correct horse');
    await access.vault.getByRole('button', { name: 'Start over', exact: true }).click();
    await expect(access.vault).toContainText('which is open');
    await expect(access.publishers.getByRole('button', { name: 'Set key of BLS' })).toBeVisible();
    const aside = (await readdir(app.dataDir)).filter((name) => /\.\d{4}-\d\d-\d\d\.json$/.test(name));
    expect(aside.map((name) => name.split('.')[0]).toSorted()).toEqual(['vault', 'vault-sealed']);
    await page.close();
  } finally {
    await app.stop();
  }
});
