import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../service/compose.ts';
import { clock, DEBT, DEBT_PATH, publish, YIELDS } from '../api/folder.ts';

type Asked = {
  who: string;
  key: 'old' | 'new';
  began: number;
  ended: number;
  isEconomic: boolean;
  status: number;
  revoked: boolean | undefined;
};

/** A service on a port, and what the page asks of its keys. */
async function service() {
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-rotation-'));
  publish(dataDir, 'us_debt', DEBT);
  publish(dataDir, 'yields', YIELDS);
  const running = await startService({
    dataDir,
    port: 0,
    pageSize: 5000,
    sample: false,
    now: clock().now,
    log: () => undefined,
  });
  onTestFinished(async () => {
    await running.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { url: running.url, keys: running.calls.keys };
}

test('a key is rotated while a tool makes requests: only requests with the old key after its revocation fail', async () => {
  const { url, keys: held } = await service();
  const old = await held.create({ label: 'notebook' });
  const keys = { old: old.key, new: '' };
  const asked: Asked[] = [];
  let isOver = false;
  let isRevoked = false;

  /** Makes one request after the other, to both groups in turn, with the key that the tool has at that time. */
  async function poll(who: string, keyNow: () => 'old' | 'new'): Promise<void> {
    for (let i = 0; !isOver; i++) {
      const key = keyNow();
      // The economic-data group allows a key a hundred requests a minute, and this clock stands still.
      const counted = count((one) => one.isEconomic && one.key === key && one.status === 200);
      const isEconomic = i % 8 === 0 && (counted < 90 || isRevoked);
      const target = isEconomic ? DEBT_PATH : '/yields/series=US10Y?limit=5';
      const began = performance.now();
      const answer = await fetch(url + target, { headers: { 'X-API-Key': keys[key], 'User-Agent': who } });
      const body = (await answer.json()) as { detail?: { revoked?: boolean } };
      const { status } = answer;
      const revoked = isEconomic ? body.detail?.revoked : undefined;
      asked.push({ who, key, began, ended: performance.now(), isEconomic, status, revoked });
      await turn();
    }
  }
  async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    await expect.poll(isSo, { timeout: 30_000, interval: 5 }).toBe(true);
  }
  const count = (is: (one: Asked) => boolean) => asked.filter(is).length;
  const lines = async () => new Map((await held.list()).keys.map((line) => [line.id, line]));

  let notebooksKey: 'old' | 'new' = 'old';
  const polling = [poll('notebook/1', () => notebooksKey), poll('forgotten/1', () => 'old')];
  await until(() => count(({ key }) => key === 'old') >= 40);

  const made = await held.create({ label: 'notebook' });
  keys.new = made.key;
  expect((await lines()).get(made.line.id)?.last_used_at).toBeNull();

  notebooksKey = 'new';
  await until(async () => (await lines()).get(made.line.id)?.last_used_at !== null);
  expect((await lines()).get(made.line.id)?.last_client).toBe('notebook/1');
  await until(() => count(({ key }) => key === 'new') >= 20);

  const revoking = performance.now();
  await held.revoke(old.line.id);
  const revoked = performance.now();
  isRevoked = true;
  const later = (one: Asked) => one.began >= revoked;
  await until(() => count((one) => one.key === 'old' && later(one)) >= 20);
  await until(() => count((one) => one.key === 'new' && later(one)) >= 20);
  isOver = true;
  await Promise.all(polling);

  const failed = asked.filter(({ status }) => status !== 200);
  // During the revocation a request may succeed or fail.
  expect(failed.filter(({ key, ended }) => key === 'new' || ended < revoking)).toEqual([]);
  const afterwards = asked.filter((one) => one.key === 'old' && later(one));
  expect(afterwards.filter(({ status }) => status === 200)).toEqual([]);
  for (const one of failed) {
    const said = [one.status, one.revoked];
    expect(said).toEqual(one.isEconomic ? [401, true] : [403, undefined]);
  }
  expect(failed.some(({ status }) => status === 401)).toBe(true);
  expect(failed.some(({ status }) => status === 403)).toBe(true);
  process.stdout.write(
    `Rotation: ${asked.length} requests; old key ${count((one) => one.key === 'old' && one.status === 200)} answered, then ` +
      `${failed.length} refused after its revocation (${count(({ status }) => status === 401)} × 401 revoked, ` +
      `${count(({ status }) => status === 403)} × 403); new key ${count(({ key }) => key === 'new')} answered; no other failed.\n`,
  );
});
