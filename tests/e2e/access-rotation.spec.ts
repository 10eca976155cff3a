import { DEBT, expect, test } from './access-page.ts';

/** A program that keeps sending requests with one key, far fewer than the limit of a minute. */
class Client {
  /** Status of each answer; 0 is a request that failed. */
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

test('a key is rotated while programs send requests: the new key never fails, the old one fails once it is revoked @soak', async ({
  access,
}) => {
  const { page, dialog } = access;
  const old = await access.generate('Nightly export');
  const baseUrl = await access.baseUrl();
  /** A program that never gets the new key. */
  const forgotten = new Client(baseUrl, old);
  const clients = [forgotten];
  try {
    await expect(access.row('Nightly export')).toContainText('nightly/2.1');

    await access.choose('Nightly export', 'Rotate');
    await expect(dialog.getByRole('textbox', { name: 'Label of the new key' })).toHaveValue(
      'Nightly export (2)',
    );
    await dialog.getByRole('button', { name: 'Create the new key' }).click();
    const next = await access.shownKey('Nightly export (2)');
    await expect(dialog).toContainText(/“Nightly export” is\. That one was last used .* by nightly\/2\.1\./);
    await dialog.getByRole('button', { name: 'It is deployed: verify' }).click();
    await expect(dialog).toContainText('Waiting for the first request with “Nightly export (2)”');
    await expect(dialog).toContainText(/“Nightly export” is still in use since .*, by nightly\/2\.1/);
    await expect(dialog.getByRole('button', { name: 'Continue: revoke the old key' })).toBeDisabled();

    // Closed and continued, after a reload too: the address has the ids of the two keys, not the keys.
    await page.keyboard.press('Escape');
    await expect(
      page.getByText('to “Nightly export (2)” is not finished: both keys are valid.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Nightly export (2)');
    expect(page.url()).toMatch(/[?&]rotate=\w+,\w+/);
    expect(await access.traces()).not.toContain(old);
    await page.reload();
    await expect(dialog.getByRole('button', { name: 'Copy key' })).toBeVisible();
    expect(await access.traces()).not.toContain(next);
    await dialog.getByRole('button', { name: 'It is deployed: verify' }).click();
    await expect(dialog).toContainText('Waiting for the first request');

    const deployed = new Client(baseUrl, next);
    clients.push(deployed);
    await expect(dialog.getByRole('status')).toContainText(
      /First request with the new key: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, by nightly\/2\.1, answered 200\./,
    );
    await dialog.getByRole('button', { name: 'Continue: revoke the old key' }).click();
    await forgotten.goesOn(1);
    const beforeRevocation = forgotten.answers.length;
    await dialog.getByRole('button', { name: 'Revoke “Nightly export”' }).click();
    await expect(dialog).toContainText('“Nightly export (2)” has taken its place. The rotation is complete.');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page).not.toHaveURL(/rotate=/);
    await expect(access.row('Nightly export').filter({ hasText: 'Revoked' })).toBeVisible();
    await expect(access.row('Nightly export (2)')).toContainText('Active');
    // A revoked key stays revoked, and its refusals do not affect the new key.
    await Promise.all([forgotten.goesOn(3), deployed.goesOn(3)]);
    expect(new Set(deployed.answers)).toEqual(new Set([200]));
    expect(new Set(forgotten.answers.slice(0, beforeRevocation))).toEqual(new Set([200]));
    // Once refused, always refused. A request in progress may still have been answered.
    expect(forgotten.answers.join(' ')).toMatch(/^200( 200)*( 401){3,}$/);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
});
