/** What the desktop window may go to, ask for and be given, and which addresses the person’s browser may open. */

/** @returns the one origin of the window: that of the page's port. */
export const originOf = (pagePort: number): string => `http://127.0.0.1:${pagePort}`;

/** @param origin of the page; undefined before the service listens @returns whether the window may go to `address` */
export function mayNavigate(address: string, origin: string | undefined): boolean {
  const url = URL.parse(address);
  // The origin of `blob:http://…` is that of the address in it.
  const isPlain = url?.protocol === 'http:' && url.username === '' && url.password === '';
  return isPlain && url.origin === origin;
}

/** @returns the address if the person's own browser may open it: of a known place, or of the API (`servicePort`). */
export function addressForBrowser(address: string, servicePort: number | undefined): string | undefined {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  const isService = servicePort !== undefined && mayNavigate(address, originOf(servicePort));
  return isKnownPlace(url) || isService ? url.href : undefined;
}

/** @returns whether a permission is given: only writing to the clipboard, and only to our own page. */
function mayHavePermission(permission: string, address: string, origin: string | undefined): boolean {
  return permission === 'clipboard-sanitized-write' && mayNavigate(address, origin);
}

/** Whether the request may be sent: by our own page or for it (`initiator` is undefined then), and to its own origin. */
function mayRequest(address: string, initiator: string | undefined, origin: string | undefined): boolean {
  return mayNavigate(address, origin) && (initiator === undefined || initiator === origin);
}

/** @returns path and query of a view of the app; undefined where the address is not a view. */
export function pageAddress(address: string, origin: string | undefined): string | undefined {
  if (!mayNavigate(address, origin)) return undefined;
  const { pathname, search } = new URL(address);
  return viewPath(pathname + search);
}

/** Any origin: a path is read against it. */
const SOME_ORIGIN = 'http://127.0.0.1';

/** @param path path and query @returns the same in plain form; undefined where it is no view of the app */
export function viewPath(path: string): string | undefined {
  const url = URL.parse(path, SOME_ORIGIN);
  if (url?.origin !== SOME_ORIGIN || !isView(url.pathname)) return undefined;
  return url.pathname + url.search;
}

/** One word that the service does not answer itself. */
function isView(pathname: string): boolean {
  return /^\/[a-z-]*$/.test(pathname) && pathname !== '/docs' && pathname !== '/healthz';
}

/**
 * Where the app's links lead: a host, or the beginning of a path where anybody can have pages on that host. The browser opens only these,
 * so that code in the page cannot send a key out in an address of its own.
 */
const PLACES = [
  'api.bls.gov',
  'api.census.gov',
  'api.fiscaldata.treasury.gov',
  'apps.bea.gov',
  'data.bls.gov',
  'download.bls.gov',
  'fiscaldata.treasury.gov',
  'fred.stlouisfed.org',
  'fredaccount.stlouisfed.org',
  'github.com/datasets',
  'home.treasury.gov',
  'oui.doleta.gov',
  'raw.githubusercontent.com/datasets',
  'www.bea.gov',
  'www.bls.gov',
  'www.census.gov',
  'www.federalreserve.gov',
  'www.ishares.com',
  'www.nber.org',
  'www.ssga.com',
];

/** @returns whether the address is in the list; never for another port than that of https */
function isKnownPlace(url: URL): boolean {
  if (url.protocol !== 'https:') return false;
  const place = url.host + url.pathname;
  return PLACES.some((known) => place === known || place.startsWith(`${known}/`));
}

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
 * A proxy that does not exist, for every host but this machine. It stops what `webRequest` does not report: WebRTC over TCP, and `<link
 * rel=preconnect>`.
 */
const NOWHERE = {
  mode: 'fixed_servers',
  proxyRules: '127.0.0.1:1',
  proxyBypassRules: '<-loopback>;127.0.0.1',
} as const;

/** Keeps a page inside the app's own origin: no navigation, frame or window leads out. `openOutside` has to check what it gets. */
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
