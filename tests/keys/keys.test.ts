import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type KeyStore, openKeys } from '../../service/keys/index.ts';
import { COUNTED_AHEAD } from '../../service/keys/usage.ts';
import { type Clock, clock, temporaryFolder } from '../api/folder.ts';

function keysOf(folder: string, time = clock()) {
  const keys = openKeys(folder, { now: time.now });
  onTestFinished(() => keys.close());
  return keys;
}

describe('API keys', () => {
  it('are alm_ and 43 base64url characters, and all different', async () => {
    const keys = keysOf(temporaryFolder());
    const made = await Promise.all(Array.from({ length: 50 }, (_, i) => keys.create(`key ${i}`)));
    for (const { key, last4, id } of made) {
      expect(key).toMatch(/^alm_[A-Za-z0-9_-]{43}$/);
      expect(key.endsWith(last4)).toBe(true);
      expect(id).toMatch(/^[a-z2-9]{6}$/);
    }
    expect(new Set(made.map(({ key }) => key)).size).toBe(50);
    expect(new Set(made.map(({ id }) => id)).size).toBe(50);
  });

  it('are active, then revoked, and unknown if they were never created', async () => {
    const time = clock();
    const keys = keysOf(temporaryFolder(), time);
    const { id, key } = await keys.create('one');
    expect(await keys.authenticate(key)).toEqual({ state: 'active', keyId: id });
    expect(await keys.authenticate(`${key}x`)).toEqual({ state: 'unknown' });
    expect(await keys.authenticate('')).toEqual({ state: 'unknown' });
    const first = await keys.revoke(id);
    expect(await keys.authenticate(key)).toEqual({ state: 'revoked', keyId: id });
    expect(await keys.admit({ id }, undefined)).toEqual({ state: 'revoked', keyId: id });
    time.forward(60_000);
    expect((await keys.revoke(id)).revoked_at).toBe(first.revoked_at);
    await expect(keys.revoke('nosuch')).rejects.toThrow(/nosuch/);
  });

  it('revoked by another connection are revoked at once', async () => {
    const folder = temporaryFolder();
    const service = keysOf(folder);
    const { id, key } = await service.create('shared');
    expect((await service.authenticate(key)).state).toBe('active');
    await keysOf(folder).revoke(id);
    expect((await service.authenticate(key)).state).toBe('revoked');
  });

  it('are nowhere in the folder in readable form', async () => {
    const folder = temporaryFolder();
    const keys = keysOf(folder);
    const { key, id } = await keys.create('secret');
    await keys.admit({ id }, 'client');
    await keys.flush();
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name));
      expect(bytes.includes(key)).toBe(false);
      expect(bytes.includes(key.slice(4))).toBe(false);
    }
    if (process.platform !== 'win32') {
      for (const file of ['keys.sqlite', 'keys.sqlite-wal', 'keys.sqlite-shm']) {
        expect([file, statSync(join(folder, file)).mode & 0o077]).toEqual([file, 0]);
      }
    }
  });

  it('have a label of 1 to 80 characters on one line, without blanks around it', async () => {
    const keys = keysOf(temporaryFolder());
    for (const label of ['', ' \t ', 'x'.repeat(81), 'two\nlines', 'tab\tin it', 'null\0'])
      await expect(keys.create(label)).rejects.toThrow(
        "A key's label is 1 to 80 characters on one line, for example 'Excel at work'.",
      );
    expect(await keys.list()).toEqual([]);
    for (const label of ['é'.repeat(80), '  Excel '])
      expect((await keys.create(label)).label).toBe(label.trim());
  });

  it('remember when and by which client they were last used, with its name cut to 120 characters', async () => {
    const keys = keysOf(temporaryFolder());
    const { id } = await keys.create('one');
    expect((await keys.list())[0]).toMatchObject({
      last_used_at: null,
      last_client: null,
      today: 0,
      this_minute: 0,
    });
    await keys.admit({ id }, 'R/4.4'.padEnd(200, '.'));
    keys.note(id, undefined);
    const [listed] = await keys.list();
    expect(listed).toMatchObject({ last_used_at: '2026-11-20T12:00:05.000Z', today: 1, this_minute: 1 });
    expect(listed?.last_client).toHaveLength(120);
  });

  it('keep the secret of paging tokens', async () => {
    const folder = temporaryFolder();
    const first = openKeys(folder, { now: clock().now });
    const secret = first.tokenSecret();
    await first.close();
    expect(secret).toHaveLength(32);
    expect(keysOf(folder).tokenSecret().equals(secret)).toBe(true);
    expect(keysOf(temporaryFolder()).tokenSecret().equals(secret)).toBe(false);
  });
});

function open(folder: string, time: Clock) {
  const keys = openKeys(folder, { now: time.now });
  onTestFinished(() => keys.close());
  return keys;
}

/** Asks once with a key. @returns the rest of its limits; `undefined` if it is not active. */
async function ask(keys: KeyStore, id: string) {
  const found = await keys.admit({ id }, undefined);
  return found.state === 'active' ? found.quota : undefined;
}

describe('limits', () => {
  it('let 100 requests pass in a clock minute, and do not count refused ones', async () => {
    const time = clock('2026-11-20T12:00:05.250Z');
    const keys = open(temporaryFolder(), time);
    const { id } = await keys.create('k');
    for (let i = 1; i <= 100; i++) {
      expect(await ask(keys, id)).toEqual({
        minuteRemaining: 100 - i,
        minuteReset: 55,
        dayRemaining: 10_000 - i,
        dayReset: 43_195,
        exceeded: undefined,
      });
    }
    for (let i = 0; i < 3; i++) {
      expect(await ask(keys, id)).toMatchObject({
        exceeded: 'minute',
        minuteRemaining: 0,
        dayRemaining: 9900,
      });
    }
    time.set('2026-11-20T12:00:59.999Z');
    expect(await ask(keys, id)).toMatchObject({ exceeded: 'minute', minuteReset: 1 });
    time.set('2026-11-20T12:01:00.000Z');
    expect(await ask(keys, id)).toMatchObject({
      exceeded: undefined,
      minuteRemaining: 99,
      minuteReset: 60,
      dayRemaining: 9899,
    });
  });

  it('let 10,000 requests pass in a UTC day; if both limits are exceeded, the day’s is named', async () => {
    const time = clock('2026-11-20T00:00:00.000Z');
    const keys = open(temporaryFolder(), time);
    const { id } = await keys.create('k');
    for (let minute = 0; minute < 100; minute++) {
      const quotas = await Promise.all(Array.from({ length: 100 }, () => ask(keys, id)));
      for (const quota of quotas) expect(quota?.exceeded).toBeUndefined();
      if (minute < 99) time.forward(60_000);
    }
    expect(await ask(keys, id)).toMatchObject({ exceeded: 'day', dayRemaining: 0, minuteRemaining: 0 });
    time.set('2026-11-20T23:59:59.001Z');
    expect(await ask(keys, id)).toMatchObject({ exceeded: 'day', dayReset: 1, minuteRemaining: 100 });
    time.set('2026-11-21T00:00:00.000Z');
    expect(await ask(keys, id)).toMatchObject({
      exceeded: undefined,
      dayRemaining: 9999,
      dayReset: 86_400,
    });
  });

  it.each(['Pacific/Auckland', 'America/Los_Angeles'])(
    'begin the day at midnight UTC in %s too',
    async (zone) => {
      vi.stubEnv('TZ', zone);
      onTestFinished(() => void vi.unstubAllEnvs());
      const time = clock('2026-11-20T00:00:00.000Z');
      expect(time.now().getTimezoneOffset()).not.toBe(0);
      const keys = open(temporaryFolder(), time);
      const { id } = await keys.create('k');
      for (let hour = 0; hour < 24; hour++) {
        expect(await ask(keys, id)).toMatchObject({
          dayRemaining: 9999 - hour,
          dayReset: (24 - hour) * 3600,
        });
        time.forward(3_600_000);
      }
      expect(await ask(keys, id)).toMatchObject({ dayRemaining: 9999, dayReset: 86_400 });
    },
  );

  it('of both windows are still counted after the process ends', async () => {
    const folder = temporaryFolder();
    const time = clock();
    const first = openKeys(folder, { now: time.now });
    const { id } = await first.create('k');
    for (let i = 0; i < 60; i++) await ask(first, id);
    await first.close();
    expect(await ask(open(folder, time), id)).toMatchObject({ minuteRemaining: 39, dayRemaining: 9939 });
  });

  it('are in the file, with the last use, a quarter of a second later, even if the file stays open', async () => {
    const folder = temporaryFolder();
    const time = clock();
    const service = open(folder, time);
    const { id } = await service.create('k');
    for (let i = 0; i < 5; i++) await ask(service, id);
    await expect
      .poll(async () => (await open(folder, time).list())[0], { timeout: 5000 })
      .toMatchObject({ today: 5, this_minute: 5, last_used_at: '2026-11-20T12:00:05.000Z' });
  });

  it('are in the file as soon as a request is admitted, some counted ahead, never above a limit', async () => {
    const folder = temporaryFolder();
    const time = clock();
    const service = open(folder, time);
    const other = open(folder, time);
    const { id } = await service.create('k');
    for (let i = 1; i <= 100; i++) {
      await ask(service, id);
      const { today, this_minute } = (await other.list())[0] ?? { today: 0, this_minute: 0 };
      expect([today, this_minute]).toEqual([this_minute, today]);
      expect(today).toBeGreaterThanOrEqual(i);
      expect(today).toBeLessThanOrEqual(Math.min(100, i + COUNTED_AHEAD));
    }
  });

  it('cost one commit for some tens of requests', async () => {
    const folder = temporaryFolder();
    const service = open(folder, clock());
    const { id } = await service.create('k');
    const watching = new Sqlite(join(folder, 'keys.sqlite'), { readonly: true });
    onTestFinished(() => void watching.close());
    // `data_version` changes with each commit of another connection.
    const seen = new Set<unknown>();
    for (let i = 0; i < 80; i++) {
      await ask(service, id);
      seen.add(watching.pragma('data_version', { simple: true }));
    }
    expect(seen.size).toBeGreaterThan(1);
    // About four commits count ahead, and the exact counts follow a quarter of a second later.
    expect(seen.size).toBeLessThan(20);
  });

  it('are taken back in the windows in which they were counted, and in no other', async () => {
    const folder = temporaryFolder();
    const time = clock();
    const service = open(folder, time);
    const { id, key } = await service.create('k');
    const counted = async () => {
      const found = await service.admit({ key }, undefined);
      return found.state === 'active' ? found.takeBack : undefined;
    };
    const [first, second] = [await counted(), await counted()];
    first?.();
    expect((await service.list())[0]).toMatchObject({ today: 1, this_minute: 1 });
    time.forward(60_000);
    await counted();
    second?.();
    expect((await service.list())[0]).toMatchObject({ today: 1, this_minute: 1 });
    await expect
      .poll(async () => (await open(folder, time).list())[0], { timeout: 5000 })
      .toMatchObject({ today: 1, this_minute: 1 });
    for (let i = 0; i < 99; i++) await ask(service, id);
    expect(await counted()).toBeUndefined();
  });

  it('continue to count while another program locks the file, and write all counts afterwards', async () => {
    const folder = temporaryFolder();
    const time = clock();
    const service = open(folder, time);
    const { id } = await service.create('k');
    const holder = new Sqlite(join(folder, 'keys.sqlite'));
    onTestFinished(() => void holder.close());
    holder.exec('BEGIN IMMEDIATE');
    for (let i = 0; i < 100; i++) {
      expect((await ask(service, id))?.exceeded).toBeUndefined();
    }
    expect((await ask(service, id))?.exceeded).toBe('minute');
    holder.exec('COMMIT');
    await expect
      .poll(async () => (await open(folder, time).list())[0], { timeout: 5000 })
      .toMatchObject({ today: 100, this_minute: 100 });
  });

  it('are separate for each key', async () => {
    const keys = open(temporaryFolder(), clock());
    const [{ id: a }, { id: b }] = [await keys.create('a'), await keys.create('b')];
    for (let i = 0; i < 100; i++) await ask(keys, a);
    expect((await ask(keys, a))?.exceeded).toBe('minute');
    expect(await ask(keys, b)).toMatchObject({ exceeded: undefined, minuteRemaining: 99 });
  });

  it('keep the day’s count when the clock is set back into the day', async () => {
    const time = clock('2026-11-20T23:59:50.000Z');
    const keys = open(temporaryFolder(), time);
    const { id } = await keys.create('k');
    for (let i = 0; i < 10; i++) await ask(keys, id);
    time.set('2026-11-21T00:00:10.000Z');
    expect((await ask(keys, id))?.dayRemaining).toBe(9999);
    time.set('2026-11-20T23:59:40.000Z');
    expect((await ask(keys, id))?.dayRemaining).toBe(9989);
  });
});
