import { mayHavePermission, mayNavigate, mayRequest } from './address.ts';

/** The parts of Electron's objects that are used here, so that this file needs no Electron. */
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
        details: { url: string; initiatorOrigin?: string },
        answer: (response: { cancel: boolean }) => void,
      ) => void,
    ): void;
  };
  setProxy(config: { mode: 'fixed_servers'; proxyRules: string; proxyBypassRules: string }): Promise<void>;
};

/** @returns the origin of the page; undefined before the service listens. */
type Origin = () => string | undefined;

/** Every address of the network. */
const NETWORK = { urls: ['http', 'https', 'ws', 'wss'].map((scheme) => `${scheme}://*/*`) };
/**
 * A proxy that does not exist, for every host but this machine. It stops connections that `webRequest` does not report: those of
 * WebRTC over TCP (TURN), and of `<link rel=preconnect>`.
 */
const NOWHERE = {
  mode: 'fixed_servers',
  proxyRules: '127.0.0.1:1',
  proxyBypassRules: '<-loopback>;127.0.0.1',
} as const;

/**
 * Keeps a page inside the app's own origin: no navigation, frame or window leads out. Called for every web contents.
 * @param openOutside gets addresses that the page wants to open in a window; it has to check them
 */
export function guardContents(
  contents: ContentsLike,
  origin: Origin,
  openOutside: (address: string) => void,
): void {
  const keepInside = (event: Navigation): void => {
    if (!event.isMainFrame || !mayNavigate(event.url, origin())) event.preventDefault();
  };
  contents.on('will-navigate', keepInside);
  contents.on('will-redirect', keepInside);
  contents.on('will-frame-navigate', keepInside);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // A CSP does not cover WebRTC. This setting leaves it only TCP, which goes through the session's proxy.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(({ url }) => {
    // Only after this handler has returned: opening another program inside it can stop the page's events.
    setImmediate(() => openOutside(url));
    return { action: 'deny' };
  });
}

/**
 * Denies every permission but writing to the clipboard (Electron's default grants all), and every network request but those of the
 * page to its own origin.
 */
export function guardSession(session: SessionLike, origin: Origin): void {
  session.webRequest.onBeforeRequest(NETWORK, ({ url, initiatorOrigin }, answer) =>
    answer({ cancel: !mayRequest(url, initiatorOrigin, origin()) }),
  );
  void session.setProxy(NOWHERE);
  session.setPermissionRequestHandler((_, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(isMainFrame && mayHavePermission(permission, requestingUrl, origin())),
  );
  session.setPermissionCheckHandler(
    (_, permission, requesting, { isMainFrame }) =>
      isMainFrame && mayHavePermission(permission, requesting, origin()),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_, answer) => answer({}));
}
