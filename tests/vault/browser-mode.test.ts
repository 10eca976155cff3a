import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { CopiedKey, CreatedKey } from '../../service/contract/access.ts';
import type { VaultState } from '../../service/contract/vault.ts';
import { startBrowserMode } from '../support/browser-mode.ts';
import { signIn } from '../support/signed-in.ts';
import { isAlive, missingForKeyring, startDesktopSession } from './desktop-session.ts';

const missing = missingForKeyring();

beforeEach(({ skip }) => skip(missing !== '', missing));

/** The keychain processes of this session: others run tests at the same time. */
async function keychainsIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const isOne = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
      return (await read('cmdline')).includes('keychain-process') && (await read('environ')).includes(folder);
    }),
  );
  return pids.filter((_, at) => isOne[at]);
}

it('browser mode keeps the key of another tool in the keyring, and starts no process for it before', {
  timeout: 120_000,
  tags: 'soak',
}, async () => {
  const session = await startDesktopSession('unlocked');
  onTestFinished(session.end);
  const host = await startBrowserMode(['--no-sample'], ['--service-port', '0'], session.environment);
  onTestFinished(async () => void (await host.stop()));
  const { ask } = await signIn(host);

  const before = (await (await ask('/host/vault')).json()) as VaultState;
  expect(before).toMatchObject({ keychain: 'unlocked', kept_in: 'keychain' });
  expect(await keychainsIn(session.folder)).toEqual([]);

  const made = (await (await ask('/host/create-key', { label: 'notebook' })).json()) as CreatedKey;
  expect(made).toMatchObject({ kept: 'keychain', message: null });
  const copied = (await (await ask('/host/copy-key', { id: made.line.id })).json()) as CopiedKey;
  expect(copied.key).toBe(made.key);
  const running = await keychainsIn(session.folder);
  expect(running).toHaveLength(1);

  await session.lock();
  const refused = await ask('/host/copy-key', { id: made.line.id });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('is locked');
  expect(await readFile(path.join(host.dataDir, 'vault.json'), 'utf8')).not.toContain(made.key);
  expect(host.printed()).not.toContain(made.key);

  host.process.kill('SIGINT');
  await expect.poll(() => running.some(isAlive), { timeout: 15_000 }).toBe(false);
});
