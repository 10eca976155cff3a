import { Type } from 'typebox';
import Value from 'typebox/value';
import { Failure } from '../../service/contract/failure.ts';
import type { VaultState } from '../../service/contract/vault.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';
import { deriveSealingKey, newSalt, type SealingKey, saltOf, seal, unseal } from './sealed-text.ts';
import type { SecretStore } from './secret-store.ts';

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

/**
 * Secrets in one file under a passphrase. The passphrase is asked for once in a session and is not kept; the key derived from it stays
 * in memory. The file is read at each use, because it may have changed.
 */
export function createFileStore(file: string): FileStore {
  let key: SealingKey | undefined;

  async function state(): Promise<VaultState['file']> {
    const text = await readPrivateFile(file);
    if (text === undefined) return 'none';
    return key === undefined ? 'locked' : 'open';
  }

  async function read(): Promise<{ key: SealingKey; secrets: Record<string, string> }> {
    const text = await readPrivateFile(file);
    if (text === undefined) throw new Failure('vault', `The file of keys is not there: ${file}.`);
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
    key = derived;
  }

  async function replace(passphrase: string): Promise<void> {
    const made = await deriveSealingKey(passphrase, newSalt());
    await writePrivateFile(file, seal(made, JSON.stringify({})));
    key = made;
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
