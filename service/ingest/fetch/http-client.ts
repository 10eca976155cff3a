import type { Readable } from 'node:stream';
import { EnvHttpProxyAgent, errors, request } from 'undici';
import { Failure } from '../../contract/failure.ts';
import { type Publication, PublisherFailure } from '../../sources/ways.ts';
import type { TimeLimits } from './types.ts';

const USUAL_LIMITS: TimeLimits = {
  // The user learns within three seconds that there is no network; undici looks twice a second.
  connectMs: 2000,
  headersMs: 90_000,
  idleMs: 60_000,
  totalMs: 20 * 60_000,
};

export type PublisherRequest = {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal;
};
export type PublisherAnswer = {
  status: number;
  /** Names in lower case; repeated fields are joined by commas. */
  headers: ReadonlyMap<string, string>;
  /** The bytes as sent, not decoded. The body must be read to its end or destroyed. */
  body: Readable;
};

/** Sends one request: no redirects, no retries, no decoding. */
export type HttpClient = {
  send(url: URL, request: PublisherRequest): Promise<PublisherAnswer>;
  close(): Promise<void>;
};

/**
 * @returns a client that uses the proxies of HTTP_PROXY, HTTPS_PROXY and NO_PROXY (either case), reads one
 * answer of a host at a time, and gives up at the time limits.
 * @throws Failure 'wrong_usage' if a proxy's address is wrong.
 */
export function createHttpClient(given: Partial<TimeLimits> = {}): HttpClient {
  const limits = { ...USUAL_LIMITS, ...given };
  const dispatcher = openDispatcher(limits);
  return {
    async send(url, { method, headers, body, signal }) {
      const answer = await request(url, {
        dispatcher,
        method,
        headers,
        body: body ?? null,
        signal: AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]),
      });
      return { status: answer.statusCode, headers: headersOf(answer.headers), body: answer.body };
    },
    // A body that nobody reads to its end must not keep the process alive.
    close: () => dispatcher.destroy(),
  };
}

function openDispatcher({ connectMs, headersMs, idleMs }: TimeLimits): EnvHttpProxyAgent {
  try {
    return new EnvHttpProxyAgent({
      connect: { timeout: connectMs },
      // undici checks these limits once a second.
      headersTimeout: headersMs,
      bodyTimeout: idleMs,
      connections: 1,
    });
  } catch (error) {
    const isBad = error instanceof errors.InvalidArgumentError || error instanceof TypeError;
    if (!isBad) throw error;
    const sentence =
      'HTTP_PROXY or HTTPS_PROXY is not the address of a proxy; one like http://proxy.example:3128 is right.';
    throw new Failure('wrong_usage', sentence, {}, { cause: error });
  }
}

/** Destroys a body that nobody reads. The error that its stream then emits means nothing. */
export function dropBody({ body }: PublisherAnswer): void {
  body.on('error', () => undefined);
  body.destroy();
}

function headersOf(fields: Record<string, string | string[] | undefined>): Map<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value] as const],
    ),
  );
}

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The target of requests: the publishers' own addresses, or `mirror/host/path`. */
type PublisherRoute = {
  mirror: string | undefined;
  /** Hosts that requests may go to. */
  hosts: readonly string[];
};

/** Sends a request. Follows up to five redirects to https hosts of the route; POSTs only for 307 and 308. */
export async function sendFollowing(
  client: HttpClient,
  url: string,
  request: PublisherRequest,
  route: PublisherRoute,
): Promise<PublisherAnswer> {
  let address = new URL(url);
  for (let redirects = 0; ; redirects++) {
    const answer = await client.send(mirrored(address, route.mirror), request);
    if (!REDIRECTS.has(answer.status)) return answer;
    dropBody(answer);
    if (redirects === MOST_REDIRECTS) {
      throw byHand(`the publisher redirects in a circle (more than ${MOST_REDIRECTS} times)`);
    }
    address = redirectTarget(answer, address, request, route);
  }
}

function redirectTarget(
  answer: PublisherAnswer,
  from: URL,
  { method }: PublisherRequest,
  { mirror, hosts }: PublisherRoute,
): URL {
  const location = answer.headers.get('location') ?? '';
  if (!URL.canParse(location, from.href) || location === '') {
    throw byHand(`the publisher redirects to nowhere (status ${answer.status})`);
  }
  const target = new URL(location, from);
  const own =
    mirror !== undefined && target.origin === new URL(mirror).origin ? unmirrored(target, mirror) : target;
  if (own.protocol !== 'https:' || !hosts.includes(own.host)) {
    throw byHand(`the publisher redirects to ${own.protocol}//${own.host}, which is not followed`);
  }
  if (method === 'POST' && answer.status !== 307 && answer.status !== 308) {
    throw byHand(`the publisher redirects what was asked (status ${answer.status})`);
  }
  return own;
}

/** Turns `https://host/path?query` into `mirror/host/path?query`. */
function mirrored(address: URL, mirror: string | undefined): URL {
  if (mirror === undefined) return address;
  return new URL(`${mirror.replace(/\/$/, '')}/${address.host}${address.pathname}${address.search}`);
}

function unmirrored(address: URL, mirror: string): URL {
  const base = new URL(mirror).pathname.replace(/\/$/, '');
  const rest = address.pathname.slice(base.length + 1);
  return URL.canParse(`https://${rest}`) ? new URL(`https://${rest}${address.search}`) : address;
}

/** The failure of one attempt to fetch a file. Never leaves this folder: `publisherFailure` converts it. */
export class AttemptFailure extends Error {
  /** True if another attempt may work, as after a network fault or with an overloaded server. */
  readonly isPassing: boolean;
  /** The wait that the server asks for, in ms. */
  readonly waitMs: number | undefined;
  /** Advice to the user: try again later, or fetch the file by hand. */
  readonly advice: 'later' | 'by hand';
  /** True if there was no connection at all: the network or the publisher is down. */
  readonly isUnreached: boolean;

  constructor(
    sentence: string,
    more: {
      isPassing?: boolean;
      waitMs?: number | undefined;
      advice?: 'later' | 'by hand';
      isUnreached?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(sentence, { cause: more.cause });
    this.name = 'AttemptFailure';
    this.isPassing = more.isPassing ?? false;
    this.waitMs = more.waitMs;
    this.advice = more.advice ?? 'later';
    this.isUnreached = more.isUnreached ?? false;
  }
}

/** @returns the failure for a file that the user can fetch in a browser. */
export function byHand(sentence: string): AttemptFailure {
  return new AttemptFailure(sentence, { advice: 'by hand' });
}

/** @returns the Failure of a file that could not be fetched, with advice. */
export function publisherFailure(
  { source, byHand }: Publication,
  failure: AttemptFailure,
  attempts: number,
): PublisherFailure {
  const times = attempts > 1 ? ` (${attempts} attempts)` : '';
  const advice = failure.isUnreached
    ? 'check the network, then try again.'
    : failure.advice === 'later'
      ? 'try again later.'
      : `open ${byHand} in a browser, save the file, and import it.`;
  return new PublisherFailure(`${source}: ${failure.message}${times}`, advice, {
    isUnreached: failure.isUnreached,
    cause: failure,
  });
}

/** Words for error codes of connections that were not made. Node and undici document all codes here. */
const UNREACHED: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the publisher cannot be reached: its address is not known to the network, which may be down',
  EAI_AGAIN: 'the publisher cannot be reached: its address is not known to the network, which may be down',
  ECONNREFUSED: 'the publisher cannot be reached: the connection was refused',
  EHOSTUNREACH: 'the publisher cannot be reached: there is no way to it, and the network may be down',
  ENETUNREACH: 'the publisher cannot be reached: there is no way to it, and the network may be down',
  ETIMEDOUT: 'the publisher cannot be reached in time',
  UND_ERR_CONNECT_TIMEOUT: 'the publisher cannot be reached in time',
};
/** Words for error codes of the network, the system's resolver and undici. */
const NETWORK: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  UND_ERR_HEADERS_TIMEOUT: 'the publisher did not begin to answer in time',
  UND_ERR_BODY_TIMEOUT: 'the publisher stopped in the middle of its answer',
  UND_ERR_SOCKET: 'the connection broke',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is not as long as it says it is',
  UND_ERR_PRX_CONN: 'the proxy cannot be used',
  UND_ERR_PRX_TLS: 'the proxy cannot be used',
  // undici says this if a proxy refuses a tunnel. If Almanac aborts, the error is the signal's.
  UND_ERR_ABORTED: 'the proxy refused the connection',
  UND_ERR_HEADERS_OVERFLOW: 'the answer is not one of a web server',
};
const FULL_DISK: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'the folder may not be written',
  EPERM: 'the folder may not be written',
  ENOENT: 'the folder is gone',
};

/** @returns what went wrong in an attempt, or a given Failure. @throws any error that is a bug. */
export function asAttemptFailure(error: unknown): AttemptFailure | Failure {
  if (error instanceof AttemptFailure || error instanceof Failure) return error;
  if (!(error instanceof Error)) throw error;
  if (error.name === 'TimeoutError') {
    return new AttemptFailure('the answer took too long as a whole', { isPassing: true, cause: error });
  }
  const code = codeOf(error);
  const unreached = UNREACHED[code];
  const isUnreached = unreached !== undefined;
  const words = unreached ?? NETWORK[code.startsWith('HPE_') ? 'UND_ERR_HEADERS_OVERFLOW' : code];
  if (words !== undefined) return new AttemptFailure(words, { isPassing: true, isUnreached, cause: error });
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/.test(code)) {
    return new AttemptFailure(`the publisher's certificate is not trusted (${code})`, { cause: error });
  }
  const disk = FULL_DISK[code];
  if (disk === undefined) throw error;
  const sentence = `The fetched file cannot be written: ${disk}.`;
  return new Failure('folder_unusable', sentence, {}, { cause: error });
}

/** @returns the innermost code: an error of undici may wrap a system error. */
function codeOf(error: Error): string {
  const { cause } = error;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const inner = cause instanceof Error ? codeOf(cause) : '';
  return own.startsWith('UND_ERR_') || own === '' ? inner || own : own;
}
