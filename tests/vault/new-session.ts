import { openKeychain } from '../../electron/keychain.ts';
import {
  createFileStore,
  createSessionStore,
  type FileStore,
  type SecretStore,
} from '../../service/vault/secret-stores.ts';

/** A session of the app that has no key yet. */
export function newSession(): SecretStore {
  const { ask } = openKeychain(() => {
    throw new Error('The memory of the shell needs no process.');
  });
  return createSessionStore(ask);
}

/** The file of keys, in a session in which nobody has opened it. */
export const newFileStore = (file: string): FileStore => createFileStore(file, newSession());
