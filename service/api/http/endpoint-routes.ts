import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { type Capability, ENDPOINTS, type Endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { ACTION_PREFIX } from '../../contract/names.ts';
import { type EndpointHandlers, endpointQuery, readBody } from '../../process/endpoint-input.ts';
import { notFound, Refusal } from './refusal.ts';

/** How the actions of a page are answered, on one's own computer or by a node of a team. */
export type EndpointRoutes<Caller> = {
  /** Actions that need another capability have no route. */
  can: readonly Capability[];
  /** @returns who sent a request. Nothing of it is read before. @throws Refusal 401 and others. */
  caller: (request: FastifyRequest) => Promise<Caller>;
  handlers: (caller: Caller) => Partial<EndpointHandlers>;
  /** Is called before an action that changes something. @throws Failure. */
  beforeChange?: () => void;
  /** @returns the answer to an expected failure; any other error as it is. */
  asRefusal: (error: unknown) => unknown;
};

/** Adds `GET` or `POST /host/<name>` for each action of the table. Its scope must leave bodies unread (`leaveBodies`). */
export function addEndpoints<Caller>(scope: FastifyInstance, routes: EndpointRoutes<Caller>): void {
  for (const [name, endpoint] of Object.entries<Endpoint>(ENDPOINTS)) {
    const { method, output, status = 200, needs } = endpoint;
    if (needs !== undefined && !routes.can.includes(needs)) continue;
    scope.route({
      method,
      url: `${ACTION_PREFIX}/${name}`,
      exposeHeadRoute: false,
      handler: answered(
        (request, reply) => answerEndpoint(name as EndpointName, endpoint, routes, request, reply),
        routes.asRefusal,
        { isText: output === 'text', status },
      ),
    });
  }
  // Here, so that a body that nobody wants is not read.
  scope.route({
    method: ['GET', 'POST'],
    url: `${ACTION_PREFIX}/*`,
    exposeHeadRoute: false,
    async handler(request) {
      await routes.caller(request);
      throw notFound();
    },
  });
}

/**
 * @returns what an action's path takes in place of GET and HEAD; undefined for any other path. One that these capabilities do not allow is
 * not found, whatever the method.
 */
export function endpointMethod(path: string, can: readonly Capability[]): string | undefined {
  if (!path.startsWith(`${ACTION_PREFIX}/`)) return undefined;
  const name = path.slice(ACTION_PREFIX.length + 1);
  const endpoint: Endpoint | undefined = Object.hasOwn(ENDPOINTS, name)
    ? ENDPOINTS[name as EndpointName]
    : undefined;
  const isThere = endpoint && (endpoint.needs === undefined || can.includes(endpoint.needs));
  return isThere ? endpoint.method : 'GET, POST';
}

/** Bodies in this scope are read by the handlers, once it is known who sends them: nobody else makes us keep one. */
export function leaveBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
}

async function answerEndpoint<Caller>(
  name: EndpointName,
  { query: schema, body: taken, method }: Endpoint,
  routes: EndpointRoutes<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const handlers = routes.handlers(await routes.caller(request));
  const query = endpointQuery(new URL(request.url, 'http://page').searchParams, schema) ?? {};
  const input = typeof taken === 'object' ? await jsonBody(request, taken) : query;
  if (method === 'POST') routes.beforeChange?.();
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  // The handler of a name takes the input of that name. TypeScript cannot say this for a union of names.
  const handler = handlers[name] as (input: unknown, request: object) => unknown;
  return handler(input, { query, signal: gone.signal, bytes: request.raw });
}

/** @returns the handler of a route that answers with JSON, or with plain text, that nobody may store. */
export function answered<Params>(
  work: (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => Promise<unknown>,
  asRefusal: (error: unknown) => unknown,
  { isText = false, status = 200 } = {},
) {
  return async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply): Promise<unknown> => {
    try {
      const answer = await work(request, reply);
      reply.code(reply.statusCode === 200 ? status : reply.statusCode);
      if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
      if (answer === undefined) return reply.send();
      if (isText) return reply.type('text/plain; charset=utf-8').send(String(answer));
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
    } catch (error) {
      throw asRefusal(error);
    }
  };
}

/** @returns the JSON body. @throws Refusal 400, 413, 415, 422. @param most the most bytes, where it is not the bound of the contract */
export async function jsonBody(
  { headers, raw }: FastifyRequest,
  schema: TSchema,
  most?: number,
): Promise<unknown> {
  const read = await readBody(headers['content-type'], raw, schema, most).catch((error: unknown) => {
    if (raw.errored === null) throw error;
    throw new Refusal(400, { detail: 'The body broke off' });
  });
  if ('status' in read) throw new Refusal(read.status, { detail: read.detail });
  return read.body;
}
