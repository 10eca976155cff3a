import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Engine } from './engine.ts';
import { hearInvoke, hearSend, type Sender } from './ipc-main.ts';
import { runPreload } from './preload-runtime.ts';
import { decodeWire, encodeWire } from './wire.ts';
import { openWorldBridge } from './world-bridge.ts';

const WORLD = 'Electron Isolated Context';

export type PreloadWorld = { send(channel: string, args: unknown[]): void };

/**
 * Adds to every new document of the main frame an isolated world with the preload script, and to the page's own world the other
 * end of the bridge, both before any script of the page runs.
 * @param senderOf finds the sender of a message by its frame
 */
export async function installPreload(
  engine: Engine,
  sessionId: string,
  preload: string | undefined,
  senderOf: (frameId: string) => Sender,
): Promise<PreloadWorld> {
  const { devtools } = engine.chromium;
  const contexts = new Map<number, string>();
  const send = (method: string, params: Record<string, unknown>) => devtools.send(method, params, sessionId);

  devtools.on(
    'Runtime.executionContextCreated',
    ({ context }) => {
      if (context.name === WORLD) contexts.set(context.id, context.auxData?.frameId ?? '');
    },
    sessionId,
  );
  devtools.on(
    'Runtime.executionContextDestroyed',
    ({ executionContextId }) => void contexts.delete(executionContextId),
    sessionId,
  );
  devtools.on('Runtime.executionContextsCleared', () => contexts.clear(), sessionId);

  const reply = (contextId: number, message: unknown): void => {
    const expression = `standinFromMain(${JSON.stringify(encodeWire(message))})`;
    // The document that sent the message may be gone.
    send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  };

  devtools.on(
    'Runtime.bindingCalled',
    ({ name, payload, executionContextId }) => {
      if (name !== 'standinToMain') return;
      const { t, id, channel, args } = decodeWire(payload) as {
        t: string;
        id: number;
        channel: string;
        args: unknown[];
      };
      const sender = senderOf(contexts.get(executionContextId) ?? '');
      if (t === 'send') hearSend(sender, channel, args);
      else
        void hearInvoke(sender, channel, args).then((answer) =>
          reply(executionContextId, { t, id, ...answer }),
        );
    },
    sessionId,
  );

  const [page, isolated] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
  const script = preload === undefined ? '' : readFileSync(preload, 'utf8');
  const inMainFrame = (source: string): string => `if (window === window.top) { ${source} }`;
  await Promise.all([
    send('Runtime.addBinding', { name: 'standinToMain', executionContextName: WORLD }),
    send('Page.addScriptToEvaluateOnNewDocument', {
      source: inMainFrame(`(${openWorldBridge})('${page}', '${isolated}')`),
    }),
    send('Page.addScriptToEvaluateOnNewDocument', {
      worldName: WORLD,
      source: inMainFrame(`(${runPreload})(
        { encodeWire: ${encodeWire}, decodeWire: ${decodeWire}, platform: '${process.platform}',
          bridge: (${openWorldBridge})('${isolated}', '${page}') },
        function (require, module, exports, process) { ${script}\n })`),
    }),
  ]);
  return {
    send(channel, args) {
      for (const contextId of contexts.keys()) reply(contextId, { t: 'send', channel, args });
    },
  };
}
