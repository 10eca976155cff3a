import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../contract/failure.ts';
import {
  KEY_HEADER,
  ORIGIN_HEADER,
  REQUEST_ID_HEADER,
  SETTINGS_FILE,
  TOTAL_COUNT_HEADER,
} from '../../contract/names.ts';
import { readSettingsFile } from '../../settings/index.ts';
import type { Serving } from './serving.ts';

/** The rules for who may connect, and the names under which the service answers. */
export type Entrance = ReturnType<typeof openEntrance>;

/** @param port known once the service listens @param serving undefined for loopback only */
export function openEntrance(port: () => number, serving?: Serving) {
  const { publicUrl, proxies = [], tls } = serving ?? {};
  const scheme = tls ? 'https' : 'http';
  const shared = publicUrl === undefined ? undefined : new URL(publicUrl);
  const names = new Set(shared ? [shared.host, `${shared.hostname}:${shared.port || 443}`] : []);
  const trusted = blockList(proxies);
  return {
    /** The address that the OpenAPI document names. */
    url: (): string => shared?.origin ?? `${scheme}://127.0.0.1:${port()}`,
    isPublic: shared !== undefined,
    /** Networks whose forwarded headers are believed; nobody else may connect. Empty without a proxy. */
    proxies,
    letsIn({ raw: { socket } }: FastifyRequest): boolean {
      // `app.inject` has no connection.
      if (proxies.length === 0 || !(socket instanceof Socket)) return true;
      const { remoteAddress = '', remoteFamily } = socket;
      return (
        isIP(remoteAddress) > 0 && trusted.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4')
      );
    },
    /** The Host that the client asked for: by a proxy's header if there are proxies, else its own. */
    hostOf: (request: FastifyRequest): string | undefined =>
      proxies.length > 0 && request.headers['x-forwarded-host'] !== undefined
        ? request.host
        : request.headers.host,
    isOwn(text: string): boolean {
      const host = text.toLowerCase();
      return (
        names.has(host) || ['127.0.0.1', 'localhost', '[::1]'].some((name) => host === `${name}:${port()}`)
      );
    },
    isOwnOrigin(text: string, host: string | undefined): boolean {
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

/** Accepts only our names with our port: a page can point its own name to 127.0.0.1 (DNS rebinding). */
export function isOwnHost(request: FastifyRequest, { hostOf, isOwn }: Entrance): boolean {
  const host = hostOf(request);
  if (host === undefined || !isOwn(host)) return false;
  // The authority of an absolute-form target overrides the header (RFC 9112, 3.2.2): both must be ours.
  const target = request.raw.url ?? '';
  if (target.startsWith('/')) return true;
  const authority = /^https?:\/\/([^/?#]*)/i.exec(target)?.[1];
  return authority !== undefined && isOwn(authority);
}

/**
 * True if a page of another origin sends the request, except by a followed link: it could use up limits, fill
 * the log and measure. Only browsers send these headers; our other ports are `same-site`.
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

export function isOfAllowedOrigin({ headers }: IncomingMessage, allowed: ReadonlySet<string>): boolean {
  return headers.origin !== undefined && allowed.has(headers.origin);
}

/** Lets only this origin read the answer: https://fetch.spec.whatwg.org/#http-cors-protocol */
export function letOriginRead({ headers }: IncomingMessage, reply: FastifyReply): void {
  reply.header('Access-Control-Allow-Origin', headers.origin);
  reply.header('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  // Answers with data or documents set their own Vary, which includes Origin.
  reply.header('Vary', 'Origin');
}

export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Answers a preflight, without `Access-Control-Allow-Private-Network`: browsers now ask the user instead. */
export function sendPreflight(reply: FastifyReply): void {
  reply
    .code(204)
    .header('Access-Control-Allow-Methods', METHODS)
    .header('Access-Control-Allow-Headers', ASKED_HEADERS)
    .header('Access-Control-Max-Age', SECONDS)
    .header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
    .send();
}

const KEY = 'allowed_origins';

/** @returns the origin as browsers write it (RFC 6454). @throws Failure 'wrong_usage', also for '*'. */
export function checkedOrigin(text: string): string {
  const url = URL.parse(text);
  if (url && !url.hostname.includes('*') && (url.protocol === 'https:' || url.protocol === 'http:')) {
    if (url.origin === text) return text;
    if (url.username === '')
      throw new Failure('wrong_usage', `'${shown(text)}' is not an origin. Write ${url.origin}.`);
  }
  throw new Failure(
    'wrong_usage',
    `'${shown(text)}' is not an origin. Write scheme, host and port of the page: https://example.org or http://localhost:3000.`,
  );
}

/** @returns the origins of command line and settings file. Logs and skips entries that are no origins. */
export function allowedOrigins(
  dataDir: string,
  given: readonly string[],
  log: (line: string) => void,
): ReadonlySet<string> {
  const found = new Set(given);
  for (const entry of readList(dataDir)) {
    try {
      found.add(checkedOrigin(typeof entry === 'string' ? entry : JSON.stringify(entry)));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      log(`${SETTINGS_FILE}, ${KEY}: ${error.message}`);
    }
  }
  return found;
}

function readList(dataDir: string): readonly unknown[] {
  const read = readSettingsFile(dataDir);
  const list = (read.state === 'held' ? read.values[KEY] : undefined) ?? [];
  return Array.isArray(list) ? list : [list];
}

function shown(text: string): string {
  return text.slice(0, 100).replace(/\p{Cc}/gu, ' ');
}
