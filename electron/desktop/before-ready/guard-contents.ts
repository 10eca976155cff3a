import { mayHavePermission, mayNavigate } from './address.ts';

/** What is used of Electron's objects, so that this file needs no Electron. */
type Navigation = { readonly url: string; readonly isMainFrame: boolean; preventDefault(): void };
export type ContentsLike = {
  on(
    event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate',
    listener: (event: Navigation) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: { preventDefault(): void }) => void): unknown;
  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void;
  setWebRTCIPHandlingPolicy(policy: 'disable_non_proxied_udp'): void;
};
export type SessionLike = {
  setPermissionRequestHandler(
    handler: (
      contents: unknown,
      permission: string,
      answer: (isGiven: boolean) => void,
      details: { requestingUrl: string; isMainFrame: boolean },
    ) => void,
  ): void;
  setPermissionCheckHandler(
    handler: (
      contents: unknown,
      permission: string,
      origin: string,
      details: { isMainFrame: boolean },
    ) => boolean,
  ): void;
  setDevicePermissionHandler(handler: () => boolean): void;
  setDisplayMediaRequestHandler(handler: (request: unknown, answer: (streams: object) => void) => void): void;
  webRequest: {
    onBeforeRequest(
      filter: { urls: string[] },
      listener: (
        details: { webContentsId?: number; initiatorOrigin?: string },
        answer: (response: { cancel: boolean }) => void,
      ) => void,
    ): void;
  };
  setProxy(config: { mode: 'fixed_servers'; proxyRules: string; proxyBypassRules: string }): Promise<void>;
};

/** Everything of the network; `app:` is none of it. */
const NETWORK = { urls: ['http', 'https', 'ws', 'wss'].map((scheme) => `${scheme}://*/*`) };
/**
 * A proxy that is not there, for every host but the service's. What `webRequest` is not told of ends there: the connections
 * that WebRTC makes by TCP (TURN), and those of `<link rel=preconnect>`.
 */
const NOWHERE = {
  mode: 'fixed_servers',
  proxyRules: '127.0.0.1:1',
  proxyBypassRules: '<-loopback>;127.0.0.1',
} as const;

/**
 * Denies every way out of the app's own origin to a page, and every frame and window inside it. For all contents that there
 * will ever be. @param openOutside gets what the page wanted to open in a window; it judges the address itself.
 */
export function guardContents(contents: ContentsLike, openOutside: (address: string) => void): void {
  const keepInside = (event: Navigation): void => {
    if (!event.isMainFrame || !mayNavigate(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', keepInside);
  contents.on('will-redirect', keepInside);
  contents.on('will-frame-navigate', keepInside);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // No policy of the page's own (CSP) covers WebRTC; this leaves it TCP, which goes by the session's proxy.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(({ url }) => {
    // After this handler has returned: opening another program from inside it can stop the page's events.
    setImmediate(() => openOutside(url));
    return { action: 'deny' };
  });
}

/**
 * Denies every permission but writing to the clipboard (Electron's own default approves all), and every request to the
 * network that a page or a worker of one makes. The main process itself asks the service, on 127.0.0.1.
 */
export function guardSession(session: SessionLike): void {
  session.webRequest.onBeforeRequest(NETWORK, ({ webContentsId, initiatorOrigin }, answer) =>
    // A shared worker belongs to no contents; what the main process asks has neither.
    answer({ cancel: webContentsId !== undefined || initiatorOrigin !== undefined }),
  );
  void session.setProxy(NOWHERE);
  session.setPermissionRequestHandler((_, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(isMainFrame && mayHavePermission(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_, permission, origin, { isMainFrame }) => isMainFrame && mayHavePermission(permission, origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_, answer) => answer({}));
}
