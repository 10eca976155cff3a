import { writeFile } from 'node:fs/promises';
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { SecretName } from '../../service/vault/index.ts';
import { missingForKeyring, startDesktopSession } from './desktop-session.ts';
import { openVault } from './open-vault.ts';

/** Every state of the keychain as it is met: what reading and writing a key says then, and what the page tells. */

// Processes start, on a machine that may have much else to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const missing = missingForKeyring();
const KEPT: SecretName = { kind: 'api-key', id: 'kept' };
const NEW: SecretName = { kind: 'api-key', id: 'new' };
const SECRET = 'alm_0123456789abcdefghij';
const ALL_WAYS = ['unlock', 'use-session', 'use-file'];
const table: string[][] = [];

beforeEach(({ skip }) => skip(missing !== '', missing));
afterAll(() => {
  if (table.length === 0) return;
  const heads = ['keyring', 'key kept there before', 'state', 'read', 'write', 'page'];
  console.log([heads, ...table].map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
});

it.each([
  // keyring, whether a key is noted, state, place, ways, read, write
  ['none', false, 'no-service', 'session', ['use-file'], /No such key/, 'kept'],
  ['empty', false, 'no-keyring', 'session', ['use-keychain', 'use-file'], /No such key/, 'kept'],
  ['locked', false, 'locked', 'keychain', ALL_WAYS, /No such key/, /is locked/],
  ['unlocked', false, 'unlocked', 'keychain', [], /No such key/, 'kept'],
  ['none', true, 'no-service', 'keychain', ALL_WAYS, /does not run/, /does not run/],
  ['empty', true, 'no-keyring', 'keychain', ALL_WAYS, /has no keyring/, /has no keyring/],
  ['locked', true, 'locked', 'keychain', ALL_WAYS, /is locked/, /is locked/],
  ['unlocked', true, 'unlocked', 'keychain', [], /gives nothing for this key/, 'kept'],
] as const)('%s, with a key noted before: %s', async (keyring, isNoted, state, place, ways, read, write) => {
  const session = await startDesktopSession(keyring);
  const { vault, close, indexFile, pids } = await openVault({ environment: session.environment });
  onTestFinished(async () => {
    await close();
    await session.end();
  });
  if (isNoted) {
    const row = {
      account: 'api-key:kept',
      last4: 'ghij',
      set_at: '2026-01-02T03:04:05.000Z',
      kept_in: 'keychain',
    };
    await writeFile(indexFile, JSON.stringify({ version: 1, kept_in: 'keychain', secrets: [row] }));
  }
  const told = await vault.state();
  // To look costs no keytar and no prompt.
  expect(pids).toEqual([]);
  const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));
  const [readSaid, writeSaid] = [
    await vault.read(KEPT).catch(sentence),
    await vault.write(NEW, SECRET).then(() => 'kept', sentence),
  ];
  table.push([keyring, isNoted ? 'yes' : 'no', told.keychain, readSaid, writeSaid, told.message]);
  expect(told).toMatchObject({ keychain: state, kept_in: place, file: 'none', ways });
  expect(readSaid).toMatch(read);
  expect(writeSaid).toMatch(write);
});
