import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createRefusalLog } from '../contract/refusal-log.ts';
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
 * Headers of every answer. A browser does not guess its type, run it, load anything for it, embed it elsewhere or tell other sites
 * about it. The page of `/docs` has its own policy. Only origins on the list get CORS headers.
 */
const SAFE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

const LONGEST_SEGMENT = 8000;
/** How long a request may take to arrive. It has no body. */
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
      // Fastify does not call the hooks for these errors.
      sendError(errors, checked(context, request, reply) ?? error, request, reply);
    },
    clientErrorHandler: refuseUnreadable,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node would answer a request without Host with no body.
    http: { requireHostHeader: false },
  });
  addNotes(app);
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = checked(context, request, reply);
    // Only preflights of allowed origins come this far.
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

/** Checks every request before anything else. @returns why it is refused. */
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

const STATUS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers a client whose request Node could not read, or whose request took too long, and ends the connection. */
function refuseUnreadable(error: Error, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = ('code' in error && STATUS[String(error.code)]) || '400 Bad Request';
  const body = JSON.stringify({ detail: status.slice(4) });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    ...Object.entries(SAFE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
