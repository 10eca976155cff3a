import { createRequire } from 'node:module';
import { watchParent } from '../../service/process/watch-parent.ts';
import { killAtOnce } from '../kill-at-once.ts';
import type { KeychainReply, KeychainRequest, KeychainTask } from './keychain-messages.ts';

/**
 * Entry of the keychain process: keytar and nothing else. A call into the keychain that waits for a prompt can neither be
 * cancelled nor exited from in an orderly way, so it happens in a process that its parent can end at any time.
 */

const SERVICE = 'Almanac';

/** What is used of keytar 7.9. Its own types may not be there: it is an optional dependency. */
type Keytar = {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
};

/** Electron's end of the channel, where this is a utility process. */
type ParentPort = {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
};

let loaded: Keytar | undefined;
/** One call at a time: four that wait would block the thread pool, and with it reading files. */
let last: Promise<void> = Promise.resolve();

const port = (process as unknown as { parentPort?: ParentPort }).parentPort;
if (port) {
  port.on('message', ({ data }) => take(data as KeychainRequest));
  port.on('close', end);
  // Electron does not promise that the port closes where the host was killed.
  watchParent(end);
} else {
  process.on('message', (message) => take(message as KeychainRequest));
  process.once('disconnect', end);
}

/** The host has gone. `process.exit` would wait for a call that waits for a prompt. */
function end(): void {
  killAtOnce(process.pid);
}

function take(request: KeychainRequest): void {
  last = last.then(async () => tell(await answer(request)));
}

function tell(reply: KeychainReply): void {
  if (port) port.postMessage(reply);
  else process.send?.(reply, () => undefined);
}

async function answer({ id, ...task }: KeychainRequest): Promise<KeychainReply> {
  let keytar: Keytar;
  try {
    // Loaded with the first call, so that a desktop is never asked for its keychain because Almanac started.
    keytar = loadKeytar();
  } catch (error) {
    return { t: 'unavailable', id, message: firstLine(error) };
  }
  try {
    return { t: 'done', id, value: await perform(keytar, task) };
  } catch (error) {
    return { t: 'refused', id, message: firstLine(error) };
  }
}

function loadKeytar(): Keytar {
  loaded ??= createRequire(import.meta.url)('keytar') as Keytar;
  return loaded;
}

async function perform(keytar: Keytar, task: KeychainTask): Promise<string | null> {
  switch (task.t) {
    case 'get':
      return keytar.getPassword(SERVICE, task.account);
    case 'set':
      await keytar.setPassword(SERVICE, task.account, task.secret);
      return null;
    case 'delete':
      await keytar.deletePassword(SERVICE, task.account);
      return null;
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}
