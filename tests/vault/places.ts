import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { KeychainState } from '../../service/contract/access.ts';
import { Failure } from '../../service/contract/failure.ts';
import { type Stores, vaultOn } from '../../service/vault/create-vault.ts';
import type { SecretName } from '../../service/vault/index.ts';
import { createFileStore } from '../../service/vault/secret-stores.ts';
import { newSession } from './open-vault.ts';

export const LOCKED = 'The keyring is locked.';
export const WRONG =
  'The passphrase is not the one that the file of keys was made with. If it is forgotten, start over with a new file.';
export const PASSPHRASE = 'correct horse battery';
export const BLS: SecretName = { kind: 'publisher', publisher: 'BLS' };
export const refused = (message: unknown) => ({ code: 'vault', message });

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-vault-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The content of each place for a key that none of them has. */
export const NOWHERE = { keychain: null, session: null, file: null };

/** A vault whose keychain a test can lock: no keyring of this machine is needed. */
export async function places(keychain: KeychainState = 'unlocked', environment: NodeJS.ProcessEnv = {}) {
  const folder = await newFolder();
  const held = new Map<string, string>();
  /** Calls that reached the stores, in order. */
  const asked: string[] = [];
  let state = keychain;
  let beforeSet = async (): Promise<void> => undefined;
  const reached = async <T>(work: () => T): Promise<T> => {
    if (state === 'locked' || state === 'no-service') throw new Failure('vault', LOCKED);
    return work();
  };
  const session = newSession();
  const sealedFile = path.join(folder, 'vault-sealed.json');
  const file = createFileStore(sealedFile, session);
  const watched = <Store extends Stores['session']>(store: Store): Store => ({
    ...store,
    async set(account, secret) {
      await beforeSet();
      await store.set(account, secret);
    },
  });
  const stores: Stores = {
    keychain: watched({
      state: async () => state,
      unlock: () =>
        reached(() => {
          asked.push('unlock');
        }),
      get: (account) => reached(() => held.get(account) ?? null),
      set: (account, secret) => reached(() => void held.set(account, secret)),
      delete: (account) => reached(() => void held.delete(account)),
    }),
    session: watched(session),
    file: watched(file),
  };
  const indexFile = path.join(folder, 'vault.json');
  let time = '2026-11-22T10:00:00.000Z';
  const now = () => new Date(time);
  const vault = vaultOn({ indexFile, sealedFile, name: 'Keyring', stores, environment, now });
  return {
    folder,
    indexFile,
    sealedFile,
    held,
    asked,
    session,
    file,
    /** The content of each place under this name; null for a file that is not open. */
    heldBy: async (account: string) => ({
      keychain: held.get(account) ?? null,
      session: await session.get(account),
      file: (await file.state()) === 'open' ? await file.get(account) : null,
    }),
    /** The content of the index. */
    index: async (): Promise<unknown> => JSON.parse(await readFile(indexFile, 'utf8')),
    turn: (next: KeychainState) => {
      state = next;
    },
    setTime: (next: string) => {
      time = next;
    },
    /** Makes the index unwritable from the next time a key is written anywhere, until `mend`. */
    breakIndex() {
      beforeSet = async () => {
        beforeSet = async () => undefined;
        await rename(indexFile, `${indexFile}.old`).catch(() => undefined);
        // Not even an administrator can replace a non-empty folder with a file.
        await mkdir(path.join(indexFile, 'in the way'), { recursive: true });
      };
    },
    async mend() {
      await rm(indexFile, { recursive: true });
      await rename(`${indexFile}.old`, indexFile).catch(() => undefined);
    },
    /** Writes the index with these rows: account, place. */
    async note(kept_in: string | null, rows: [account: string, kept_in: string][]) {
      const secrets = rows.map(([account, place]) => ({
        account,
        last4: 'abcd',
        set_at: '2026-01-02T03:04:05.000Z',
        kept_in: place,
      }));
      await writeFile(indexFile, JSON.stringify({ version: 1, kept_in, secrets }));
    },
    secrets: vault,
    choices: vault,
  };
}
