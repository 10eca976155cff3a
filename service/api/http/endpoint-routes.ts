import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TObject, type TSchema, Type } from 'typebox';
import { BODY_BYTES, limitProblem } from '../../contract/body.ts';
import {
  type Capability,
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  type InputOf,
  type OutputOf,
} from '../../contract/endpoints.ts';
import type { FailureCode } from '../../contract/failure.ts';
import { fits } from '../../contract/fits.ts';
import { ACTION_PREFIX } from '../../contract/names.ts';
import { VALUES_BYTES } from '../../contract/schema.ts';
import { notFound, notJson, Refusal } from './refusal.ts';

type EndpointRequest = {
  query: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** The raw body of an endpoint that takes 'bytes'. */
  bytes: AsyncIterable<Uint8Array>;
};

/** A handler for each action. A missing one, or one with another input or output, does not compile. */
export type EndpointHandlers = {
  [Name in EndpointName]: (
    input: InputOf<Endpoints[Name]>,
    request: EndpointRequest,
  ) => Promise<OutputOf<Endpoints[Name]>>;
};

type EndpointRoutes = {
  can: readonly Capability[];
  /** Runs before the body is read: strangers cannot fill the memory. @throws Refusal 401 and others. */
  checkCaller: (request: FastifyRequest) => Promise<void>;
  handlers: (request: FastifyRequest) => Partial<EndpointHandlers>;
  beforeChange?: () => void;
  /** @returns the refusal for an expected failure; any other error unchanged. */
  asRefusal: (error: unknown) => unknown;
};

type Chunks = AsyncIterable<Uint8Array>;
type ForEndpoint = { Params: { name: string }; Querystring: Record<string, string | string[]> };
const NO_QUERY = Type.Object({});

export function addEndpoints(scope: FastifyInstance, routes: EndpointRoutes): void {
  const { can, checkCaller, handlers, beforeChange, asRefusal } = routes;
  const endpoints = new Map(endpointsFor(can));
  scope.removeAllContentTypeParsers();
  const readBody = async (request: FastifyRequest, chunks: Chunks) => {
    const { schema, bodyLimit } = request.routeOptions;
    const { name = '' } = request.params as Partial<ForEndpoint['Params']>;
    const body = schema?.body ?? endpoints.get(name)?.body;
    return typeof body === 'object' ? readText(chunks, bodyLimit) : undefined;
  };
  scope.addContentTypeParser('application/json', readBody);
  // Leaves other bodies unread: a file, which its handler reads, or a body that nobody needs.
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.addHook('onRoute', (route) => {
    route.bodyLimit ??= BODY_BYTES;
  });
  // Fastify's own compiler, AJV, takes 50 ms to load at each start.
  scope.setValidatorCompiler<TSchema>(
    ({ schema }) =>
      (given) =>
        endpointBody(schema, given),
  );
  scope.addHook('preHandler', (_request, reply, done) => {
    reply.header('Cache-Control', 'no-store');
    done();
  });
  // The app's error handler gets what this one throws.
  scope.setErrorHandler((error) => {
    throw asRefusal(error);
  });
  const endpointOf = ({ params, method }: FastifyRequest<ForEndpoint>): Endpoint => {
    const found = endpoints.get(params.name);
    if (found?.method !== method) throw notFound();
    return found;
  };
  // One route serves all actions: a route for each would take a tenth of the start's time.
  scope.route<ForEndpoint>({
    method: ['GET', 'POST'],
    url: `${ACTION_PREFIX}/:name`,
    exposeHeadRoute: false,
    onRequest: [checkCaller, async (request) => void endpointOf(request)],
    async handler(request, reply) {
      const { method, query = NO_QUERY, body, status = 200 } = endpointOf(request);
      const input = typeof body === 'object' ? accepted(endpointBody(body, request.body)) : undefined;
      const words = accepted(endpointQuery(query, request.query));
      if (method === 'POST') beforeChange?.();
      // Fastify's `request.signal` would abort as soon as the body is read.
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      reply.code(status);
      // A name's handler takes that name's input. TypeScript cannot express this for a union of names.
      const handle = handlers(request)[request.params.name as EndpointName] as (
        input: unknown,
        request: EndpointRequest,
      ) => Promise<unknown>;
      return handle(input ?? words, { query: words, signal: gone.signal, bytes: request.raw });
    },
  });
  scope.all(`${ACTION_PREFIX}/*`, { onRequest: checkCaller }, async () => {
    throw notFound();
  });
}

function endpointsFor(can: readonly Capability[]): [string, Endpoint][] {
  const isThere = ({ needs }: Endpoint) => needs === undefined || can.includes(needs);
  return Object.entries<Endpoint>(ENDPOINTS).filter(([, endpoint]) => isThere(endpoint));
}

/** @returns the methods of an action's path instead of GET and HEAD; undefined for any other path. */
export function endpointMethod(path: string, can: readonly Capability[]): string | undefined {
  if (!path.startsWith(`${ACTION_PREFIX}/`)) return undefined;
  const name = path.slice(ACTION_PREFIX.length + 1);
  const found = endpointsFor(can).find(([one]) => one === name);
  return found ? found[1].method : 'GET, POST';
}

/**
 * Reads a body to its end even if it is too long: Fastify's `bodyLimit` closes the connection, and the client
 * would miss the answer. @returns the text, or why it is refused.
 */
async function readText(chunks: Chunks, bodyLimit: number): Promise<string | Refusal> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > bodyLimit) kept.length = 0;
      else kept.push(chunk);
    }
  } catch {
    return new Refusal(400, { detail: 'The body broke off' });
  }
  if (bytes <= bodyLimit) return new TextDecoder().decode(Buffer.concat(kept));
  const detail = `The body has ${bytes} bytes; the most that is taken is ${bodyLimit} bytes.`;
  return new Refusal(413, { detail });
}

type Checked<Value> = { value: Value } | { error: Refusal };

function accepted<Value>(checked: Checked<Value>): Value {
  if ('error' in checked) throw checked.error;
  return checked.value;
}

/** The most brackets and commas in a body: one with nothing else would hold up all other requests. */
const MOST_PARTS = 20_000;

/** Takes only JSON, which other origins cannot send without a preflight. @param given from `readText`. */
function endpointBody(schema: TSchema, given: unknown): Checked<unknown> {
  if (given instanceof Refusal) return { error: given };
  if (typeof given !== 'string') return { error: notJson() };
  const refused = (status: number, detail: string) => ({ error: new Refusal(status, { detail }) });
  if (given.length > VALUES_BYTES && hasMoreParts(given, MOST_PARTS))
    return refused(422, `The body has more than ${MOST_PARTS} values: nothing that is taken has.`);
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    return refused(400, 'The body is not JSON');
  }
  if (fits(schema, value)) return { value };
  return refused(422, limitProblem(schema, value) ?? 'The body is not what this action takes');
}

/** Takes the first value of a repeated parameter. Leaves out parameters that the schema does not name. */
function endpointQuery(
  { properties }: TObject,
  given: Record<string, string | string[]>,
): Checked<Record<string, string>> {
  const value: Record<string, string> = {};
  for (const [name, word] of Object.entries<{ default?: string; description?: string }>(properties)) {
    const text = [given[name]].flat()[0] ?? word.default ?? '';
    if (!fits(word, text))
      return { error: new Refusal(422, { detail: `${name} must be ${word.description}` }) };
    value[name] = text;
  }
  return { value };
}

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE] = [0x22, 0x2c, 0x5c, 0x5b, 0x7b];

/** @returns whether a JSON text has more brackets and commas, outside of its strings, than `most`. */
function hasMoreParts(text: string, most: number): boolean {
  let parts = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isText = !isText;
    else if (isText) at += code === BACKSLASH ? 1 : 0;
    else if (code === COMMA || code === BRACKET || code === BRACE) parts += 1;
    if (parts > most) return true;
  }
  return false;
}

/** The HTTP status of a failure. 409: the request is right, but cannot be done in the present state. */
export const FAILURE_STATUSES: Readonly<Partial<Record<FailureCode, number>>> = {
  wrong_usage: 422,
  invalid_parameter: 422,
  invalid_file: 422,
  unrecognised_file: 422,
  file_shrinks: 422,
  file_jumps: 422,
  unknown_key: 404,
  vault: 409,
  newer_version: 409,
  folder_in_use: 409,
  folder_unusable: 409,
  team_unreachable: 503,
  team_refused: 409,
};
