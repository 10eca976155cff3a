import { isAlive } from './drafts.ts';

/** A child's connection to the shell: the IPC channel of a forked child, or Electron's parent port. */
export type Channel<Sent extends object = object> = {
  send(message: Sent): Promise<void>;
  /** Calls back with each message. The message is unchecked. */
  onMessage(handle: (message: unknown) => void): void;
  /** Calls back once the shell has ended. */
  onDisconnect(handle: () => void): void;
};

/** Type of `process.parentPort` in a utility process of Electron. */
type ParentPort = {
  postMessage(message: unknown): void;
  on(event: 'message', handle: (event: { data: unknown }) => void): void;
  on(event: 'close', handle: () => void): void;
};

/** @returns the channel of this process, or `undefined` if no shell started it. */
export function openChannel<Sent extends object = object>(): Channel<Sent> | undefined {
  const port = (process as { parentPort?: ParentPort }).parentPort;
  if (port) return overPort(port);
  return process.send ? overIpc() : undefined;
}

/**
 * Waits for the first message; ends this process if the shell ends before.
 * @returns the message, unchecked, and the channel, which passes it on again to `onMessage`
 */
export async function withFirst<Sent extends object>(
  channel: Channel<Sent>,
): Promise<{ first: unknown; channel: Channel<Sent> }> {
  const held: unknown[] = [];
  let handle = (message: unknown): void => void held.push(message);
  let handleEnd = (): void => process.exit();
  channel.onDisconnect(() => handleEnd());
  await new Promise<void>((resolve) =>
    channel.onMessage((message) => {
      handle(message);
      resolve();
    }),
  );
  const onMessage = (given: typeof handle): void => {
    handle = given;
    for (const message of held.splice(0)) given(message);
  };
  const onDisconnect = (given: typeof handleEnd): void => {
    handleEnd = given;
  };
  return { first: held[0], channel: { ...channel, onMessage, onDisconnect } };
}

function overPort(port: ParentPort): Channel {
  return {
    send: async (message) => port.postMessage(message),
    onMessage: (handle) => port.on('message', ({ data }) => handle(data)),
    onDisconnect(handle) {
      port.on('close', handle);
      // Electron does not promise that the port closes if the shell is killed.
      watchParent(handle);
    },
  };
}

function overIpc(): Channel {
  return {
    send: (message) =>
      new Promise((resolve) => {
        // If the shell has ended, nothing can be sent; `disconnect` then ends this process.
        if (!process.connected || !process.send) resolve();
        else process.send(message, undefined, undefined, () => resolve());
      }),
    onMessage: (handle) => process.on('message', handle),
    onDisconnect: (handle) => {
      if (process.connected) process.on('disconnect', handle);
      else handle();
    },
  };
}

const LOOK_MS = 2_000;
/** Read when this file is loaded, so that a shell that is killed soon after the start is noticed too. */
const parent = process.ppid;

/** Calls `handle` once the parent process has ended. The parent's id then changes, except on Windows. */
function watchParent(handle: () => void): void {
  const look = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(look);
    handle();
  }, LOOK_MS);
  look.unref();
}
