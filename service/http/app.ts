import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createRefusalLog } from '../process/refusal-log.ts';
import { refuseBytes, statusOf } from '../process/unreadable-request.ts';
import { addNotes, noteBegin } from './asked.ts';
import type { Context, Route, Site } from './context.ts';
import { watchData } from './data-state.ts';
import { DISCOVERY_ROUTES } from './discovery.ts';
import { ECONOMIC_ROUTES } from './economic-data.ts';
import { addErrors, type ErrorContext, sendError } from './errors.ts';
import { createGuessBrake } from './guess-brake.ts';
import { openLimits } from './limit.ts';
import { MARKET_ROUTES } from './market-data.ts';
import {
  isOfAllowedOrigin,
  isOfOtherOrigin,
  isOwnHost,
  isPreflight,
  lacksHost,
  letOriginRead,
  sendPreflight,
} from './origins.ts';
import { badRequest, crossOrigin, methodNotAllowed, misdirected, unavailable } from './refusal.ts';
import { VIEW_ROUTE } from './view.ts';

/** Every path of the API. An endpoint is added here. */
const ROUTES: readonly Route[] = [...ECONOMIC_ROUTES, VIEW_ROUTE, ...MARKET_ROUTES, ...DISCOVERY_ROUTES];

/**
 * On every answer: nothing is guessed, run, loaded, embedded elsewhere or told to other sites. The page of `/docs` has a policy of
 * its own; CORS headers are only for origins that somebody let in.
 */
const SAFE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

const LONGEST_SEGMENT = 8000;
/** In which a request must have come whole; it has no body. */
const REQUEST_TIMEOUT_MS = 30_000;

/** @returns the whole API as a Fastify app; it does not listen yet. */
export function buildApp(context: Context): FastifyInstance {
  const prefix = randomBytes(3).toString('hex');
  let count = 0;
  const brake = createGuessBrake();
  const errors: ErrorContext = { ...context, brake, refusals: createRefusalLog(context.log, context.now) };
  const app = Fastify({
    logger: false,
    genReqId: () => `${prefix}-${(++count).toString(36)}`,
    requestIdHeader: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LONGEST_SEGMENT },
    frameworkErrors: (error, request, reply) => {
      // These do not pass the hooks, so the same is done here.
      sendError(errors, checked(context, request, reply) ?? error, request, reply);
    },
    clientErrorHandler: (error, socket) => void refuseBytes(socket, statusOf(error), SAFE_HEADERS),
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node's own answer to a request without Host has no body; ours has.
    http: { requireHostHeader: false },
  });
  addNotes(app);
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = checked(context, request, reply);
    // What is left of preflights is of origins that are let in.
    if (refusal || !isPreflight(request.raw)) done(refusal);
    else sendPreflight(reply);
  });
  addErrors(app, errors);
  app.addHook('preClose', async () => brake.release());
  const site: Site = {
    ...context,
    data: watchData(context.reader),
    takeFromLimits: openLimits(context),
    routes: ROUTES,
  };
  for (const route of ROUTES) app.get(route.url ?? route.path, route.open(site));
  return app;
}

/** What is asked of every request before anything else. */
function checked(context: Context, request: FastifyRequest, reply: FastifyReply): Error | undefined {
  noteBegin(request);
  reply.headers(SAFE_HEADERS);
  if (lacksHost(request.raw)) return badRequest();
  if (!isOwnHost(request.raw, context.port())) return misdirected();
  const isLetIn = isOfAllowedOrigin(request.raw, context.allowedOrigins);
  if (isLetIn) letOriginRead(request.raw, reply);
  else if (isOfOtherOrigin(request.raw)) return crossOrigin();
  const isAsking = isLetIn && isPreflight(request.raw);
  if (request.method !== 'GET' && request.method !== 'HEAD' && !isAsking) return methodNotAllowed();
  if (context.isClosing()) return unavailable();
  return undefined;
}
