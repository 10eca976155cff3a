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

test('a key is rotated while programs send requests, of which none fails @soak', async ({ access }) => {
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
    await expect(dialog).toContainText(`The newer key (alm_…${next.slice(-4)}) was never used`);
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
    // The one that is left is called by its label alone.
    await expect(access.menuOf(LABEL).first()).toBeVisible();
    await expect(row('newer')).toHaveCount(0);
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
