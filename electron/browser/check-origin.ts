/**
 * Decides by its headers whether a request can come from our own page; other pages and other servers of this machine can
 * reach the port too. DNS rebinding arrives with a foreign `Host` and often without `Origin` or `Sec-Fetch-*`, so each of
 * the three is judged by itself.
 * @param port on which we listen
 * @returns 421 for a host that is not ours, 403 for a request of another origin, undefined where all is well.
 */
export function originProblem(request: Request, port: number, isPage: boolean): 421 | 403 | undefined {
  const host = request.headers.get('Host') ?? '';
  if (!['127.0.0.1', 'localhost', '[::1]'].some((name) => host === `${name}:${port}`)) return 421;
  const origin = request.headers.get('Origin');
  if (origin !== null && origin !== `http://${host}`) return 403;
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === null || site === 'same-origin') return undefined;
  return isNavigation(request) && (isPage || site === 'none') ? undefined : 403;
}

/** A person opens an address or follows a link to a page of the app; such a page holds no data by itself. */
function isNavigation(request: Request): boolean {
  return (
    request.method === 'GET' &&
    request.headers.get('Sec-Fetch-Mode') === 'navigate' &&
    request.headers.get('Sec-Fetch-Dest') === 'document'
  );
}
