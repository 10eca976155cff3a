import { assertNever, Failure } from '../contract/failure.ts';
import type { VaultRequest, VaultState } from '../contract/vault.ts';
import type { Keychain } from './keychain.ts';
import { copyAside } from './private-file.ts';
import {
  nameOf,
  readIndex,
  type SecretIndex,
  type SecretPlace,
  withRow,
  writeIndex,
} from './secret-index.ts';
import { type FileStore, keepSurely, type SecretStore } from './secret-stores.ts';
import { tellState } from './tell-state.ts';

export type Stores = { keychain: Keychain; file: FileStore; session: SecretStore };

export type Choices = ReturnType<typeof createChoices>;

/** Describes where keys are kept, and changes that place when the user says so. */
export function createChoices(options: {
  indexFile: string;
  sealedFile: string;
  name: string;
  stores: Stores;
  /** Runs changes of the index one after another. Never wait for a prompt inside of it. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  now: () => Date;
}) {
  const { indexFile, sealedFile, name, stores, inTurn } = options;

  async function state(): Promise<VaultState> {
    const [keychain, file] = await Promise.all([stores.keychain.state(), stores.file.state()]);
    try {
      const { kept_in: chosen, secrets } = await readIndex(indexFile);
      const inFile = secrets
        .filter(({ kept_in }) => kept_in === 'file')
        .map(({ account }) => nameOf(account));
      return tellState({ name, keychain, file, chosen, sealedFile, inFile });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { message } = error;
      return { keychain, keychain_name: name, kept_in: null, file, message, ways: [], start_anew: null };
    }
  }

  /** Keeps new keys in `place`. Keys in memory move there too; keys in a lasting place stay where they are. */
  async function keepIn(place: SecretPlace): Promise<void> {
    let index: SecretIndex = { ...(await readIndex(indexFile)), kept_in: place };
    await writeIndex(indexFile, index);
    if (place === 'session') return;
    for (const row of index.secrets) {
      const secret = await stores.session.get(row.account);
      if (secret === null) continue;
      await keepSurely(stores[place], row.account, secret);
      index = withRow(index, { ...row, kept_in: place });
      await writeIndex(indexFile, index);
      await stores.session.delete(row.account);
    }
  }

  /**
   * Starts a new file when the passphrase is forgotten. The index is put aside too: if the passphrase turns up, putting both files
   * back restores everything.
   */
  async function startAnew(passphrase: string): Promise<void> {
    if ((await stores.file.state()) === 'open') {
      throw new Failure('vault', 'The file of keys is open, so nothing in it has to be given up.');
    }
    await copyAside([sealedFile, indexFile], options.now().toISOString().slice(0, 10));
    await stores.file.replace(passphrase);
    const index = await readIndex(indexFile);
    const secrets = index.secrets.filter(({ kept_in }) => kept_in !== 'file');
    await writeIndex(indexFile, { ...index, secrets });
    await keepIn('file');
  }

  async function choose({ way, passphrase }: VaultRequest): Promise<void> {
    // Fails before anything is changed if the index is damaged.
    await readIndex(indexFile);
    switch (way) {
      case 'unlock':
        return stores.keychain.unlock();
      case 'use-keychain':
        await stores.keychain.unlock();
        return inTurn(() => keepIn('keychain'));
      case 'use-session':
        return inTurn(() => keepIn('session'));
      case 'use-file':
        return inTurn(async () => {
          await stores.file.create(needed(passphrase));
          await keepIn('file');
        });
      case 'open-file':
        return stores.file.open(needed(passphrase));
      case 'new-file':
        return inTurn(() => startAnew(needed(passphrase)));
      default:
        return assertNever(way);
    }
  }

  return {
    /** Never prompts, and does not touch the keychain before somebody has asked for a secret (`keychain: 'unknown'`). */
    state,
    /** @throws Failure 'vault' where it cannot be done, with a sentence. */
    async choose(request: VaultRequest): Promise<VaultState> {
      await choose(request);
      return state();
    },
  };
}

function needed(passphrase: string | undefined): string {
  if (passphrase !== undefined && passphrase.length >= 8) return passphrase;
  throw new Failure('vault', 'The file of keys takes a passphrase of at least 8 characters.');
}
