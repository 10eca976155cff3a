import { createRequire } from 'node:module';
import { openChannel } from '../../service/process/channel.ts';
import { answererOf, handleBy } from '../../service/process/rpc.ts';
import { KEYCHAIN_CALLS, type KeychainAnswer, type KeychainCalls } from './keychain-contract.ts';

/**
 * Entry of the keychain process: keytar and nothing else. While a call into the keychain waits for a prompt it cannot be cancelled, and
 * its process cannot exit in an orderly way. So it has its own process, which the host can kill at any time.
 */

const SERVICE = 'Almanac';

/** The part of keytar 7.9 that is used. Its own types may be missing: it is an optional dependency. */
type Keytar = {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
};

let loaded: Keytar | undefined;
/** One call at a time: four that wait would block the thread pool, and with it reading files. */
let last: Promise<unknown> = Promise.resolve();

const channel = openChannel();
if (!channel) throw new Error('Only the host can start the keychain process.');
const { hear } = answererOf(
  KEYCHAIN_CALLS,
  handleBy<KeychainCalls>({
    get: ({ account }) => inTurn((keytar) => keytar.getPassword(SERVICE, account)),
    set: ({ account, secret }) => inTurn((keytar) => keytar.setPassword(SERVICE, account, secret)),
    delete: ({ account }) => inTurn((keytar) => keytar.deletePassword(SERVICE, account)),
  }),
  channel.send,
  firstLine,
);
channel.onMessage((message) => void hear(message));
// The host has gone. `process.exit` would wait for a call that waits for a prompt.
channel.onDisconnect(() => process.kill(process.pid, 'SIGKILL'));

function inTurn(ask: (keytar: Keytar) => Promise<unknown>): Promise<KeychainAnswer> {
  const answer = last.then(() => answerBy(ask));
  last = answer;
  return answer;
}

async function answerBy(ask: (keytar: Keytar) => Promise<unknown>): Promise<KeychainAnswer> {
  try {
    // Loaded with the first call, so that a desktop never asks for its keychain only because Almanac started.
    loaded ??= createRequire(import.meta.url)('keytar') as Keytar;
  } catch (error) {
    return { t: 'unavailable', message: firstLine(error) };
  }
  try {
    const found = await ask(loaded);
    return { t: 'done', value: typeof found === 'string' ? found : null };
  } catch (error) {
    return { t: 'refused', message: firstLine(error) };
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}
