import { isKnownPlace } from './known-places.ts';

/** Which addresses the desktop window knows: its own origin, and what the person's browser may open. */

export const SCHEME = 'app';
/** The one origin of the desktop window. */
export const ORIGIN = `${SCHEME}://bundle`;

/** @returns whether the window may go to `address`: to itself and nowhere else. */
export function mayNavigate(address: string): boolean {
  return URL.canParse(address) && originOf(new URL(address)) === ORIGIN;
}

/**
 * @param servicePort where the service listens; of this machine nothing else is opened
 * @returns the address that the person's own browser may open, or undefined for any other.
 */
export function addressForBrowser(address: string, servicePort: number | undefined): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return undefined;
  const isService = servicePort !== undefined && url.origin === `http://127.0.0.1:${servicePort}`;
  return isKnownPlace(url) || isService ? url.href : undefined;
}

/** @returns whether a permission is given: writing to the clipboard, to our own page, and none else. */
export function mayHavePermission(permission: string, origin: string): boolean {
  return permission === 'clipboard-sanitized-write' && mayNavigate(origin);
}

/**
 * @param initiatorOrigin who made the request: Electron's word, absent where the window itself did
 * @returns whether the scheme answers at all
 */
export function mayRequest(address: string, initiatorOrigin: string | undefined): boolean {
  return mayNavigate(address) && (initiatorOrigin === undefined || initiatorOrigin === ORIGIN);
}

/** @returns path and query of a view of the app, or undefined where the address is none. */
export function viewOf(address: string): string | undefined {
  if (!mayNavigate(address)) return undefined;
  const { pathname, search } = new URL(address);
  return isView(pathname) ? pathname + search : undefined;
}

/** @param path path and query @returns its address; the first screen's where it is no view */
export function addressOf(path: string | undefined): string {
  const url = path === undefined ? undefined : URL.parse(path, `${ORIGIN}/`);
  const isOurs = url && originOf(url) === ORIGIN && isView(url.pathname);
  return isOurs ? `${ORIGIN}${url.pathname}${url.search}` : `${ORIGIN}/`;
}

/** One word, and none of the few that the service answers (`gateway/route.ts`, which is not loaded yet here). */
function isView(pathname: string): boolean {
  return /^\/[a-z-]*$/.test(pathname) && pathname !== '/docs' && pathname !== '/healthz';
}

/** `URL.origin` is 'null' for schemes that the URL standard does not know, so it is put together by hand. */
function originOf(url: URL): string {
  return url.username === '' && url.password === '' ? `${url.protocol}//${url.host}` : '';
}
