/** Rules for the window: its addresses, requests, permissions, and what the user's browser may open. */

/** @returns the window's only origin, the page's port. */
export const originOf = (pagePort: number): string => `http://127.0.0.1:${pagePort}`;

/** @param origin the page's; undefined before it exists @returns whether the window may go to `address` */
export function mayNavigate(address: string, origin: string | undefined): boolean {
  const url = URL.parse(address);
  // A `blob:http://…` address has the origin of the address inside it, so check the protocol too.
  const isPlain = url?.protocol === 'http:' && url.username === '' && url.password === '';
  return isPlain && url.origin === origin;
}

/** @returns the address if the user's own browser may open it: a known site, or the API at `servicePort`. */
export function addressForBrowser(address: string, servicePort: number | undefined): string | undefined {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  const isService = servicePort !== undefined && mayNavigate(address, originOf(servicePort));
  return isKnownPlace(url) || isService ? url.href : undefined;
}

/** @returns whether a permission is granted: only writing to the clipboard, and only to our own page. */
function mayHavePermission(permission: string, address: string, origin: string | undefined): boolean {
  return permission === 'clipboard-sanitized-write' && mayNavigate(address, origin);
}

/** True for requests to the page's own origin, sent by the page or for it (`initiator` is then undefined). */
function mayRequest(address: string, initiator: string | undefined, origin: string | undefined): boolean {
  return mayNavigate(address, origin) && (initiator === undefined || initiator === origin);
}

/** @returns the path and query of the app's view at `address`; undefined if the address is not a view. */
export function pageAddress(address: string, origin: string | undefined): string | undefined {
  if (!mayNavigate(address, origin)) return undefined;
  const { pathname, search } = new URL(address);
  return viewPath(pathname + search);
}

/** A base for parsing paths; any origin would do. */
const SOME_ORIGIN = 'http://127.0.0.1';

/** @param path path and query @returns them normalised; undefined if they are not a view of the app */
export function viewPath(path: string): string | undefined {
  const url = URL.parse(path, SOME_ORIGIN);
  if (url?.origin !== SOME_ORIGIN || !isView(url.pathname)) return undefined;
  return url.pathname + url.search;
}

/** True for a path of one word that the service does not answer itself. */
function isView(pathname: string): boolean {
  return /^\/[a-z-]*$/.test(pathname) && pathname !== '/docs' && pathname !== '/healthz';
}

/**
 * Sites that the app links to: a host, or the beginning of a path on a host where anybody can have pages. The
 * browser opens only these, so that code in the page cannot send a key out inside an address.
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

/** @returns whether the address is in the list, at the default port of https */
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

/** Matches every network address. */
const NETWORK = { urls: ['http', 'https', 'ws', 'wss'].map((scheme) => `${scheme}://*/*`) };
/**
 * A proxy that does not exist, for every host except this machine. It stops what `webRequest` does not
 * report: WebRTC over TCP, and `<link rel=preconnect>`.
 */
const NOWHERE = {
  mode: 'fixed_servers',
  proxyRules: '127.0.0.1:1',
  proxyBypassRules: '<-loopback>;127.0.0.1',
} as const;

/** Keeps navigation, frames and windows in the app's origin. `openOutside` must check what it gets. */
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
    // Wait until this handler has returned: opening another program inside it can stop the page's events.
    setImmediate(() => openOutside(url));
    return { action: 'deny' };
  });
}

/**
 * Denies every permission except writing to the clipboard (Electron grants all by default), and every network
 * request except the page's requests to its own origin.
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
