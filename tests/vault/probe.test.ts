import { mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  type DesktopSession,
  findProgram,
  missingForKeyring,
  startDesktopSession,
} from './desktop-session.ts';
import { openVault } from './open-vault.ts';

// Processes start, on a machine that may have much else to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const missing = missingForKeyring();
let session: DesktopSession | undefined;

beforeAll(async () => {
  if (missing === '') session = await startDesktopSession('unlocked');
});
afterAll(() => session?.end());
beforeEach(({ skip }) => skip(missing !== '', missing));

/** A vault in the session, on a machine that has only the programs of `names`. */
async function withPrograms(names: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-path-'));
  for (const name of names) await symlink(findProgram(name) ?? '', path.join(folder, name));
  return openVault({ environment: { ...session?.environment, PATH: folder } });
}

it.for(['gdbus', 'dbus-send', 'busctl'])('%s alone tells unlocked from locked', async (name, { skip }) => {
  skip(findProgram(name) === undefined, `there is no ${name} on this machine`);
  const { vault } = await withPrograms([name]);
  await session?.unlock();
  expect((await vault.state()).keychain).toBe('unlocked');
  await session?.lock();
  expect((await vault.state()).keychain).toBe('locked');
});

it('is not known where no program can ask, and then the keychain itself says it', async () => {
  const { vault } = await withPrograms([]);
  await session?.unlock();
  expect((await vault.state()).keychain).toBe('unknown');
  await vault.write({ kind: 'publisher', publisher: 'bls' }, 'a key of a publisher');
  expect((await vault.state()).keychain).toBe('unlocked');
  await vault.close();
});

it('is no service where the session has no address for D-Bus, so that none is started for it', async () => {
  const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, ...environment } = session?.environment ?? {};
  const { vault } = await openVault({ environment: { ...environment, DISPLAY: ':99' } });
  expect((await vault.state()).keychain).toBe('no-service');
});

it('finds the bus by the runtime folder where the variable is not set', async () => {
  const { DBUS_SESSION_BUS_ADDRESS, ...environment } = session?.environment ?? {};
  const { vault } = await openVault({ environment });
  await session?.unlock();
  expect((await vault.state()).keychain).toBe('unlocked');
});
