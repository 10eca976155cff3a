import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { probeSecretService } from '../../service/vault/keychain.ts';
import {
  type DesktopSession,
  findProgram,
  missingForKeyring,
  missingForSession,
  startDesktopSession,
} from './desktop-session.ts';
import { openVault } from './open-vault.ts';
import { newFolder } from './places.ts';

// Starting processes can take long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PROGRAMS = ['gdbus', 'dbus-send', 'busctl'];

describe('a real keyring', () => {
  const missing = missingForSession();
  let session: DesktopSession | undefined;

  beforeAll(async () => {
    if (missing === '') session = await startDesktopSession('unlocked');
  });
  afterAll(() => session?.end());
  beforeEach(({ skip }) => skip(missing !== '', missing));

  /** The session on a machine that has only these programs. */
  async function withPrograms(names: readonly string[]): Promise<NodeJS.ProcessEnv> {
    const folder = await newFolder();
    for (const name of names) await symlink(findProgram(name) ?? '', path.join(folder, name));
    return { ...session?.environment, PATH: folder };
  }

  it.for(PROGRAMS)('is unlocked or locked, which %s alone can find out', async (name, { skip }) => {
    skip(findProgram(name) === undefined, `there is no ${name} on this machine`);
    const environment = await withPrograms([name]);
    await session?.unlock();
    expect(await probeSecretService(environment, 20_000)).toBe('unlocked');
    await session?.lock();
    expect(await probeSecretService(environment, 20_000)).toBe('locked');
  });

  it('has an unknown state if no program can ask, until the keychain itself answers', async ({ skip }) => {
    const lacking = missingForKeyring();
    skip(lacking !== '', lacking);
    const { vault, close } = await openVault({ environment: await withPrograms([]) });
    await session?.unlock();
    expect((await vault.state()).keychain).toBe('unknown');
    await vault.write({ kind: 'publisher', publisher: 'bls' }, 'a key of a publisher');
    expect((await vault.state()).keychain).toBe('unlocked');
    await close();
  });
});

describe('a keyring played by a program of the test', () => {
  beforeEach(({ skip }) => skip(process.platform === 'win32', 'Windows has its own keychain'));

  const LOGIN = '/org/freedesktop/secrets/collection/login';
  /** Makes a program that records its name and bus, and then runs one of two pieces of shell script. */
  async function program(folder: string, name: string, alias: string, locked = 'exit 1'): Promise<void> {
    const file = path.join(folder, name);
    const text = `#!/bin/sh
echo "${name} at $DBUS_SESSION_BUS_ADDRESS" >> ${folder}/asked
case "$*" in
*ReadAlias*default) ${alias};;
*${LOGIN}*Locked) ${locked};;
*) exit 1;;
esac
`;
    await writeFile(file, text, { mode: 0o755 });
  }
  const say = (text = '') => `echo "${text.replaceAll('"', '\\"')}"`;
  const asked = async (folder: string) =>
    (await readFile(path.join(folder, 'asked'), 'utf8')).split('\n').slice(0, -1);
  const BUS = 'unix:path=/of/this/session';
  /** Only SIGKILL ends it. */
  const hang = "trap '' TERM; exec /bin/sleep 300";

  it.each([
    ['no keyring yet', say("(objectpath '/',)"), 'exit 1', 'no-keyring', 1],
    ['no answer that is a name', say('nothing'), 'exit 1', 'no-keyring', 1],
    ['no service', 'exit 1', 'exit 1', 'no-service', 1],
    ['a service that does not answer', hang, 'exit 1', 'locked', 1],
    ['a keyring that is refused', say(`(objectpath '${LOGIN}',)`), 'exit 1', 'no-keyring', 2],
    ['a keyring that does not answer', say(`(objectpath '${LOGIN}',)`), hang, 'locked', 2],
    ['an answer that is neither', say(`(objectpath '${LOGIN}',)`), say('falsehood'), 'locked', 2],
    ['one that is open', say(`(objectpath '${LOGIN}',)`), say('(<false>,)'), 'unlocked', 2],
  ])('may have %s', async (_, alias, locked, state, times) => {
    const folder = await newFolder();
    await program(folder, 'gdbus', alias, locked);
    const environment = { PATH: folder, DBUS_SESSION_BUS_ADDRESS: BUS };
    expect(await probeSecretService(environment, alias === hang || locked === hang ? 2_000 : 20_000)).toBe(
      state,
    );
    expect(await asked(folder)).toEqual(Array(times).fill(`gdbus at ${BUS}`));
  });

  it('is asked by the first available program, in any folder of the path', async () => {
    const [empty, first, last] = [await newFolder(), await newFolder(), await newFolder()];
    const none = say("(objectpath '/',)");
    await program(first, 'busctl', none);
    await program(last, 'busctl', none);
    await program(last, 'dbus-send', none);
    const environment = {
      PATH: ['', empty, first, last].join(path.delimiter),
      DBUS_SESSION_BUS_ADDRESS: BUS,
    };
    expect(await probeSecretService(environment, 20_000)).toBe('no-keyring');
    expect(await asked(last)).toEqual([expect.stringMatching(/^dbus-send /)]);
    await program(last, 'gdbus', none);
    await probeSecretService(environment, 20_000);
    expect((await asked(last)).at(-1)).toMatch(/^gdbus /);
    await rm(path.join(last, 'gdbus'));
    await rm(path.join(last, 'dbus-send'));
    await probeSecretService(environment, 20_000);
    expect(await asked(first)).toHaveLength(1);
  });

  it('is asked at the bus of the runtime folder if no address is given, and if that bus exists', async () => {
    const folder = await newFolder();
    await program(folder, 'gdbus', say("(objectpath '/',)"));
    const environment = {
      PATH: folder,
      XDG_RUNTIME_DIR: path.join(folder, 'run'),
      DBUS_SESSION_BUS_ADDRESS: '',
    };
    // Without an address a library would start its own bus.
    expect(await probeSecretService(environment, 20_000)).toBe('no-service');
    expect(await probeSecretService({ PATH: folder, DISPLAY: ':99' }, 20_000)).toBe('no-service');
    await mkdir(path.join(folder, 'run/bus'), { recursive: true });
    expect(await probeSecretService(environment, 20_000)).toBe('no-keyring');
    expect(await asked(folder)).toEqual([`gdbus at unix:path=${path.join(folder, 'run/bus')}`]);
  });

  it('has an unknown state without a program, which is not looked for in the present folder', async () => {
    const folder = await newFolder();
    await program(folder, 'gdbus', say("(objectpath '/',)"));
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(folder);
    for (const PATH of ['', path.delimiter, `${path.delimiter}${path.join(folder, 'none')}`, undefined]) {
      expect(await probeSecretService({ PATH, DBUS_SESSION_BUS_ADDRESS: BUS }, 20_000)).toBe('unknown');
    }
    expect(await probeSecretService({ PATH: folder, DBUS_SESSION_BUS_ADDRESS: BUS }, 20_000)).toBe(
      'no-keyring',
    );
  });
});
