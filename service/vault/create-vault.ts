import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import type { KeychainState } from '../contract/vault.ts';
import { type Choices, createChoices } from './choices.ts';
import { createKeychain } from './keychain.ts';
import { type AskShell, createFileStore, createSessionStore } from './secret-stores.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { keychainName } from './tell-state.ts';

export type Vault = Choices & Secrets;

/** How long the Secret Service may take to say whether it is locked, which asks nobody. */
const PROBE_MS = 5_000;

export type VaultOptions = {
  /** Holds the index `vault.json` and, if keys are kept under a passphrase, `vault-sealed.json`. */
  dataDir: string;
  askKeychain: AskShell;
  /** Holds ALMANAC_KEY_<PUBLISHER>, which the service's own environment lacks, and the address of the session's D-Bus. */
  environment: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  probeMs?: number;
  /** Whether keytar is installed. Does not load it. */
  isKeytarInstalled?: () => boolean;
  now?: () => Date;
};

/** Opens and starts nothing yet: index, keychain and file are first touched when somebody asks for them. */
export function createVault(options: VaultOptions): Vault {
  const { dataDir, askKeychain, environment, platform = process.platform, probeMs = PROBE_MS } = options;
  const indexFile = path.join(dataDir, 'vault.json');
  const name = keychainName(platform);
  const keychain = createKeychain({
    name,
    askKeychain,
    probe: hasOwnKeychain(platform) ? undefined : () => probeSecretService(environment, probeMs),
    isInstalled: options.isKeytarInstalled ?? isKeytarInstalled,
  });
  const sealedFile = path.join(dataDir, 'vault-sealed.json');
  const now = options.now ?? (() => new Date());
  const session = createSessionStore(askKeychain);
  const stores = { keychain, file: createFileStore(sealedFile, session), session };
  const inTurn = queue();
  const choices = createChoices({ indexFile, sealedFile, name, stores, inTurn, now });
  const secrets = createSecrets({ indexFile, stores, environment, now });
  return {
    state: choices.state,
    names: secrets.names,
    look: secrets.look,
    read: secrets.read,
    choose: choices.choose,
    write: (name, secret, word) => inTurn(() => secrets.write(name, secret, word)),
    remove: (name, word) => inTurn(() => secrets.remove(name, word)),
  };
}

/** Any other system has a Secret Service, or nothing. */
function hasOwnKeychain(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' || platform === 'win32';
}

/** Runs changes of the index one after another, so that none overwrites another. */
function queue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

function isKeytarInstalled(): boolean {
  try {
    // The package alone does not do: its program is compiled or downloaded by the launcher, which may have failed.
    createRequire(import.meta.url).resolve('keytar/build/Release/keytar.node');
    return true;
  } catch {
    return false;
  }
}

const run = promisify(execFile);

const NAME = 'org.freedesktop.secrets';
const ROOT = '/org/freedesktop/secrets';
const COLLECTION = 'org.freedesktop.Secret.Collection';

/** Programs that can ask over D-Bus, with their arguments. Desktops differ in which one they have (of glib, D-Bus, systemd). */
const PROGRAMS: Readonly<Record<string, { readAlias: string[]; readLocked: (at: string) => string[] }>> = {
  gdbus: {
    readAlias: [...gdbus(ROOT, 'org.freedesktop.Secret.Service.ReadAlias'), 'default'],
    readLocked: (at) => [...gdbus(at, 'org.freedesktop.DBus.Properties.Get'), COLLECTION, 'Locked'],
  },
  'dbus-send': {
    readAlias: [...dbusSend(ROOT), 'org.freedesktop.Secret.Service.ReadAlias', 'string:default'],
    readLocked: (at) => [
      ...dbusSend(at),
      'org.freedesktop.DBus.Properties.Get',
      `string:${COLLECTION}`,
      'string:Locked',
    ],
  },
  busctl: {
    readAlias: ['--user', 'call', NAME, ROOT, 'org.freedesktop.Secret.Service', 'ReadAlias', 's', 'default'],
    readLocked: (at) => ['--user', 'get-property', NAME, at, COLLECTION, 'Locked'],
  },
};

function gdbus(at: string, method: string): string[] {
  return ['call', '--session', '--dest', NAME, '--object-path', at, '--method', method];
}

function dbusSend(at: string): string[] {
  return ['--session', '--print-reply=literal', `--dest=${NAME}`, at];
}

/**
 * Asks the Secret Service whether its default keyring is locked. It reads two values, which never prompts
 * (Secret Service API 0.2, `ReadAlias` and the collection's `Locked`).
 * @param environment only PATH, DBUS_SESSION_BUS_ADDRESS and XDG_RUNTIME_DIR are used
 * @param timeoutMs for each of the two; a service that does not answer is taken as locked
 * @returns 'unknown' where no program of this machine can ask
 */
export async function probeSecretService(
  environment: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<KeychainState> {
  const address = busAddress(environment);
  // Without an address the library would start its own bus, which has no keyring.
  if (address === undefined) return 'no-service';
  const found = Object.entries(PROGRAMS)
    .map(([name, words]) => ({ file: findProgram(name, environment), ...words }))
    .find(({ file }) => file !== undefined);
  if (found?.file === undefined) return 'unknown';
  const { file } = found;
  const settings = {
    env: { ...environment, DBUS_SESSION_BUS_ADDRESS: address },
    timeout: timeoutMs,
  };

  const alias = await ask(file, found.readAlias, settings);
  if (alias === 'overdue') return 'locked';
  if (alias === 'refused') return 'no-service';
  const collection = /\/[\w/]*/.exec(alias.printed)?.[0] ?? '/';
  if (collection === '/') return 'no-keyring';
  const locked = await ask(file, found.readLocked(collection), settings);
  if (locked === 'overdue') return 'locked';
  if (locked === 'refused') return 'no-keyring';
  return /\bfalse\b/.test(locked.printed) ? 'unlocked' : 'locked';
}

async function ask(
  file: string,
  words: string[],
  settings: { env: NodeJS.ProcessEnv; timeout: number },
): Promise<{ printed: string } | 'refused' | 'overdue'> {
  try {
    const { stdout } = await run(file, words, { ...settings, killSignal: 'SIGKILL' });
    return { printed: stdout };
  } catch (error) {
    const isKilled = error instanceof Error && 'killed' in error && error.killed === true;
    return isKilled ? 'overdue' : 'refused';
  }
}

function busAddress({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): string | undefined {
  if (DBUS_SESSION_BUS_ADDRESS) return DBUS_SESSION_BUS_ADDRESS;
  const socket = XDG_RUNTIME_DIR ? path.join(XDG_RUNTIME_DIR, 'bus') : undefined;
  return socket !== undefined && existsSync(socket) ? `unix:path=${socket}` : undefined;
}

function findProgram(name: string, { PATH = '' }: NodeJS.ProcessEnv): string | undefined {
  return PATH.split(path.delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}
