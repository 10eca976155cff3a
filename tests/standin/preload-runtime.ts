import type { decodeWire, encodeWire } from './wire.ts';
import type { openWorldBridge } from './world-bridge.ts';

/** Data for the isolated world. The functions are added to it as text. */
export type RuntimeParts = {
  encodeWire: typeof encodeWire;
  decodeWire: typeof decodeWire;
  bridge: ReturnType<typeof openWorldBridge>;
  platform: string;
};

/**
 * The isolated world of a sandboxed preload script: `require('electron')` with contextBridge and ipcRenderer, and no
 * Node. Its source is put into pages, so it uses nothing from outside the function.
 */
export function runPreload(
  { encodeWire, decodeWire, bridge, platform }: RuntimeParts,
  preload: (require: unknown, module: unknown, exports: unknown, process: unknown) => void,
): void {
  // biome-ignore lint/suspicious/noExplicitAny: globals that only this world has
  const own: any = globalThis;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, Set<(event: object, ...args: unknown[]) => void>>();
  const toMain = own.standinToMain;
  let lastId = 0;

  own.standinFromMain = (text: string): void => {
    // biome-ignore lint/suspicious/noExplicitAny: made by the main process of the double
    const message = decodeWire(text) as any;
    if (message.t === 'send') {
      for (const listener of [...(listeners.get(message.channel) ?? [])]) listener({}, ...message.args);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if ('error' in message) asked?.reject(new Error(message.error));
    else asked?.resolve(message.value);
  };

  const ipcRenderer = {
    invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      return new Promise((resolve, reject) => {
        lastId += 1;
        const text = encodeWire({ t: 'invoke', id: lastId, channel, args });
        waiting.set(lastId, { resolve, reject });
        toMain(text);
      });
    },
    send: (channel: string, ...args: unknown[]): void => toMain(encodeWire({ t: 'send', channel, args })),
    on(channel: string, listener: (event: object, ...args: unknown[]) => void): unknown {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    removeListener(channel: string, listener: (event: object, ...args: unknown[]) => void): unknown {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };
  const electron = {
    ipcRenderer,
    contextBridge: { exposeInMainWorld: (name: string, api: unknown) => bridge.expose(name, api) },
  };
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`module not found: ${name}`);
  };
  const module = { exports: {} };
  const sandboxedProcess = {
    platform,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    argv: [],
    env: {},
    versions: {},
  };
  try {
    preload(require, module, module.exports, sandboxedProcess);
  } catch (error) {
    console.error(`Unable to load preload script: ${String(error)}`);
  }
}
