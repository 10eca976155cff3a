import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { KeychainState } from '../contract/access.ts';
import { assertNever, Failure } from '../contract/failure.ts';
import type { KeychainAnswer, KeychainRequest } from '../contract/service-channel.ts';
import { whyKeychainFails } from './describe-state.ts';
import type { AskShell, SecretStore } from './secret-stores.ts';

export type Keychain = SecretStore & {
  /** Never prompts and never loads keytar. 'unknown' before the first request on macOS and Windows. */
  state(): Promise<KeychainState>;
  /**
   * Makes the system ask the person to unlock, by writing, reading and deleting an entry that is no secret.
   * Waits up to a minute. @throws Failure 'vault'
   */
  unlock(): Promise<void>;
};

export type KeychainOptions = {
  name: string;
  askKeychain: AskShell;
  /** Reads the state without a prompt; undefined if the system has no way to do so. */
  probe: (() => Promise<KeychainState>) | undefined;
  /** True if keytar is installed. Does not load it. */
  isInstalled: () => boolean;
};

const place = 'keychain';
const CHECK_ACCOUNT = 'check';
const CHECK_WORD = 'Almanac wrote this to see whether the keychain works.';

/** The system's keychain. It is used only while it is open, or when the person asks for it. */
export function createKeychain({ name, askKeychain, probe, isInstalled }: KeychainOptions): Keychain {
  /** The state after the last request; the only source if the state cannot be probed. */
  let learnt: KeychainState | undefined;

  async function state(): Promise<KeychainState> {
    learnt ??= isInstalled() ? 'unknown' : 'unavailable';
    if (learnt === 'unavailable' || probe === undefined) return learnt;
    const probed = await probe();
    return probed === 'unknown' ? learnt : probed;
  }

  /** If an open keychain refuses, asks once more through a new process; only that answer counts. */
  async function askTwice(request: KeychainRequest, mayPrompt: boolean): Promise<KeychainAnswer> {
    const answer = await askKeychain(request, mayPrompt);
    if (answer.t !== 'refused' || probe === undefined || (await probe()) !== 'unlocked') return answer;
    return askKeychain(request, mayPrompt);
  }

  /** @param mayAsk whether a person has just asked for it and expects a prompt */
  async function ask(request: KeychainRequest, mayAsk = false): Promise<string | null> {
    const before = await state();
    const isOpen = before === 'unlocked' || before === 'unknown';
    if (!(isOpen || mayAsk)) throw refusal(before);
    const isSurelyOpen = before === 'unlocked' && probe !== undefined;
    const answer = await askTwice(request, mayAsk || !isSurelyOpen);
    switch (answer.t) {
      case 'done':
        learnt = 'unlocked';
        return answer.value;
      case 'unavailable':
        learnt = 'unavailable';
        throw refusal('unavailable', answer.message);
      case 'refused': {
        learnt = 'locked';
        const after = await state();
        if (after !== 'unlocked') throw refusal(after, answer.message);
        throw new Failure('vault', `${name} refused: ${answer.message}`);
      }
      case 'overdue':
        learnt = 'locked';
        throw new Failure(
          'vault',
          `${name} did not answer in time, so it is taken as locked. Look for a window that asks for its password, and unlock it again here.`,
        );
      case 'ended':
        throw new Failure(
          'vault',
          `The process that speaks with ${name} ended before it answered. Try again.`,
        );
      default:
        return assertNever(answer);
    }
  }

  function refusal(state: KeychainState, keychainMessage?: string): Failure {
    return new Failure('vault', whyKeychainFails(name, state, keychainMessage));
  }

  return {
    state,
    get: (account) => ask({ act: 'read', place, account }),
    set: async (account, secret) => void (await ask({ act: 'write', place, account, secret })),
    delete: async (account) => void (await ask({ act: 'remove', place, account })),
    async unlock() {
      // keytar may have been installed since.
      if (learnt === 'unavailable') learnt = undefined;
      const now = await state();
      if (now === 'unavailable' || now === 'no-service') throw refusal(now);
      await ask({ act: 'write', place, account: CHECK_ACCOUNT, secret: CHECK_WORD }, true);
      const found = await ask({ act: 'read', place, account: CHECK_ACCOUNT }, true);
      if (found !== CHECK_WORD) throw new Failure('vault', whyKeychainFails(name, 'locked'));
      await ask({ act: 'remove', place, account: CHECK_ACCOUNT }, true);
    },
  };
}

const run = promisify(execFile);

const NAME = 'org.freedesktop.secrets';
const ROOT = '/org/freedesktop/secrets';
const COLLECTION = 'org.freedesktop.Secret.Collection';

/** Programs of glib, D-Bus and systemd that can ask over D-Bus, with arguments. Desktops differ in these. */
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
 * Asks the Secret Service whether its default keyring is locked (Secret Service API 0.2, `ReadAlias` and the
 * collection's `Locked`), which never prompts. A service that does not answer in time counts as locked.
 * @returns 'unknown' if no program of this machine can ask
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
