import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createRefusalLog } from '../contract/refusal-log.ts';
import { addNotes, noteBegin } from './asked.ts';
import type { Context } from './context.ts';
import { isOfAllowedOrigin, isPreflight, letOriginRead, sendPreflight } from './cors.ts';
import { addErrors, type ErrorContext, sendError } from './errors.ts';
import { createGuessBrake } from './guess-brake.ts';
import { isOwnHost, lacksHost } from './host-check.ts';
import { isOfOtherOrigin } from './origin-check.ts';
import { badRequest, crossOrigin, methodNotAllowed, misdirected, unavailable } from './refusal.ts';
import { addRoutes } from './routes.ts';
import { SAFE_HEADERS } from './safe-headers.ts';
import { refuseUnreadable } from './unreadable-request.ts';

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
    clientErrorHandler: refuseUnreadable,
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
  addRoutes(app, context);
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
