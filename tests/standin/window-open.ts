import type { Engine } from './engine.ts';

/**
 * Replaces `window.open` in a page and returns what Electron's returns where a window is denied. Its source is put into pages, so
 * it uses nothing from outside the function.
 */
function replaceOpen(): void {
  // biome-ignore lint/suspicious/noExplicitAny: a page's own globals
  const own: any = globalThis;
  const tell = own.standinWindowOpen;
  if (typeof tell !== 'function') return;
  delete own.standinWindowOpen;
  own.open = function open(url = '', name = '', features = ''): null {
    const address = url === '' ? 'about:blank' : new URL(String(url), own.document.baseURI).href;
    tell(JSON.stringify([address, String(name), String(features)]));
    return null;
  };
}

/** Chromium cannot be stopped from opening a window to which the page gets a reference. So the page's `window.open` asks `judge`. */
export async function watchWindowOpen(
  engine: Engine,
  sessionId: string,
  judge: (url: string, name: string, features: string) => void,
): Promise<void> {
  const { devtools } = engine.chromium;
  devtools.on(
    'Runtime.bindingCalled',
    ({ name, payload }) => {
      if (name === 'standinWindowOpen') judge(...(JSON.parse(payload) as [string, string, string]));
    },
    sessionId,
  );
  await Promise.all([
    devtools.send('Runtime.addBinding', { name: 'standinWindowOpen' }, sessionId),
    devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${replaceOpen})()` }, sessionId),
  ]);
}
