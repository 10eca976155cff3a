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
import { takeBegun } from './first-requests.ts';
import { actionPath, isTeamPage } from './served-by.ts';
import { fetchSignedIn } from './session.ts';

/** The page's requests. Paths are relative: the service that answers them serves the page too. */

/** An answer that is not a success. `message` is a sentence for the user. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

/** No answer, or only a part of one: the service ended, is starting again, or cannot be reached. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super(isTeamPage() ? "The team's Almanac does not answer." : 'The data service does not answer.', {
      cause,
    });
    this.name = 'NoAnswer';
  }
}

/** No session, or one of an earlier run: the page has to be opened again from the address that Almanac prints. */
export class SignInNeeded extends Error {
  constructor() {
    super('This window is not signed in.');
    this.name = 'SignInNeeded';
  }
}

/**
 * Reads JSON of the data API. Without `schema` the answer is not checked, because its pages may be large.
 * @throws ApiError, NoAnswer, SignInNeeded, or the abort's reason.
 */
export async function getJson<Body>(path: string, signal?: AbortSignal, schema?: TSchema): Promise<Body> {
  const answer = await send(path, { cache: 'no-cache', ...(signal && { signal }) });
  const body: unknown = await throwIfUnanswered(() => answer.json());
  if (schema && !fits(schema, body)) throw notUnderstood(answer.status);
  return body as Body;
}

/** The input of an action, by the table of endpoints, and a signal to abort it. */
type Input<Of> = (Of extends { query: TSchema } ? { query: QueryOf<Of> } : unknown) &
  (Of extends { body: 'bytes' }
    ? { body: Blob }
    : Of extends { body: TSchema }
      ? { body: BodyOf<Of> }
      : unknown) & {
    signal?: AbortSignal | undefined;
    /** The request is sent even when the page closes; nobody waits for the answer. */
    keepalive?: boolean;
  };
type Arguments<Of> = Record<never, never> extends Input<Of> ? [input?: Input<Of>] : [input: Input<Of>];

/**
 * Reads a text of the data API, such as CSV.
 * @throws ApiError, NoAnswer, SignInNeeded, or the abort's reason.
 */
export async function getText(path: string, signal?: AbortSignal): Promise<string> {
  const answer = await send(path, { cache: 'no-cache', ...(signal && { signal }) });
  return throwIfUnanswered(() => answer.text());
}

/**
 * Calls an action of the service, and checks its answer. What the service would refuse as too long is not sent.
 * @throws ApiError, NoAnswer, SignInNeeded, or the abort's reason.
 */
export async function askHost<Name extends EndpointName>(
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

/** `fetch` of a path of the page's origin. @throws ApiError, NoAnswer, SignInNeeded, or the abort's reason. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const answer = await throwIfUnanswered(() => takeBegun(path) ?? fetchSignedIn(path, init));
  init.signal?.throwIfAborted();
  await refuse(answer);
  return answer;
}

/** @returns what `fetch`, or the reading of a body, gives. @throws NoAnswer where the connection fails: `fetch` throws a TypeError then. */
export async function throwIfUnanswered<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof TypeError ? new NoAnswer(error) : error;
  }
}

/** Another version of Almanac may run since the page was loaded. */
const notUnderstood = (status: number) =>
  new ApiError(status, 'Almanac answered something that this page does not understand. Load the page again.');

/** @throws ApiError, SignInNeeded where the answer is not a success. */
async function refuse(answer: Response): Promise<void> {
  if (answer.ok) return;
  if (answer.status === 401) throw new SignInNeeded();
  throw new ApiError(answer.status, await explain(answer));
}

/** The API's errors: `detail` is a sentence, or an object that has one in `message` or `error`. */
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
