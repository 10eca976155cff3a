import { createRequire } from 'node:module';
import { fits } from '../service/contract/fits.ts';
import { type KeychainAnswer, KeychainRequest } from '../service/contract/service-channel.ts';
import { openChannel } from '../service/process/channel.ts';

/**
 * Entry of the keychain process, which only runs keytar, one request at a time. While the keychain waits for
 * a prompt, a request cannot be cancelled and the process cannot exit in an orderly way, so the shell kills
 * it.
 */

const SERVICE = 'Almanac';

/** The part of keytar 7.9 that is used. Its own types may be missing: it is an optional dependency. */
type Keytar = {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
};

let loaded: Keytar | undefined;
/** One request at a time: four waiting ones would block the thread pool, and with it reading files. */
let last: Promise<unknown> = Promise.resolve();

const channel = openChannel<KeychainAnswer>();
if (!channel) throw new Error('Only the shell can start the keychain process.');
const { send } = channel;
channel.onMessage((message) => {
  last = last.then(() => answer(message)).then(send);
});
// The shell has gone. `process.exit` would wait for a request that waits for a prompt.
channel.onDisconnect(() => process.kill(process.pid, 'SIGKILL'));

async function answer(request: unknown): Promise<KeychainAnswer> {
  // The answer does not repeat the request, which may hold a secret.
  if (!fits(KeychainRequest, request)) {
    return { t: 'refused', message: 'The keychain process was given what it does not take.' };
  }
  try {
    // Load keytar at the first request, so that the desktop does not ask for the keychain just because
    // Almanac started.
    loaded ??= createRequire(import.meta.url)('keytar') as Keytar;
  } catch (error) {
    return { t: 'unavailable', message: firstLine(error) };
  }
  try {
    return { t: 'done', value: await perform(loaded, request) };
  } catch (error) {
    return { t: 'refused', message: firstLine(error) };
  }
}

async function perform(keytar: Keytar, request: KeychainRequest): Promise<string | null> {
  const { act, account } = request;
  if (act === 'read') return keytar.getPassword(SERVICE, account);
  if (act === 'write') await keytar.setPassword(SERVICE, account, request.secret);
  else await keytar.deletePassword(SERVICE, account);
  return null;
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}
