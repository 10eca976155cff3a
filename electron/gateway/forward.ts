import { secure } from '../../service/page/index.ts';
import type { ServiceStatus, Supervisor } from '../supervisor/index.ts';
import { methodNotAllowed, serviceUnavailable } from './answers.ts';

/** How a request gets to the service and what it carries. */
export type ForwardOptions = {
  supervisor: Pick<Supervisor, 'status' | 'waitForStart'>;
  /** The service's `internalCredential`; undefined for public answers, so that no trick with a path can reach data. */
  credential: string | undefined;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** How long a request waits for a service that is starting. */
  waitMs: number;
};

/** The only headers that are passed on: no cookie, no credential of the page, nothing for a single hop (RFC 9110, 7.6.1). */
const PASSED_ON = ['accept', 'accept-language', 'cache-control', 'if-none-match', 'if-modified-since'];

/** Headers of an answer that are for a single hop, or that `fetch` has already handled (it decodes the body). */
const DROPPED = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Sends a read to the service and streams its answer back. If the client goes away, the request is cancelled.
 * A request that brings an API key (the docs' "try it") is sent with that key; every other read of data is sent with the host's
 * credential, which the page never sees.
 * @param target path and query
 */
export async function forward(request: Request, target: string, options: ForwardOptions): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
  const { port } = await statusWhenListening(options, request.signal);
  if (port === undefined) return serviceUnavailable();
  let answer: Response;
  try {
    answer = await options.fetch(`http://127.0.0.1:${port}${target}`, {
      method: request.method,
      headers: requestHeaders(request, target, options.credential),
      signal: request.signal,
      cache: 'no-store',
      redirect: 'manual',
    });
  } catch (error) {
    if (request.signal.aborted) throw error;
    // The service ended during the request; the supervisor is about to notice. Node's fetch and Electron's have different
    // errors for it.
    return serviceUnavailable();
  }
  return new Response(answer.body, { status: answer.status, headers: answerHeaders(answer) });
}

async function statusWhenListening(options: ForwardOptions, signal: AbortSignal): Promise<ServiceStatus> {
  const now = options.supervisor.status();
  return now.port === undefined ? options.supervisor.waitForStart(options.waitMs, signal) : now;
}

function requestHeaders(request: Request, target: string, credential: string | undefined): Headers {
  // On loopback compressing costs more than it saves.
  const headers = new Headers({ 'Accept-Encoding': 'identity' });
  for (const name of PASSED_ON) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const key = request.headers.get('X-API-Key');
  if (key !== null) headers.set('X-API-Key', key);
  if (credential !== undefined && !carriesKey(request, target))
    headers.set('Authorization', `Bearer ${credential}`);
  return headers;
}

/** @returns whether a request brings an API key. It may be wrong: the service checks it. */
export function carriesKey(request: Request, target: string): boolean {
  return request.headers.has('X-API-Key') || new URL(target, 'http://service').searchParams.has('api_key');
}

function answerHeaders(answer: Response): Headers {
  const headers = new Headers(answer.headers);
  for (const name of DROPPED) headers.delete(name);
  if (headers.has('content-encoding')) {
    headers.delete('content-encoding');
    headers.delete('content-length');
  }
  return secure(headers);
}
