import { QueryClient } from '@tanstack/react-query';
import type { TSchema } from 'typebox';
import { limitProblem } from '../../service/contract/body.ts';
import {
  type BodyOf,
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  type OutputOf,
  type QueryOf,
} from '../../service/contract/endpoints.ts';
import { fits } from '../../service/contract/fits.ts';
import { actionPath, fetchSignedIn, isTeamPage, takeBegun } from './session.ts';

/** Sends the page's requests. Paths are relative: the service that serves the page also answers them. */

/** An answer with an error status. `message` is a sentence for the user. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

/** No answer, or only a part of one: the service ended, is restarting, or cannot be reached. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super(isTeamPage() ? "The team's Almanac does not answer." : 'The data service does not answer.', {
      cause,
    });
    this.name = 'NoAnswer';
  }
}

/** No session for this run: the user must open the page from the address that Almanac prints. */
export class SignInNeeded extends Error {
  constructor() {
    super('This window is not signed in.');
    this.name = 'SignInNeeded';
  }
}

/**
 * Reads JSON from the data API, unchecked without `schema`, since pages may be large. @throws ApiError,
 * NoAnswer, SignInNeeded, the abort's reason
 */
export async function getJson<Body>(path: string, signal?: AbortSignal, schema?: TSchema): Promise<Body> {
  const answer = await send(path, { cache: 'no-cache', ...(signal && { signal }) });
  const body: unknown = await throwIfUnanswered(() => answer.json());
  if (schema && !fits(schema, body)) throw notUnderstood(answer.status);
  return body as Body;
}

/** An action's input as the table of endpoints defines it, and a signal to abort the request. */
type Input<Of> = (Of extends { query: TSchema } ? { query: QueryOf<Of> } : unknown) &
  (Of extends { body: 'bytes' }
    ? { body: Blob }
    : Of extends { body: TSchema }
      ? { body: BodyOf<Of> }
      : unknown) & {
    signal?: AbortSignal | undefined;
    /** Sends the request even if the page closes; nobody waits for the answer. */
    keepalive?: boolean;
  };
type Arguments<Of> = Record<never, never> extends Input<Of> ? [input?: Input<Of>] : [input: Input<Of>];

/** Like `getJson`, for text such as CSV. */
export async function getText(path: string, signal?: AbortSignal): Promise<string> {
  const answer = await send(path, { cache: 'no-cache', ...(signal && { signal }) });
  return throwIfUnanswered(() => answer.text());
}

/** Calls an action and validates its answer. Refuses a body that exceeds a limit. @throws as `getJson` */
export async function askApp<Name extends EndpointName>(
  name: Name,
  ...[input = {} as never]: Arguments<Endpoints[Name]>
): Promise<OutputOf<Endpoints[Name]>> {
  const { method, output, body: taken }: Endpoint = ENDPOINTS[name];
  const { query, body, signal, keepalive } = input as Input<unknown> & {
    query?: Record<string, string>;
    body?: unknown;
  };
  const isFile = body instanceof Blob;
  const problem = typeof taken === 'object' ? limitProblem(taken, body) : undefined;
  if (problem !== undefined) throw new ApiError(413, problem);
  const answer = await send(`${actionPath(name)}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    method,
    ...(method === 'GET' && { cache: 'no-cache' }),
    ...(method === 'POST' && {
      headers: { 'Content-Type': isFile ? 'application/octet-stream' : 'application/json' },
      body: isFile ? body : JSON.stringify(body ?? {}),
    }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  });
  const result: unknown = await throwIfUnanswered(() => (output === 'text' ? answer.text() : answer.json()));
  if (output !== 'text' && !fits(output, result)) throw notUnderstood(answer.status);
  return result as OutputOf<Endpoints[Name]>;
}

/** Calls `fetch` for a path of the page. @throws ApiError, NoAnswer, SignInNeeded, or the abort's reason */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const answer = await throwIfUnanswered(() => takeBegun(path) ?? fetchSignedIn(path, init));
  init.signal?.throwIfAborted();
  if (answer.ok) return answer;
  if (answer.status === 401) throw new SignInNeeded();
  throw new ApiError(answer.status, await explain(answer));
}

/** @returns the result of `read`. @throws NoAnswer if the connection fails: `fetch` throws a TypeError */
export async function throwIfUnanswered<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof TypeError ? new NoAnswer(error) : error;
  }
}

/** The service may have been updated since the page was loaded. */
const notUnderstood = (status: number) =>
  new ApiError(status, 'This page could not read Almanac’s answer. Load the page again.');

/** Reads an API error: `detail` is a sentence, or an object with one in `message` or `error`. */
async function explain(answer: Response): Promise<string> {
  const text = await throwIfUnanswered(() => answer.text());
  try {
    const { detail } = JSON.parse(text) as { detail?: string | { message?: string; error?: string } };
    const message = typeof detail === 'string' ? detail : (detail?.message ?? detail?.error);
    if (message) return message;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return `The service answered ${answer.status}.`;
}

/** True while the service reports its changes (`events.ts`), so that polls can be rare. */
let isReported = false;
/** The time of the first report, in ms since 1970. Changes before it may have gone unreported. */
let firstMs: number | undefined;

/** Poll interval while the service reports, in ms: freshness and releases change with the clock alone. */
const SELDOM_MS = 60_000;
/** Answers this much later, in ms, were certainly requested after the first report. */
const SURELY_MS = 1_000;

export function setReported(is: boolean): void {
  isReported = is;
  if (is) firstMs ??= Date.now();
}

export function forgetReports(): void {
  isReported = false;
  firstMs = undefined;
}

/**
 * @returns a `refetchInterval`: every `ms`. Once the event stream reports changes and one answer is newer than
 * its first report, seldom.
 */
export function unlessReported(ms: number) {
  return ({ state: { dataUpdatedAt } }: { state: { dataUpdatedAt: number } }): number =>
    isReported && firstMs !== undefined && dataUpdatedAt > firstMs + SURELY_MS ? Math.max(SELDOM_MS, ms) : ms;
}

/** A restarting service usually answers in two seconds; a request is retried for about seven. */
const TRIES_WITHOUT_ANSWER = 9;
const TRIES = 3;

/** True if a request without an answer should be retried. */
export function isAskedAgain(failures: number, error: Error): boolean {
  return error instanceof NoAnswer && failures < TRIES_WITHOUT_ANSWER;
}

export function waitToAskAgain(failures: number, error: Error): number {
  return error instanceof NoAnswer ? Math.min(250 * 2 ** failures, 1_000) : 1_000 * 2 ** failures;
}

/** The cache of all loaded data. Refused requests (4xx, no session) are not retried. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 10 * 60_000,
        // The service runs on this computer and needs no network.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => {
          if (error instanceof NoAnswer) return isAskedAgain(failures, error);
          const isRefused = error instanceof ApiError && error.status < 500;
          return failures < TRIES && !isRefused && !(error instanceof SignInNeeded);
        },
        retryDelay: waitToAskAgain,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Matches browsers' and Vite's messages for a failed load of code or styles, not errors inside the code. */
const NOT_LOADED = /dynamically imported module|Importing a module script failed|preload CSS/;
/** Style sheets that failed to load. Vite requests each only once, and then treats it as loaded. */
const lost = new Set<string>();

/** A page younger than this, in ms, is not reloaded: its service has just answered. */
const YOUNG_MS = 10_000;

/**
 * Loads a part of the page's code. Retries for some seconds while the service restarts, but imports only once
 * it answers: Chromium remembers a failed module. If the code then fails to load, reloads the page.
 * @param load the dynamic import @throws NoAnswer, or an error of the code
 */
export async function loadCode<Part>(load: () => Promise<Part>): Promise<Part> {
  window.addEventListener('error', noteLost, true);
  try {
    let isMissing = false;
    for (let failures = 0; ; failures++) {
      try {
        // If reports have stopped, the service may be restarting.
        if (failures > 0 || (firstMs !== undefined && !isReported))
          await throwIfUnanswered(() => fetch('/healthz', { cache: 'no-store' }));
        await Promise.all(Array.from(lost, loadStyles));
        return await load();
      } catch (error) {
        const isNotLoaded = error instanceof Error && NOT_LOADED.test(error.message);
        if (isNotLoaded && isMissing && performance.now() > YOUNG_MS) {
          window.location.reload();
          return await new Promise(() => undefined);
        }
        if (!isNotLoaded && !(error instanceof NoAnswer)) throw error;
        isMissing ||= isNotLoaded;
        const failure = isNotLoaded ? new NoAnswer(error) : error;
        if (!isAskedAgain(failures, failure)) throw failure;
        await new Promise((resolve) => setTimeout(resolve, waitToAskAgain(failures, failure)));
      }
    }
  } finally {
    window.removeEventListener('error', noteLost, true);
  }
}

function noteLost({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
  lost.add(target.href);
  target.remove();
}

function loadStyles(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = href;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => {
      lost.delete(href);
      resolve();
    });
    link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${href}`)));
    document.head.append(link);
  });
}
