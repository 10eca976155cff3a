import type { Message } from './cdp.ts';
import type { Engine } from './engine.ts';
import { StandinEvent } from './events.ts';
import type { FrameTree, WebFrame } from './web-frame.ts';

type Emit = (name: string, ...args: unknown[]) => void;

/**
 * Emits will-frame-navigate, will-navigate and will-redirect before Chromium sends a request, and stops the request if a listener
 * prevents it. As in Electron, navigations by the app itself (loadURL, reload) emit none of them.
 */
export async function guardNavigation(
  engine: Engine,
  sessionId: string,
  frames: FrameTree,
  emit: Emit,
): Promise<void> {
  const { devtools } = engine.chromium;
  /** Addresses that a page wants to navigate to, by frame. Chromium reports them before it requests anything. */
  const asked = new Map<string, Set<string>>();

  devtools.on(
    'Page.frameRequestedNavigation',
    ({ frameId, url, disposition }) => {
      if (disposition !== 'currentTab') return;
      if (/^https?:/.test(url)) {
        asked.set(frameId, (asked.get(frameId) ?? new Set()).add(url));
        return;
      }
      // Not network addresses: Chromium refuses these itself.
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
