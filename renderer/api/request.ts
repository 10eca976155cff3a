import type { TSchema } from 'typebox';
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
import { authorisation, forgetBearer, keepBearer, takeTokenFromAddress } from './session.ts';

/** The only place of the renderer that fetches. Paths are relative: the gateway knows where the service is. */

/** An answer that is not a success, in words for a person. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

/** No session, or one that the host has forgotten: the page has to be opened again from the host's address. */
export class SignInNeeded extends Error {
  constructor() {
    super('This window is not signed in.');
    this.name = 'SignInNeeded';
  }
}

/**
 * Exchanges the address bar's one-time token, if there is one, for a bearer. Call once, before the first request.
 * A used or expired token is no error here: the next request says that sign-in is needed.
 */
export async function signIn(): Promise<void> {
  const token = takeTokenFromAddress();
  if (token === undefined) return;
  const answer = await fetch('/auth/exchange', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) return;
  const body = (await answer.json()) as { bearer: string };
  keepBearer(body.bearer);
}

/**
 * Reads JSON of the data API, whose pages may be large: they are taken as they are, where `schema` is absent.
 * @throws ApiError, SignInNeeded, or the abort's reason.
 */
export async function getJson<Body>(path: string, signal?: AbortSignal, schema?: TSchema): Promise<Body> {
  const answer = await send(path, { cache: 'no-cache', ...(signal && { signal }) });
  const body: unknown = await answer.json();
  if (schema && !fits(schema, body)) throw notUnderstood(answer.status);
  return body as Body;
}

/** What an action of the host takes, as the table of endpoints says, and an abort. */
type Given<Of> = (Of extends { query: TSchema } ? { query: QueryOf<Of> } : unknown) &
  (Of extends { body: 'bytes' }
    ? { body: Blob }
    : Of extends { body: TSchema }
      ? { body: BodyOf<Of> }
      : unknown) & {
    signal?: AbortSignal | undefined;
    /** Goes out although the page goes: nobody waits for the answer. */
    keepalive?: boolean;
  };
type Arguments<Of> = Record<never, never> extends Given<Of> ? [given?: Given<Of>] : [given: Given<Of>];

/**
 * Asks the host for one of its actions; the answer has been checked.
 * @throws ApiError, SignInNeeded, or the abort's reason.
 */
export async function askHost<Name extends EndpointName>(
  name: Name,
  ...[given = {} as never]: Arguments<Endpoints[Name]>
): Promise<OutputOf<Endpoints[Name]>> {
  const { method, output }: Endpoint = ENDPOINTS[name];
  const { query, body, signal, keepalive } = given as Given<unknown> & {
    query?: Record<string, string>;
    body?: unknown;
  };
  const isFile = body instanceof Blob;
  const answer = await send(`/host/${name}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    method,
    ...(method === 'GET' && { cache: 'no-cache' }),
    ...(method === 'POST' && {
      headers: { 'Content-Type': isFile ? 'application/octet-stream' : 'application/json' },
      body: isFile ? body : JSON.stringify(body ?? {}),
    }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  });
  const said: unknown = output === 'text' ? await answer.text() : await answer.json();
  if (output !== 'text' && !fits(output, said)) throw notUnderstood(answer.status);
  return said as OutputOf<Endpoints[Name]>;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(path, { ...init, headers: { ...authorisation(), ...init.headers } });
  await refuse(answer);
  return answer;
}

/** The host may have been replaced by another version while the page stayed open. */
const notUnderstood = (status: number) =>
  new ApiError(status, 'Almanac answered something that this page does not understand. Load the page again.');

/** @throws ApiError, SignInNeeded where the answer is not a success. */
async function refuse(answer: Response): Promise<void> {
  if (answer.ok) return;
  if (answer.status === 401) {
    forgetBearer();
    throw new SignInNeeded();
  }
  throw new ApiError(answer.status, await explain(answer));
}

/** The bodies of `spec/decisions.md`: `detail` is a sentence, or holds one in `message`. */
async function explain(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { detail } = JSON.parse(text) as { detail?: string | { message?: string; error?: string } };
    const said = typeof detail === 'string' ? detail : (detail?.message ?? detail?.error);
    if (said) return said;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return `The service answered ${answer.status}.`;
}
