import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Engine } from './engine.ts';
import { hearInvoke, type Sender } from './ipc-main.ts';
import { decodeWire, encodeWire } from './wire.ts';

/** Data for the page. Its functions are added as source text. */
type RuntimeParts = {
  encodeWire: typeof encodeWire;
  decodeWire: typeof decodeWire;
  platform: string;
  /** Name of the function through which the main process answers. */
  answerBy: string;
};

/**
 * Runs a sandboxed preload script: `require('electron')` has contextBridge and ipcRenderer, and there is no
 * Node. The double has no isolated world: exposed values are frozen, and the script's variables are local to
 * a function. The source is injected into pages, so it uses nothing from outside the function.
 */
function runPreload(
  { encodeWire, decodeWire, platform, answerBy }: RuntimeParts,
  preload: (require: unknown, module: unknown, exports: unknown, process: unknown) => void,
): void {
  // biome-ignore lint/suspicious/noExplicitAny: globals of the double's pages
  const own: any = globalThis;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const toMain = own.standinToMain;
  delete own.standinToMain;
  let lastId = 0;

  const answer = (text: string): void => {
    // biome-ignore lint/suspicious/noExplicitAny: made by the main process of the double
    const message = decodeWire(text) as any;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if ('error' in message) asked?.reject(new Error(message.error));
    else asked?.resolve(message.value);
  };
  Object.defineProperty(own, answerBy, { value: answer });

  // biome-ignore lint/suspicious/noExplicitAny: values exposed by a preload script
  const frozen = (value: any): any => {
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) frozen(inner);
    return Object.freeze(value);
  };
  const electron = {
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]): Promise<unknown> =>
        new Promise((resolve, reject) => {
          lastId += 1;
          const text = encodeWire({ id: lastId, channel, args });
          waiting.set(lastId, { resolve, reject });
          toMain(text);
        }),
    },
    contextBridge: {
      exposeInMainWorld: (name: string, api: unknown) =>
        Object.defineProperty(own, name, { value: frozen(api), enumerable: true }),
    },
  };
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`module not found: ${name}`);
  };
  const module = { exports: {} };
  const sandboxed = { platform, type: 'renderer', sandboxed: true, contextIsolated: true, argv: [], env: {} };
  try {
    preload(require, module, module.exports, sandboxed);
  } catch (error) {
    console.error(`Unable to load preload script: ${String(error)}`);
  }
}

/**
 * Adds the preload script to every new document of the main frame, before any script of the page runs.
 * @param senderOf finds the sender of a message by its frame
 */
export async function installPreload(
  engine: Engine,
  sessionId: string,
  preload: string | undefined,
  senderOf: (frameId: string) => Sender,
): Promise<void> {
  const { devtools } = engine.chromium;
  const frames = new Map<number, string>();
  const answerBy = `standin${randomBytes(12).toString('hex')}`;
  const send = (method: string, params: Record<string, unknown>) => devtools.send(method, params, sessionId);

  devtools.on(
    'Runtime.executionContextCreated',
    ({ context }) => void frames.set(context.id, context.auxData?.frameId ?? ''),
    sessionId,
  );
  devtools.on(
    'Runtime.executionContextDestroyed',
    ({ executionContextId }) => void frames.delete(executionContextId),
    sessionId,
  );
  devtools.on('Runtime.executionContextsCleared', () => frames.clear(), sessionId);
  devtools.on(
    'Runtime.bindingCalled',
    async ({ name, payload, executionContextId: contextId }) => {
      if (name !== 'standinToMain') return;
      const { id, channel, args } = decodeWire(payload) as { id: number; channel: string; args: unknown[] };
      const answer = await hearInvoke(senderOf(frames.get(contextId) ?? ''), channel, args);
      const expression = `${answerBy}(${JSON.stringify(encodeWire({ id, ...answer }))})`;
      // The document that sent the message may be gone.
      send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
    },
    sessionId,
  );
  if (preload === undefined) return;
  await Promise.all([
    send('Runtime.addBinding', { name: 'standinToMain' }),
    send('Page.addScriptToEvaluateOnNewDocument', {
      source: `if (window === window.top) (${runPreload})(
        { encodeWire: ${encodeWire}, decodeWire: ${decodeWire}, platform: '${process.platform}', answerBy: '${answerBy}' },
        function (require, module, exports, process) { ${readFileSync(preload, 'utf8')}\n })`,
    }),
  ]);
}
