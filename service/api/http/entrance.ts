import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { KEY_HEADER, ORIGIN_HEADER, REQUEST_ID_HEADER, TOTAL_COUNT_HEADER } from '../../contract/names.ts';
import type { Serving } from './serving.ts';

/** Who may connect, and under which names the service answers. */
export type Entrance = {
  /** The address that the OpenAPI document names. */
  url: () => string;
  /** Whether others reach it, under a name of its own. */
  isPublic: boolean;
  /** Networks whose forwarded headers are believed; nobody else may connect. Empty without a proxy. */
  proxies: readonly string[];
  /** Whether the other end of the connection may ask anything. */
  letsIn: (request: FastifyRequest) => boolean;
  /** The Host that the client asked for: as a proxy that is trusted tells it, else the header. `undefined` without one. */
  hostOf: (request: FastifyRequest) => string | undefined;
  /** Whether a Host is a name of this service, with its port. */
  isOwn: (host: string) => boolean;
  /** Whether an `Origin` is that of the service's own pages. */
  isOwnOrigin: (origin: string, host: string | undefined) => boolean;
};

/**
 * @param port that the service answers on, known once it listens.
 * @param serving undefined for loopback alone, which answers to three names of this computer.
 */
export function openEntrance(port: () => number, serving?: Serving): Entrance {
  const { publicUrl, proxies = [], tls } = serving ?? {};
  const scheme = tls ? 'https' : 'http';
  const shared = publicUrl === undefined ? undefined : new URL(publicUrl);
  const names = new Set(shared ? [shared.host, `${shared.hostname}:${shared.port || 443}`] : []);
  const trusted = blockList(proxies);
  return {
    url: () => shared?.origin ?? `${scheme}://127.0.0.1:${port()}`,
    isPublic: shared !== undefined,
    proxies,
    letsIn({ raw: { socket } }) {
      // `app.inject` has no connection.
      if (proxies.length === 0 || !(socket instanceof Socket)) return true;
      const { remoteAddress = '', remoteFamily } = socket;
      return (
        isIP(remoteAddress) > 0 && trusted.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4')
      );
    },
    hostOf: (request) =>
      proxies.length > 0 && request.headers['x-forwarded-host'] !== undefined
        ? request.host
        : request.headers.host,
    isOwn(text) {
      const host = text.toLowerCase();
      const at = port();
      return (
        host === `127.0.0.1:${at}` || host === `localhost:${at}` || host === `[::1]:${at}` || names.has(host)
      );
    },
    isOwnOrigin(text, host) {
      const origin = text.toLowerCase();
      return origin === `${scheme}://${host?.toLowerCase()}` || origin === shared?.origin;
    },
  };
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** @returns how many headers `Host` a request has. HTTP/1.1 needs exactly one (RFC 9112, 3.2). */
export function hostCount({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/**
 * Whether a request is meant for this service. A web page can make a name of its own point to 127.0.0.1 (DNS rebinding);
 * its requests then carry that name. Only our own names with our port pass.
 */
export function isOwnHost(request: FastifyRequest, { hostOf, isOwn }: Entrance): boolean {
  const host = hostOf(request);
  if (host === undefined || !isOwn(host)) return false;
  // The authority of an absolute-form target counts for more than the header (RFC 9112, 3.2.2): both must be ours.
  const target = request.raw.url ?? '';
  if (target.startsWith('/')) return true;
  const authority = /^https?:\/\/([^/?#]*)/i.exec(target)?.[1];
  return authority !== undefined && isOwn(authority);
}

/**
 * Whether a page of another origin makes the request. No page can read an answer (CORS headers are for origins on the list
 * only), but it could use up limits, fill the log and measure; what it loads or sends is refused before anything is looked up. Only browsers send these
 * headers: curl, pandas, R, Excel and BI tools send none, or `Sec-Fetch-Site: none`. A link to us that a person follows passes,
 * from wherever it is; so does what the page of `/docs` asks. Other ports of this machine are `same-site`, and foreign.
 */
export function isOfOtherOrigin(request: FastifyRequest, { hostOf, isOwnOrigin }: Entrance): boolean {
  const { headers } = request;
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, hostOf(request))) return true;
  const site = headers['sec-fetch-site'];
  // 'none': no page is involved. A person typed the address, or a program built on a browser sent the request.
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document';
}

const METHODS = 'GET, HEAD';
const ASKED_HEADERS = `${KEY_HEADER}, Authorization, If-None-Match`;
/** Headers of an answer that a page may read, in addition to the few that it always may. */
const EXPOSED_HEADERS = [
  'Content-Disposition',
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  ORIGIN_HEADER,
  REQUEST_ID_HEADER,
  TOTAL_COUNT_HEADER,
].join(', ');
const SECONDS = '600';

/** @returns whether the request comes from a page whose origin is on the list, spelled exactly so. */
export function isOfAllowedOrigin({ headers }: IncomingMessage, allowed: ReadonlySet<string>): boolean {
  return headers.origin !== undefined && allowed.has(headers.origin);
}

/**
 * Lets the page of an allowed origin read the answer (https://fetch.spec.whatwg.org/#http-cors-protocol). The answer names the origin
 * itself, never `*`, and never allows the browser's credentials. A key is needed all the same.
 */
export function letOriginRead({ headers }: IncomingMessage, reply: FastifyReply): void {
  reply.header('Access-Control-Allow-Origin', headers.origin);
  reply.header('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  // Answers with data or documents set a Vary of their own, which has Origin too.
  reply.header('Vary', 'Origin');
}

/** @returns whether the request is a browser's preflight. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/**
 * Answers a preflight of an allowed origin. `Access-Control-Allow-Private-Network` is never sent: browsers no longer ask for it,
 * they ask the user (Local Network Access).
 */
export function sendPreflight(reply: FastifyReply): void {
  reply
    .code(204)
    .header('Access-Control-Allow-Methods', METHODS)
    .header('Access-Control-Allow-Headers', ASKED_HEADERS)
    .header('Access-Control-Max-Age', SECONDS)
    .header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
    .send();
}
