/** Addresses that the desktop window may go to, and those that the person's browser may open. */

export const SCHEME = 'app';
/** The one origin of the desktop window. */
export const ORIGIN = `${SCHEME}://bundle`;

/** @returns whether the window may go to `address`: only to its own origin. */
export function mayNavigate(address: string): boolean {
  return URL.canParse(address) && originOf(new URL(address)) === ORIGIN;
}

/**
 * @param servicePort port of the service, the only address of this machine that may be opened
 * @returns the address if the person's own browser may open it, otherwise undefined.
 */
export function addressForBrowser(address: string, servicePort: number | undefined): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return undefined;
  const isService = servicePort !== undefined && url.origin === `http://127.0.0.1:${servicePort}`;
  return isKnownPlace(url) || isService ? url.href : undefined;
}

/** @returns whether a permission is given: only writing to the clipboard, and only to our own page. */
export function mayHavePermission(permission: string, origin: string): boolean {
  return permission === 'clipboard-sanitized-write' && mayNavigate(origin);
}

/**
 * @param initiatorOrigin who made the request, from Electron; undefined where the window itself did
 * @returns whether the scheme answers the request
 */
export function mayRequest(address: string, initiatorOrigin: string | undefined): boolean {
  return mayNavigate(address) && (initiatorOrigin === undefined || initiatorOrigin === ORIGIN);
}

/** @returns path and query of a view of the app; undefined where the address is not a view. */
export function viewOf(address: string): string | undefined {
  if (!mayNavigate(address)) return undefined;
  const { pathname, search } = new URL(address);
  return isView(pathname) ? pathname + search : undefined;
}

/** @param path path and query @returns the address of that view, or of the first screen where it is not a view */
export function addressOf(path: string | undefined): string {
  const url = path === undefined ? undefined : URL.parse(path, `${ORIGIN}/`);
  const isOurs = url && originOf(url) === ORIGIN && isView(url.pathname);
  return isOurs ? `${ORIGIN}${url.pathname}${url.search}` : `${ORIGIN}/`;
}

/** One word that the service does not answer itself. `gateway/route.ts` knows more, but is not loaded yet here. */
function isView(pathname: string): boolean {
  return /^\/[a-z-]*$/.test(pathname) && pathname !== '/docs' && pathname !== '/healthz';
}

/** Put together by hand: `URL.origin` is 'null' for schemes that the URL standard does not know. */
function originOf(url: URL): string {
  return url.username === '' && url.password === '' ? `${url.protocol}//${url.host}` : '';
}

/**
 * Where the app's links lead: publishers' pages and files, pages to get keys, and FRED's terms. A host, or a host with the beginning of
 * a path where anybody can have pages on that host. The browser is opened only for addresses of this list, so that code in the page
 * cannot send a key out in an address of its own.
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
