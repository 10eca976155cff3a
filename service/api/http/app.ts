import { randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify';
import { Failure, stackOf } from '../../contract/failure.ts';
import {
  ACTION_PREFIX,
  ASSISTANTS_PATH,
  ORIGIN_HEADER,
  REQUEST_ID_HEADER,
  TEAM_PREFIX,
} from '../../contract/names.ts';
import {
  HEADERS_OF_PAGE,
  HTTP_OPTIONS,
  REQUEST_TIMEOUT_MS,
  SAFE_HEADERS,
} from '../../process/http-server.ts';
import { maskSecrets, maskTarget } from '../../process/mask.ts';
import { createRefusalLog, type RefusalLog } from '../../process/refusal-log.ts';
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
import { queryCompiler, rememberQueries } from './query.ts';
import {
  badRequest,
  crossOrigin,
  HOW_TO_LET_IN,
  internalError,
  methodNotAllowed,
  misdirected,
  notFound,
  notJson,
  RawBody,
  Refusal,
  unavailable,
  unknownProxy,
} from './refusal.ts';
import { addNotes, type Context, noteCall, ownPath, type Site, watchData } from './site.ts';

const READS = 'GET, HEAD';
const LONGEST_SEGMENT = 8000;

export function buildApp(context: Context): FastifyInstance {
  const prefix = randomBytes(3).toString('hex');
  let count = 0;
  const brake = createGuessBrake();
  const { entrance, tls } = context;
  // One for each port, so that refusals at one cannot hide those at the other.
  const [ofApi, ofPage] = [
    createRefusalLog(context.log, context.now),
    createRefusalLog(context.log, context.now),
  ];
  const refusalsOf = ({ raw }: FastifyRequest) => (context.pageOf(raw) ? ofPage : ofApi);
  const errors: ErrorContext = { ...context, brake, refusalsOf };
  const checkQueries = queryCompiler(context.now);
  const genReqId = () => `${prefix}-${(++count).toString(36)}`;
  const app = Fastify({
    logger: false,
    genReqId,
    requestIdHeader: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LONGEST_SEGMENT, querystringParser: rememberQueries() },
    rewriteUrl: (raw) => context.pageOf(raw)?.rewriteUrl(raw) ?? raw.url ?? '/',
    schemaController: {
      compilersFactory: {
        // Fastify's types allow only AJV's compiler.
        buildValidator: () => checkQueries as never,
        // Routes send ready JSON or small objects.
        buildSerializer: () => () => JSON.stringify,
      },
    },
    frameworkErrors: (error, request, reply) => {
      // Fastify does not call the hooks for these errors.
      sendError(errors, checked(context, request, reply) ?? error, request, reply);
    },
    clientErrorHandler: (error, socket) =>
      refuseBytes(socket, error, {
        ...(context.pageOf({ socket }) ? HEADERS_OF_PAGE : SAFE_HEADERS),
        [REQUEST_ID_HEADER]: genReqId(),
      }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: entrance.proxies.length > 0 && [...entrance.proxies],
    ...(context.serve && { serverFactory: context.serve }),
    ...(tls ? { https: { ...HTTP_OPTIONS, ...tls } } : { http: HTTP_OPTIONS }),
  }) as unknown as FastifyInstance;
  addNotes(app);
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = checked(context, request, reply);
    // Only preflights from allowed origins come this far.
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
  if (context.web) context.web.addTo(app);
  else
    app.get('/', async (request, reply) => {
      const page = context.pageOf(request.raw);
      return page ? page.answerFile(request, reply) : reply.redirect('/docs');
    });
  for (const add of context.routes) add(app, site);
  return app;
}

/** True for a balancer's probes. They accept any Host, since it calls nodes by address, and show no data. */
function isProbe(url: string): boolean {
  return url === '/healthz' || url === '/readyz';
}

function checked(context: Context, request: FastifyRequest, reply: FastifyReply): Error | undefined {
  request.begunMs = performance.now();
  const page = context.pageOf(request.raw);
  reply.headers(page ? HEADERS_OF_PAGE : SAFE_HEADERS).header(REQUEST_ID_HEADER, request.id);
  const { entrance } = page ?? context;
  if (!entrance.letsIn(request)) return unknownProxy();
  const hosts = hostCount(request.raw);
  if (hosts === 0 && request.raw.httpVersion === '1.1') return badRequest();
  const isOurs = hosts === 1 && isOwnHost(request, entrance);
  if (!isOurs && !(entrance.isPublic && isProbe(request.url))) return misdirected();
  const isAssistant = request.url.split('?', 1)[0] === ASSISTANTS_PATH;
  // No page of another origin may act as an assistant, a team member or the app, even if it is allowed.
  const isForPages =
    !isAssistant &&
    !request.url.startsWith(`${TEAM_PREFIX}/`) &&
    !request.url.startsWith(`${ACTION_PREFIX}/`);
  const isLetIn = isForPages && !page && isOfAllowedOrigin(request.raw, context.allowedOrigins);
  if (isLetIn) letOriginRead(request.raw, reply);
  else if (isOfOtherOrigin(request, entrance))
    return crossOrigin(isForPages && !page ? HOW_TO_LET_IN : undefined);
  const isAsking = isLetIn && isPreflight(request.raw);
  const methods = isAssistant ? 'POST' : ((page ?? context.web)?.methodsOf(request.url) ?? READS);
  if (!methods.split(', ').includes(request.method) && !isAsking) return methodNotAllowed(methods);
  if (context.isClosing()) return unavailable();
  return undefined;
}

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers bytes that are not a request with the reason as `detail`, and closes the connection. */
function refuseBytes(socket: Duplex, error: Error, more: Readonly<Record<string, string>>): void {
  if (!socket.writable) return void socket.destroy();
  const status = ('code' in error && STATUS[String(error.code)]) || '400 Bad Request';
  const body = JSON.stringify({ detail: status.slice(4) });
  const headers = {
    'Content-Type': JSON_TYPE,
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
    ...more,
    Connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...head, '', body].join('\r\n'));
}

/** `refusalsOf` gives the log of refused requests, which leaves some out; `brake` delays answers to wrong keys. */
export type ErrorContext = Pick<Context, 'log' | 'calls' | 'entrance'> & {
  refusalsOf: (request: FastifyRequest) => RefusalLog;
  brake: GuessBrake;
};

const JSON_TYPE = 'application/json; charset=utf-8';

function addErrors(app: FastifyInstance, context: ErrorContext): void {
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Refusal && error.isGuess)) return sendError(context, error, request, reply);
    // Note it before the delay: somebody who tries keys may leave without waiting for the answer.
    noteRefusal(context, request, error);
    context.brake.hold(reply.raw, (isCrowded) => {
      if (isCrowded) reply.header('Connection', 'close');
      answerRefusal(reply, error);
    });
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(context, request, reply, notFound()));
}

/** Answers a thrown error. Logs it, without showing it to the client, if it is not a refusal. */
export function sendError(
  context: ErrorContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = error instanceof Refusal ? error : frameworkRefusal(error);
  if (refusal) {
    sendRefusal(context, request, reply, refusal);
    return;
  }
  context.log(`${request.id} ${maskSecrets(stackOf(error))}`);
  // A failure of the files (locked, unreadable, disk full) may pass; anything else is a bug.
  sendRefusal(context, request, reply, error instanceof Failure ? unavailable() : internalError());
}

function sendRefusal(
  context: ErrorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): void {
  answerRefusal(reply, refusal);
  noteRefusal(context, request, refusal);
}

function answerRefusal(reply: FastifyReply, refusal: Refusal): void {
  const { body } = refusal;
  // These headers belong to the answer that the refusal replaces.
  for (const name of ['ETag', 'Content-Disposition', ORIGIN_HEADER]) reply.removeHeader(name);
  const { type, text } = body instanceof RawBody ? body : new RawBody(JSON_TYPE, JSON.stringify(body));
  reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('Cache-Control', 'no-store')
    .type(type)
    .send(text);
}

/** Logs a refused request. Successful answers are not logged: that would cost a third of the speed. */
function noteRefusal(context: ErrorContext, request: FastifyRequest, refusal: Refusal): void {
  noteCall(context, request, ownPath(request), refusal.status, null);
  const ms = (performance.now() - request.begunMs).toFixed(1);
  const from = context.entrance.isPublic && isIP(request.ip) > 0 ? ` from ${request.ip}` : '';
  const line = `${request.id} ${request.method} ${maskTarget(request.url)} ${refusal.status} ${ms} ms${from}`;
  // Not all are logged: while files or a team's database do not answer, every request is refused.
  if (refusal.status === 500) context.log(line);
  else context.refusalsOf(request)(refusal.status, line);
}

function frameworkRefusal(error: unknown): Refusal | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // No route has a path that cannot be decoded or is too long.
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return notFound();
  return code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? notJson() : undefined;
}

/** Delays answers to wrong keys. One brake serves all addresses: a program can use any of 127.0.0.0/8. */
type GuessBrake = ReturnType<typeof createGuessBrake>;

/** Answers sent at once: a tool that sends several requests with a wrong key learns of it immediately. */
const IMMEDIATE_REFUSALS = 20;
const EVERY_MS = 100;
/** The longest delay: clients wait at least ten seconds, so they still get their 401. */
const LONGEST_MS = 10_000;
/** The most answers that wait; each takes some 20 KB. */
const MOST_WAITING = 1000;

export function createGuessBrake() {
  /** When the next answer may be sent once the immediate ones are used up. */
  let free = Number.NEGATIVE_INFINITY;
  let isReleased = false;
  const waiting = new Set<() => void>();
  return {
    /** Calls `send` in turn, or never if `answer` closes first. `isCrowded`: the connection should end. */
    hold(answer: EventEmitter, send: (isCrowded: boolean) => void): void {
      const now = performance.now();
      const due = Math.max(free, now - (IMMEDIATE_REFUSALS - 1) * EVERY_MS);
      const wait = Math.min(due - now, LONGEST_MS);
      const isCrowded = waiting.size >= MOST_WAITING;
      if (isReleased || isCrowded || wait <= 0) {
        if (wait <= 0) free = due + EVERY_MS;
        send(isCrowded);
        return;
      }
      free = now + wait + EVERY_MS;
      const stop = () => {
        clearTimeout(timer);
        waiting.delete(go);
        answer.off('close', stop);
      };
      const go = () => {
        stop();
        send(false);
      };
      const timer = setTimeout(go, wait);
      waiting.add(go);
      answer.once('close', stop);
    },
    release(): void {
      isReleased = true;
      for (const go of [...waiting]) go();
    },
  };
}
