import { timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import Value from 'typebox/value';
import { Failure } from '../contract/failure.ts';
import type { KeychainAnswer, KeychainRequest } from '../contract/service-channel.ts';
import type { VaultState } from '../contract/vault.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';
import {
  deriveSealingKey,
  newSalt,
  type SealingKey,
  saltOf,
  seal,
  sealingKeyOf,
  textOfKey,
  unseal,
} from './sealed-text.ts';

/** Passes a request to the shell, which has the keychain. Never rejects. `mayPrompt`: the system may ask the person something. */
export type AskShell = (request: KeychainRequest, mayPrompt: boolean) => Promise<KeychainAnswer>;

/** A place that holds secrets by account. Every function throws Failure 'vault' where the place cannot be reached. */
export type SecretStore = {
  /** @returns null where it holds nothing by this account */
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
};

/** Keeps secrets in memory until the app ends: in that of the shell, since the service may be started again in between. */
export function createSessionStore(askShell: AskShell): SecretStore {
  const place = 'memory';
  async function ask(request: KeychainRequest): Promise<string | null> {
    const answer = await askShell(request, false);
    if (answer.t === 'done') return answer.value;
    throw new Failure('vault', 'The keys in memory cannot be reached, because Almanac is ending.');
  }
  return {
    get: (account) => ask({ act: 'read', place, account }),
    set: async (account, secret) => void (await ask({ act: 'write', place, account, secret })),
    delete: async (account) => void (await ask({ act: 'remove', place, account })),
  };
}

/**
 * Writes, reads back and compares. If that fails, puts back what was there before.
 * @throws Failure 'vault' where the store does not hold the secret afterwards.
 */
export async function keepSurely(store: SecretStore, account: string, secret: string): Promise<void> {
  const before = await store.get(account);
  try {
    await store.set(account, secret);
    const found = await store.get(account);
    if (found === null || !isSameSecret(found, secret)) {
      throw new Failure(
        'vault',
        'The key was written, but another one was read back, so it is not kept there.',
      );
    }
  } catch (error) {
    await putBack(store, account, before);
    throw error;
  }
}

/** @param before what the store held; null where it held nothing */
export async function putBack(store: SecretStore, account: string, before: string | null): Promise<void> {
  try {
    await (before === null ? store.delete(account) : store.set(account, before));
  } catch (error) {
    // The first failure is the one to report. That putting back fails as well says nothing new.
    if (!(error instanceof Failure)) throw error;
  }
}

export type FileStore = SecretStore & {
  state(): Promise<VaultState['file']>;
  /** Makes the file, or opens the existing one. @throws Failure 'vault' where the passphrase is wrong. */
  create(passphrase: string): Promise<void>;
  /** @throws Failure 'vault' where there is no file, or the passphrase is wrong. */
  open(passphrase: string): Promise<void>;
  /** Replaces the file by an empty one; the caller has copied the old one. @throws Failure 'vault' where it cannot. */
  replace(passphrase: string): Promise<void>;
};

const Secrets = Type.Record(Type.String(), Type.String());

/** The account in the session of the key that opens the file. */
const SEALING_KEY = 'sealing-key';

/**
 * Secrets in one file under a passphrase. The passphrase is asked for once in a session and is not kept; the key derived from it stays
 * in the session. The file is read at each use, because it may have changed.
 */
export function createFileStore(file: string, session: SecretStore): FileStore {
  async function keyOfSession(): Promise<SealingKey | undefined> {
    const text = await session.get(SEALING_KEY);
    return text === null ? undefined : sealingKeyOf(text);
  }

  async function state(): Promise<VaultState['file']> {
    const text = await readPrivateFile(file);
    if (text === undefined) return 'none';
    return (await session.get(SEALING_KEY)) === null ? 'locked' : 'open';
  }

  async function read(): Promise<{ key: SealingKey; secrets: Record<string, string> }> {
    const text = await readPrivateFile(file);
    if (text === undefined) throw new Failure('vault', `The file of keys is not there: ${file}.`);
    const key = await keyOfSession();
    if (key === undefined) {
      throw new Failure('vault', 'The file of keys is locked. Open it with its passphrase.');
    }
    return { key, secrets: secretsIn(unseal(key, text)) };
  }

  async function open(passphrase: string): Promise<void> {
    const text = await readPrivateFile(file);
    if (text === undefined) throw new Failure('vault', `There is no file of keys to open: ${file}.`);
    const derived = await deriveSealingKey(passphrase, saltOf(text));
    secretsIn(unseal(derived, text));
    await session.set(SEALING_KEY, textOfKey(derived));
  }

  async function replace(passphrase: string): Promise<void> {
    const made = await deriveSealingKey(passphrase, newSalt());
    await writePrivateFile(file, seal(made, JSON.stringify({})));
    await session.set(SEALING_KEY, textOfKey(made));
  }

  return {
    state,
    open,
    replace,
    create: async (passphrase) => ((await state()) === 'none' ? replace(passphrase) : open(passphrase)),
    async get(account) {
      const { secrets } = await read();
      return Object.hasOwn(secrets, account) ? (secrets[account] ?? null) : null;
    },
    async set(account, secret) {
      const opened = await read();
      await writePrivateFile(
        file,
        seal(opened.key, JSON.stringify({ ...opened.secrets, [account]: secret })),
      );
    },
    async delete(account) {
      const opened = await read();
      const { [account]: _, ...others } = opened.secrets;
      await writePrivateFile(file, seal(opened.key, JSON.stringify(others)));
    },
  };
}

function secretsIn(text: string): Record<string, string> {
  const found: unknown = JSON.parse(text);
  if (!Value.Check(Secrets, found)) throw new Failure('vault', 'The file of keys holds something else.');
  return found;
}

/** Takes the same time wherever the two differ. */
function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
