import type { BrowserWindowDouble } from './browser-window.ts';
import type { Message } from './cdp.ts';
import type { Engine } from './engine.ts';
import { WebContentsDouble } from './web-contents.ts';

/**
 * Every page of Chromium stops before its first request until it is known whose it is: one that a window of the app asked
 * for goes on, one that a link or a form wants to open is judged by its page's window-open handler, and is closed.
 */
export async function keepTargets(engine: Engine): Promise<(window: BrowserWindowDouble) => Promise<void>> {
  const { devtools } = engine.chromium;
  const sessions = new Map<string, (sessionId: string) => void>();
  const attached = new Map<string, string>();
  const opening = new Set<Promise<unknown>>();

  devtools.on('Page.windowOpen', ({ url, windowName, windowFeatures }, sessionId) => {
    const by = [...WebContentsDouble.all.values()].find((each) => each.sessionId === sessionId);
    by?.judgeWindow(url, windowName, (windowFeatures ?? []).join(','));
  });
  devtools.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type !== 'page') {
      devtools.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => undefined);
      return;
    }
    void whose(sessionId, targetInfo);
  });
  devtools.on('Target.targetDestroyed', ({ targetId }) => {
    for (const contents of [...WebContentsDouble.all.values()])
      if (contents.targetId === targetId) contents.emit('stand-in:close');
  });
  await devtools.send('Target.setDiscoverTargets', { discover: true });
  await devtools.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  });

  async function whose(sessionId: string, info: Message): Promise<void> {
    // The answer to our own request for a page may come after the page.
    await Promise.allSettled([...opening]);
    const take = sessions.get(info.targetId);
    if (take) {
      take(sessionId);
      return;
    }
    if (attached.has(info.targetId)) return;
    // Nobody's: Chromium opened it for reasons of its own.
    devtools.send('Target.closeTarget', { targetId: info.targetId }).catch(() => undefined);
  }

  return async (window) => {
    const { width, height } = window.getBounds();
    const asked = devtools.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      width,
      height,
    });
    const attachedHere = asked.then(
      ({ targetId }) =>
        new Promise<{ targetId: string; sessionId: string }>((resolve) => {
          sessions.set(targetId, (sessionId) => resolve({ targetId, sessionId }));
        }),
    );
    opening.add(asked);
    // Whoever waits for the answer goes on after the promise above knows its page.
    void asked.finally(() => opening.delete(asked)).catch(() => undefined);
    const { targetId, sessionId } = await attachedHere;
    attached.set(targetId, sessionId);
    await window.webContents.attach(targetId, sessionId, window.options.webPreferences?.preload);
  };
}
