import type { Readable } from 'node:stream';
import { EnvHttpProxyAgent, errors, request } from 'undici';
import { Failure } from '../../contract/failure.ts';
import { AttemptFailure } from './attempt-failure.ts';
import type { TimeLimits } from './types.ts';

const USUAL_LIMITS: TimeLimits = {
  // The person hears within three seconds that there is no network; undici looks twice a second.
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
  /** Names in lower case; fields that came twice are joined by commas. */
  headers: ReadonlyMap<string, string>;
  /** As sent, not decoded. It must be read to its end or destroyed. */
  body: Readable;
};

/** Sends one request: no redirects, no retries, no decoding. */
export type HttpClient = {
  send(url: URL, request: PublisherRequest): Promise<PublisherAnswer>;
  close(): Promise<void>;
};

/**
 * @returns a client that uses the proxies of HTTP_PROXY, HTTPS_PROXY and NO_PROXY (either case), reads one answer of a host at a
 *   time, and gives up at the time limits.
 * @throws Failure 'wrong_usage' where the address of a proxy is wrong.
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
      // Checked once a second.
      headersTimeout: headersMs,
      bodyTimeout: idleMs,
      connections: 1,
    });
  } catch (error) {
    const isBad = error instanceof errors.InvalidArgumentError || error instanceof TypeError;
    if (!isBad) throw error;
    throw new Failure(
      'wrong_usage',
      'HTTP_PROXY or HTTPS_PROXY is not the address of a proxy; one like http://proxy.example:3128 is right.',
      {},
      { cause: error },
    );
  }
}

/** Leaves a body unread. The stream then emits an error, which means nothing here. */
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

/** Where requests go: to the publishers' own addresses, or to `mirror/host/path`. */
type PublisherRoute = {
  mirror: string | undefined;
  /** Hosts that requests may go to. */
  hosts: readonly string[];
};

/**
 * Sends a request and follows redirects: at most five, to https and hosts of the route only. A POST is followed only where the
 * redirect keeps the method (307, 308).
 * @param url the publisher's own address.
 * @throws AttemptFailure for a redirect that is not followed.
 */
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
      throw new AttemptFailure(`the publisher redirects in a circle (more than ${MOST_REDIRECTS} times)`, {
        advice: 'by hand',
      });
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
    throw new AttemptFailure(`the publisher redirects to nowhere (status ${answer.status})`, {
      advice: 'by hand',
    });
  }
  const target = new URL(location, from);
  const own =
    mirror !== undefined && target.origin === new URL(mirror).origin ? unmirrored(target, mirror) : target;
  if (own.protocol !== 'https:' || !hosts.includes(own.host)) {
    throw new AttemptFailure(
      `the publisher redirects to ${own.protocol}//${own.host}, which is not followed`,
      {
        advice: 'by hand',
      },
    );
  }
  if (method === 'POST' && answer.status !== 307 && answer.status !== 308) {
    throw new AttemptFailure(`the publisher redirects what was asked (status ${answer.status})`, {
      advice: 'by hand',
    });
  }
  return own;
}

/** `https://host/path?query` as `mirror/host/path?query`. */
function mirrored(address: URL, mirror: string | undefined): URL {
  if (mirror === undefined) return address;
  return new URL(`${mirror.replace(/\/$/, '')}/${address.host}${address.pathname}${address.search}`);
}

function unmirrored(address: URL, mirror: string): URL {
  const base = new URL(mirror).pathname.replace(/\/$/, '');
  const rest = address.pathname.slice(base.length + 1);
  return URL.canParse(`https://${rest}`) ? new URL(`https://${rest}${address.search}`) : address;
}
