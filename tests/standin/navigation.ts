import type { Message } from './cdp.ts';
import { type Engine, StandinEvent } from './engine.ts';

type Emit = (name: string, ...args: unknown[]) => void;

/**
 * Emits will-frame-navigate, will-navigate and will-redirect before Chromium sends a request, which a
 * listener can prevent. As in Electron, the app's own navigations (loadURL, reload) emit none of them.
 */
export async function guardNavigation(
  engine: Engine,
  sessionId: string,
  frames: FrameTree,
  emit: Emit,
): Promise<void> {
  const { devtools } = engine.chromium;
  /** Addresses that a page wants to open, by frame. Chromium reports them before it sends a request. */
  const asked = new Map<string, Set<string>>();

  devtools.on(
    'Page.frameRequestedNavigation',
    ({ frameId, url, disposition }) => {
      if (disposition !== 'currentTab') return;
      if (/^https?:/.test(url)) {
        asked.set(frameId, (asked.get(frameId) ?? new Set()).add(url));
        return;
      }
      // Chromium itself refuses these addresses, which are not on the network.
      ask(frameId, url);
    },
    sessionId,
  );

  devtools.on(
    'Fetch.requestPaused',
    (paused) => {
      const isStopped = paused.resourceType === 'Document' && isPreventedBy(paused);
      const answer = isStopped
        ? devtools.send(
            'Fetch.failRequest',
            { requestId: paused.requestId, errorReason: 'Aborted' },
            sessionId,
          )
        : devtools.send('Fetch.continueRequest', { requestId: paused.requestId }, sessionId);
      // The page may have been closed meanwhile.
      answer.catch(() => undefined);
    },
    sessionId,
  );
  await devtools.send(
    'Fetch.enable',
    { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] },
    sessionId,
  );

  function isPreventedBy(paused: Message): boolean {
    const { frameId, request, redirectedRequestId } = paused;
    const url: string = request.url + (request.urlFragment ?? '');
    if (redirectedRequestId !== undefined) return fire(['will-redirect'], frameId, url);
    const wanted = asked.get(frameId);
    const isByPage =
      [...(wanted ?? [])].some((each) => each.split('#')[0] === request.url) || isSubframe(frameId);
    wanted?.clear();
    return isByPage && ask(frameId, url);
  }

  function isSubframe(frameId: string): boolean {
    return frames.find(frameId)?.parent != null;
  }

  function ask(frameId: string, url: string): boolean {
    return fire(
      isSubframe(frameId) ? ['will-frame-navigate'] : ['will-frame-navigate', 'will-navigate'],
      frameId,
      url,
    );
  }

  function fire(names: string[], frameId: string, url: string): boolean {
    const frame: WebFrame | null = frames.find(frameId) ?? null;
    const isMainFrame = !isSubframe(frameId);
    return names.some((name) => {
      const event = Object.assign(new StandinEvent(), {
        url,
        isSameDocument: false,
        isMainFrame,
        frame,
        initiator: frame,
      });
      emit(name, event, event.url, false, isMainFrame);
      return event.defaultPrevented;
    });
  }
}

/** The part of `WebFrameMain` that Almanac uses. */
export type WebFrame = Pick<Electron.WebFrameMain, 'url' | 'origin' | 'name' | 'isDestroyed'> & {
  id: string;
  parent: WebFrame | null;
  top: WebFrame | null;
};

export type FrameTree = {
  find(id: string): WebFrame | undefined;
  main(): WebFrame | undefined;
};

/** Tracks the frames of a page by Chromium's events. */
export function followFrames(engine: Engine, sessionId: string): FrameTree {
  const { devtools } = engine.chromium;
  const frames = new Map<string, WebFrame>();

  const put = (told: { id: string; parentId?: string; url?: string; name?: string }): void => {
    const parent = (told.parentId === undefined ? undefined : frames.get(told.parentId)) ?? null;
    const address = told.url ?? 'about:blank';
    const frame = {
      id: told.id,
      url: address,
      origin: originOf(address),
      name: told.name ?? '',
      parent,
      isDestroyed: () => frames.get(told.id) === undefined,
    } as WebFrame;
    frame.top = parent?.top ?? frame;
    frames.set(told.id, frame);
  };

  devtools.on('Page.frameAttached', (p) => put({ id: p.frameId, parentId: p.parentFrameId }), sessionId);
  devtools.on('Page.frameNavigated', (p) => put(p.frame), sessionId);
  devtools.on(
    'Page.navigatedWithinDocument',
    ({ frameId, url }) => {
      const frame = frames.get(frameId);
      if (frame) Object.assign(frame, { url });
    },
    sessionId,
  );
  devtools.on('Page.frameDetached', (p) => void frames.delete(p.frameId), sessionId);
  return {
    find: (id) => frames.get(id),
    main: () => [...frames.values()].find((frame) => frame.parent === null),
  };
}

const originOf = (address: string): string => URL.parse(address)?.origin ?? 'null';

/** Replaces `window.open` in a page; returns Electron's value for a denied window. Pages get its source. */
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

/** Lets the page's `window.open` ask `judge`, because Chromium would open a window with a reference. */
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
