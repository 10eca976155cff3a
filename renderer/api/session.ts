/**
 * The session of browser mode. The host opens the page with a one-time token in the URL's fragment; it is exchanged for a
 * bearer, which lives in sessionStorage: for this tab, this origin and this port, and in no cookie, log or referrer.
 * In the desktop window there is neither token nor bearer, and none is needed.
 */
const PLACE = 'almanac.bearer';

/** @returns the header that authorises a request, or none. */
export function authorisation(): Record<string, string> {
  const bearer = sessionStorage.getItem(PLACE);
  return bearer === null ? {} : { Authorization: `Bearer ${bearer}` };
}

/** @returns the one-time token of the address bar, which is cleaned of it at once. */
export function takeTokenFromAddress(): string | undefined {
  const found = /^#t=([\w-]+)$/.exec(location.hash);
  if (!found) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return found[1];
}

export function keepBearer(bearer: string): void {
  sessionStorage.setItem(PLACE, bearer);
}

export function forgetBearer(): void {
  sessionStorage.removeItem(PLACE);
}
