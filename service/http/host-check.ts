import type { IncomingMessage } from 'node:http';

/**
 * Whether a request is meant for this service. A web page can make a name of its own point to 127.0.0.1 (DNS rebinding);
 * its requests then carry that name. Only our own three names with our port pass, and exactly one of them.
 */
export function isOwnHost(request: IncomingMessage, port: number): boolean {
  const hosts = hostHeaders(request.rawHeaders);
  const [host] = hosts;
  if (hosts.length !== 1 || host === undefined || !isOwnAuthority(host, port)) return false;
  // The authority of an absolute-form target counts for more than the header (RFC 9112, 3.2.2): both must be ours.
  const target = request.url ?? '';
  if (target.startsWith('/')) return true;
  const authority = /^http:\/\/([^/?#]*)/i.exec(target)?.[1];
  return authority !== undefined && isOwnAuthority(authority, port);
}

/** @returns whether a request of HTTP/1.1 lacks the Host that it must have (RFC 9112, 3.2). */
export function lacksHost(request: IncomingMessage): boolean {
  return request.httpVersion === '1.1' && hostHeaders(request.rawHeaders).length === 0;
}

function isOwnAuthority(text: string, port: number): boolean {
  const host = text.toLowerCase();
  return host === `127.0.0.1:${port}` || host === `localhost:${port}` || host === `[::1]:${port}`;
}

function hostHeaders(raw: readonly string[]): string[] {
  const found: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') found.push(raw[i + 1] ?? '');
  }
  return found;
}
