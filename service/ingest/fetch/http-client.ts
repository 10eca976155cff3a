import type { Readable } from 'node:stream';
import { EnvHttpProxyAgent, errors, request } from 'undici';
import { Failure } from '../../contract/failure.ts';
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
