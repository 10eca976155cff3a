import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { startService } from '../../service/compose.ts';
import { openKeys } from '../../service/keys/index.ts';
import { COUNTED_AHEAD } from '../../service/keys/usage.ts';
import {
  clock,
  DEBT,
  DEBT_PATH,
  fillFolder,
  publish,
  START,
  temporaryFolder,
  YIELDS,
} from '../api/folder.ts';
import { COMMAND_LINE } from '../support/programs.ts';

type Asked = {
  who: string;
  key: 'old' | 'new';
  began: number;
  ended: number;
  isEconomic: boolean;
  status: number;
  revoked: boolean | undefined;
};

/** Starts a service on a port, with the page's functions for keys. */
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

  /** Makes requests one by one, to both groups, with the key that the tool has at the time. */
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

/** A power cut must not restore a revoked key, so each change of a key is on the disk before the answer. */

/** `PRAGMA synchronous`: 2 is FULL. */
const FULL = 2;

describe('creating and revoking a key', () => {
  it('go through a connection that waits for the disk', () => {
    const connections = new Map<string, unknown>();
    const { prepare } = Sqlite.prototype;
    const spy = vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (
      this: Sqlite.Database,
      sql,
    ) {
      if (/^\s*(INSERT INTO api_key|UPDATE api_key SET revoked_at)\b/.test(sql))
        connections.set(sql.trim().slice(0, 6), this.pragma('synchronous', { simple: true }));
      return prepare.call(this, sql);
    });
    onTestFinished(() => spy.mockRestore());
    const keys = openKeys(temporaryFolder(), { now: clock().now });
    onTestFinished(() => keys.close());
    expect(Object.fromEntries(connections)).toEqual({ INSERT: FULL, UPDATE: FULL });
  });

  it('are each synced before the command reports success', async ({ skip }) => {
    const hasStrace = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true']).status === 0;
    skip(!hasStrace, 'calls of the system cannot be watched here (needs strace)');
    const dataDir = temporaryFolder();
    // This connection stays open, because closing the last one would sync the file in any case.
    const keys = openKeys(dataDir, { now: clock().now });
    onTestFinished(() => keys.close());
    const { id } = await keys.create('old');
    for (const words of [
      ['create', '--label', 'new'],
      ['revoke', id],
    ]) {
      const traces = mkdtempSync(join(tmpdir(), 'almanac-strace-'));
      onTestFinished(() => rmSync(traces, { recursive: true, force: true }));
      const trace = join(traces, 'calls');
      const watched = ['-f', '-y', '-o', trace, '-e', 'trace=fsync,fdatasync,write,pwrite64'];
      const command = [process.execPath, COMMAND_LINE, 'keys', ...words, '--data-dir', dataDir];
      expect(spawnSync('strace', [...watched, ...command]).status).toBe(0);
      const calls = readFileSync(trace, 'latin1').split('\n');
      const written = calls.findLastIndex((call) => /pwrite64\(\d+<.*keys\.sqlite-wal>/.test(call));
      const synced = calls.findLastIndex((call) => /f(data)?sync\(\d+<.*keys\.sqlite-wal>/.test(call));
      const said = calls.findIndex((call) => /write\(1</.test(call));
      expect(written, words[0]).toBeGreaterThan(-1);
      expect([synced > written, synced < said], words[0]).toEqual([true, true]);
    }
  });
});

/** Both limits hold after `kill -9`: every answered request is counted, and at most some tens in addition. */

const LIMIT = 100;

async function killedService(dataDir: string, at = START): Promise<{ process: ChildProcess; url: string }> {
  const process = fork(join(import.meta.dirname, 'frozen-service.ts'), [dataDir, at], { execArgv: [] });
  onTestFinished(() => void process.kill('SIGKILL'));
  const [port] = await once(process, 'message');
  return { process, url: `http://127.0.0.1:${port}${DEBT_PATH}` };
}

/** Makes requests over several connections until `onAnswer` is false, or the service does not answer. */
async function ask(
  url: string,
  key: string,
  connections: number,
  onAnswer: (status: number, answered: number) => boolean,
): Promise<{ sent: number; answered: number }> {
  const count = { sent: 0, answered: 0 };
  let isOver = false;
  const one = async () => {
    while (!isOver) {
      count.sent += 1;
      const answer = await fetch(url, { headers: { 'X-API-Key': key } }).catch(() => undefined);
      if (!answer) return;
      await answer.arrayBuffer().catch(() => undefined);
      if (answer.status === 200) count.answered += 1;
      if (!onAnswer(answer.status, count.answered)) isOver = true;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return count;
}

/** The number of connections, and of answers before the kill. */
const MANY = [8, 90];

test.each(process.env.ALMANAC_SOAK ? [MANY, [1, 3], [1, 60], [8, 20]] : [MANY])(
  '%i connections and %i answers, kill -9: the next service lets through the rest of the minute',
  async (connections = 1, answers = 1) => {
    const dataDir = temporaryFolder();
    fillFolder(dataDir);
    const keys = openKeys(dataDir, { now: clock().now });
    onTestFinished(() => keys.close());
    const { key } = await keys.create('k');

    const first = await killedService(dataDir);
    const exit = once(first.process, 'exit');
    const before = await ask(first.url, key, connections, (_, answered) => {
      if (answered >= answers) first.process.kill('SIGKILL');
      return true;
    });
    await exit;
    expect(before.answered).toBeGreaterThanOrEqual(answers);

    const second = await killedService(dataDir);
    const after = await ask(second.url, key, connections, (status) => status === 200);
    // The key gets no more than the limit, and loses no more than was counted ahead.
    expect(before.answered + after.answered).toBeLessThanOrEqual(LIMIT);
    expect(before.sent + after.answered).toBeGreaterThanOrEqual(LIMIT - COUNTED_AHEAD);
    const [line] = await keys.list();
    expect([line?.this_minute, line?.today]).toEqual([LIMIT, LIMIT]);

    // The day has the same count, and the next minute starts at 0.
    second.process.kill('SIGKILL');
    await once(second.process, 'exit');
    const later = await killedService(dataDir, '2026-11-20T12:01:00.000Z');
    const answer = await fetch(later.url, { headers: { 'X-API-Key': key } });
    expect(answer.headers.get('RateLimit')).toMatch(/^"minute";r=99;t=60,"day";r=9899;/);
  },
);
