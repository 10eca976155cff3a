import {
  type BodyOf,
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  type OutputOf,
  type PassedOn,
  type QueryOf,
} from '../../service/contract/endpoints.ts';
import { Failure, type FailureCode } from '../../service/contract/failure.ts';
import { fits } from '../../service/contract/fits.ts';
import { maskSecrets } from '../../service/process/mask.ts';
import type { Supervisor } from '../supervisor/index.ts';
import { json, methodNotAllowed, notFound, plainText, refusal, serviceUnavailable } from './answers.ts';
import { readJson } from './read-json.ts';

/** The input of a handler: the query and the body, both checked. */
export type Given<Name extends EndpointName> = {
  query: QueryOf<Endpoints[Name]>;
  body: BodyOf<Endpoints[Name]>;
  request: Request;
};

type Answer<Name extends EndpointName> = OutputOf<Endpoints[Name]> | Response;

/**
 * A handler for each action that the service does not answer. A `Failure` becomes an error answer (see `STATUSES`); for any other
 * refusal a handler returns a `Response`.
 */
export type HostHandlers = {
  [Name in Exclude<EndpointName, PassedOn>]: (given: Given<Name>) => Answer<Name> | Promise<Answer<Name>>;
};

export type HostRouteOptions = {
  supervisor: Pick<Supervisor, 'status' | 'waitForStart' | 'call'>;
  /** How long a request waits for a service that is starting. */
  waitMs: number;
};

/** Answers `GET` and `POST /host/<name>` as the table `ENDPOINTS` says. */
export async function answerHostAction(
  request: Request,
  handlers: HostHandlers,
  { supervisor, waitMs }: HostRouteOptions,
): Promise<Response> {
  const url = new URL(request.url);
  const name = url.pathname.slice('/host/'.length);
  if (!isEndpoint(name)) return notFound();
  const { method, query: schema, body: taken, output, status, service }: Endpoint = ENDPOINTS[name];
  if (request.method !== method) return methodNotAllowed(method);
  const query = queryOf(url.searchParams, schema);
  if (query instanceof Response) return query;
  if (service && !(await isListening(supervisor, waitMs, request.signal))) return serviceUnavailable();
  const body = typeof taken === 'object' ? await readJson(request, taken) : undefined;
  if (body instanceof Response) return body;
  try {
    const answer = isPassedOn(name)
      ? await supervisor.call(name, (query ?? body ?? {}) as never)
      : await (handlers[name] as (given: unknown) => unknown)({ query, body, request });
    if (answer instanceof Response) return answer;
    return output === 'text' ? plainText(200, String(answer)) : json(status ?? 200, answer);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'cancelled') return serviceUnavailable();
    // A key that was sent in the wrong place is not repeated.
    return refusal(STATUSES[error.code] ?? 500, maskSecrets(error.message));
  }
}

function isEndpoint(name: string): name is EndpointName {
  return Object.hasOwn(ENDPOINTS, name);
}

function isPassedOn(name: EndpointName): name is PassedOn {
  const { service }: Endpoint = ENDPOINTS[name];
  return service === 'answers';
}

/** @returns the query that the endpoint takes, or the error answer that names the wrong parameter. */
function queryOf(given: URLSearchParams, schema: Endpoint['query']): object | undefined | Response {
  if (!schema) return undefined;
  const query: Record<string, string> = {};
  for (const [name, word] of Object.entries<{ default?: string; description?: string }>(schema.properties)) {
    const text = given.get(name) ?? word.default ?? '';
    if (!fits(word, text)) return refusal(422, `${name} must be ${word.description}`);
    query[name] = text;
  }
  return query;
}

/** @returns whether the service listens; waits up to `waitMs` for it to start. */
async function isListening(
  supervisor: HostRouteOptions['supervisor'],
  waitMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const now = supervisor.status();
  return (now.port ?? (await supervisor.waitForStart(waitMs, signal)).port) !== undefined;
}

/** 409: the request is right, but cannot be done in the present state. */
const STATUSES: Readonly<Partial<Record<FailureCode, number>>> = {
  wrong_usage: 422,
  invalid_parameter: 422,
  unknown_key: 404,
  vault: 409,
  invalid_file: 422,
  newer_version: 409,
  folder_in_use: 409,
  folder_unusable: 409,
  team_refused: 409,
  team_unreachable: 409,
};
