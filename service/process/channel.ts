import type { ServiceMessage } from '../contract/control.ts';
import type { AnswerMessage, CallMessage } from './rpc.ts';
import { watchParent } from './watch-parent.ts';

/** The line to the host: a forked child's IPC, or the parent port of Electron's utility process. */
export type Channel = {
  send(message: ServiceMessage | CallMessage | AnswerMessage): Promise<void>;
  /** Whatever comes: who hears it checks what it is. */
  onMessage(handle: (message: unknown) => void): void;
  /** The host has gone. */
  onDisconnect(handle: () => void): void;
};

/** What Electron gives a utility process as `process.parentPort`. */
type ParentPort = {
  postMessage(message: unknown): void;
  on(event: 'message', handle: (event: { data: unknown }) => void): void;
  on(event: 'close', handle: () => void): void;
};

/** @returns the channel of this process, or `undefined` where no host started it. */
export function openChannel(): Channel | undefined {
  const port = (process as { parentPort?: ParentPort }).parentPort;
  if (port) return overPort(port);
  return process.send ? overIpc() : undefined;
}

function overPort(port: ParentPort): Channel {
  return {
    send: async (message) => port.postMessage(message),
    onMessage: (handle) => port.on('message', ({ data }) => handle(data)),
    onDisconnect(handle) {
      port.on('close', handle);
      // Electron does not promise that the port closes where the host was killed.
      watchParent(handle);
    },
  };
}

function overIpc(): Channel {
  return {
    send: (message) =>
      new Promise((resolve) => {
        // A host that has gone takes nothing any more; `disconnect` then ends the process.
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
