import { randomBytes } from 'node:crypto';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify';
import {
  ACTION_PREFIX,
  ASSISTANTS_PATH,
  HEAD_BYTES,
  REQUEST_ID_HEADER,
  TEAM_PREFIX,
} from '../../contract/names.ts';
import { createRefusalLog } from '../../process/refusal-log.ts';
import { refuseBytes, statusOf } from '../../process/unreadable-request.ts';
import { describedRoutes } from './described-route.ts';
import {
  hostCount,
  isOfAllowedOrigin,
  isOfOtherOrigin,
  isOwnHost,
  isPreflight,
  letOriginRead,
  sendPreflight,
} from './entrance.ts';
import { addErrors, type ErrorContext, sendError } from './errors.ts';
import { createGuessBrake } from './guess-brake.ts';
import { queryCompiler, rememberQueries } from './query.ts';
import { addNotes } from './recent-calls.ts';
import {
  badRequest,
  crossOrigin,
  HOW_TO_LET_IN,
  methodNotAllowed,
  misdirected,
  unavailable,
  unknownProxy,
} from './refusal.ts';
import { type Context, type Site, watchData } from './site.ts';

/**
 * Headers of every answer. A browser does not guess its type, run it, load anything for it, embed it elsewhere or tell other sites
 * about it. The page of `/docs` has its own policy. Only origins on the list get CORS headers.
 */
const SAFE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** Those of the page's port: a page that opened this one in a window gets no handle to it. */
const PAGE_HEADERS = { ...SAFE_HEADERS, 'Cross-Origin-Opener-Policy': 'same-origin' };

/** The methods of a path that names no others. */
const READS = 'GET, HEAD';
const LONGEST_SEGMENT = 8000;
/** How long a request may take to arrive. */
const REQUEST_TIMEOUT_MS = 30_000;

/** We refuse a request without Host ourselves: Node's own 400 has no body. */
const HTTP_OPTIONS = { requireHostHeader: false, maxHeaderSize: HEAD_BYTES };

/** @returns the whole API as a Fastify app; it does not listen yet. */
export function buildApp(context: Context): FastifyInstance {
  const prefix = randomBytes(3).toString('hex');
  let count = 0;
  const brake = createGuessBrake();
  const { entrance, tls } = context;
  const errors: ErrorContext = { ...context, brake, refusals: createRefusalLog(context.log, context.now) };
  const checkQueries = queryCompiler(context.now);
  const genReqId = () => `${prefix}-${(++count).toString(36)}`;
  const app = Fastify({
    logger: false,
    genReqId,
    requestIdHeader: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LONGEST_SEGMENT, querystringParser: rememberQueries() },
    ...(context.web?.rewriteUrl && { rewriteUrl: context.web.rewriteUrl }),
    schemaController: {
      compilersFactory: {
        // Fastify’s types know AJV’s compiler alone.
        buildValidator: () => checkQueries as never,
        // What a route sends is JSON already, or small.
        buildSerializer: () => () => JSON.stringify,
      },
    },
    frameworkErrors: (error, request, reply) => {
      // Fastify does not call the hooks for these errors.
      sendError(errors, checked(context, request, reply) ?? error, request, reply);
    },
    clientErrorHandler: (error, socket) =>
      void refuseBytes(socket, statusOf(error), {
        ...(context.web?.isForItself ? PAGE_HEADERS : SAFE_HEADERS),
        [REQUEST_ID_HEADER]: genReqId(),
      }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: entrance.proxies.length > 0 && [...entrance.proxies],
    ...(tls ? { https: { ...HTTP_OPTIONS, ...tls } } : { http: HTTP_OPTIONS }),
  }) as unknown as FastifyInstance;
  addNotes(app);
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = checked(context, request, reply);
    // Only preflights of allowed origins come this far.
    if (refusal || !isPreflight(request.raw)) done(refusal);
    else sendPreflight(reply);
  });
  addErrors(app, errors);
  app.addHook('preClose', async () => brake.release());
  app.addHook('onRoute', (route) => {
    const closable = route.config?.closable;
    if (closable === undefined) return;
    const refuseClosed: onRequestHookHandler = (_request, reply, done) => {
      if (context.isOpen(closable)) done();
      else reply.callNotFound();
    };
    route.onRequest = [refuseClosed, ...[route.onRequest ?? []].flat()];
  });
  const site: Site = { ...context, data: watchData(context.reader), described: describedRoutes(app) };
  // The page's port and a team's node have the app's page at '/'.
  if (context.web) context.web.addTo(app);
  else app.get('/', async (_request, reply) => reply.redirect('/docs'));
  for (const add of context.routes) add(app, site);
  return app;
}

/** A balancer asks for these by the node's address: they answer to any Host where others reach the service, and hold no data. */
function isProbe(url: string): boolean {
  return url === '/healthz' || url === '/readyz';
}

/** Checks every request before anything else. @returns why it is refused. */
function checked(context: Context, request: FastifyRequest, reply: FastifyReply): Error | undefined {
  request.begunMs = performance.now();
  reply.headers(context.web?.isForItself ? PAGE_HEADERS : SAFE_HEADERS).header(REQUEST_ID_HEADER, request.id);
  const { entrance } = context;
  if (!entrance.letsIn(request)) return unknownProxy();
  const hosts = hostCount(request.raw);
  if (hosts === 0 && request.raw.httpVersion === '1.1') return badRequest();
  const isOurs = hosts === 1 && isOwnHost(request, entrance);
  if (!isOurs && !(entrance.isPublic && isProbe(request.url))) return misdirected();
  const isAssistant = isForAssistants(request);
  // No web page speaks for an assistant, a member of a team or the app, not even one of an allowed origin.
  const isForPages =
    !isAssistant &&
    !request.url.startsWith(`${TEAM_PREFIX}/`) &&
    !request.url.startsWith(`${ACTION_PREFIX}/`);
  const isLetIn = isForPages && isOfAllowedOrigin(request.raw, context.allowedOrigins);
  if (isLetIn) letOriginRead(request.raw, reply);
  else if (isOfOtherOrigin(request, entrance))
    return crossOrigin(isForPages && !context.web?.isForItself ? HOW_TO_LET_IN : undefined);
  const isAsking = isLetIn && isPreflight(request.raw);
  const methods = isAssistant ? 'POST' : (context.web?.methodsOf(request.url) ?? READS);
  if (!methods.split(', ').includes(request.method) && !isAsking) return methodNotAllowed(methods);
  if (context.isClosing()) return unavailable();
  return undefined;
}

/** @returns whether a request is one of an assistant. */
function isForAssistants({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return url === ASSISTANTS_PATH || url.startsWith(`${ASSISTANTS_PATH}?`);
}
