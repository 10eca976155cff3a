import type { BrowserWindowDouble } from './browser-window.ts';
import type { Message } from './cdp.ts';
import type { Engine } from './engine.ts';
import { WebContentsDouble } from './web-contents.ts';

/**
 * Pauses every new page of Chromium before its first request, until its origin is known. A page for a window
 * of the app continues. A page opened by a link or form is reported to the window-open handler of its opener,
 * and closed.
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
    // A new page may be reported before the answer to our request for it.
    await Promise.allSettled([...opening]);
    const take = sessions.get(info.targetId);
    if (take) {
      take(sessionId);
      return;
    }
    if (attached.has(info.targetId)) return;
    // Chromium opened this page by itself.
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
    // Removed only after the promise above has registered the page.
    void asked.finally(() => opening.delete(asked)).catch(() => undefined);
    const { targetId, sessionId } = await attachedHere;
    attached.set(targetId, sessionId);
    await window.webContents.attach(targetId, sessionId, window.options.webPreferences?.preload);
  };
}
