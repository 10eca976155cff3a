import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openKeys } from '../../service/keys/index.ts';
import { clock, temporaryFolder } from '../api/folder.ts';

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

  it('are nowhere in the folder in a form that can be read back', async () => {
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
