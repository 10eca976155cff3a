import { hash as hashOnce, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  addEndpoints,
  crossOrigin,
  type EndpointHandlers,
  type Entrance,
  endpointMethod,
  FAILURE_STATUSES,
  headerKeys,
  internalCheck,
  notFound,
  type PagePort,
  Refusal,
} from '../api/index.ts';
import { EVENTS_PATH } from '../contract/app-state.ts';
import { mostBytes } from '../contract/body.ts';
import { Failure } from '../contract/failure.ts';
import { type PageServer, sendPageFile } from '../page/index.ts';
import { carriesBearer, makeBearer } from '../process/page-bearer.ts';
import { pageName, pathKind, pathOf } from '../process/path-kind.ts';
import type { Events } from './events.ts';
import type { Exports } from './exports.ts';

/** Actions for the shell and other commands of this account: `POST /control/<action>`. */
export type ControlActions = {
  state: () => { clients: number; signIns: number };
  open: () => { address: string };
  stop: () => void;
  /** Called when the computer is about to sleep. */
  pause: () => void;
};

export type PagePortParts = {
  sessions: PageSessions;
  events: Pick<Events, 'follow'>;
  exports: Pick<Exports, 'redeem' | 'redeemTarget'>;
  handlers: EndpointHandlers;
  control: ControlActions;
  controlSecret: string;
  internalCredential: string;
  /** Called before an action that changes something. @throws Failure if a data file was removed meanwhile. */
  expectFiles: () => void;
  entrance: Entrance;
  server: Pick<PageServer, 'files' | 'isOf'>;
};

const TokenBody = Type.Object({ token: Type.String({ maxLength: 200 }) });
/** Bounds a body that anybody on this machine may send. */
const TOKEN_BYTES = mostBytes(TokenBody);
export const TOKEN_REFUSED =
  'This address was used already, or is older than five minutes. Press Enter where Almanac runs: it prints a new one.';
const EXCHANGE = '/auth/exchange';
/** Routes for all that a page may do. With a team's data, an import refuses by itself. */
const CAN_ALL = ['computer', 'keys', 'import'] as const;

/**
 * The page's port on 127.0.0.1, which every page and program of this machine can reach. Actions and data need
 * a session's bearer; the page's files, public answers and single-use downloads do not. A read with an API
 * key is checked as on the API's port.
 */
export function openPagePort(parts: PagePortParts): PagePort {
  const { sessions, exports, control, server } = parts;
  const letIn = `Bearer ${parts.internalCredential}`;
  const isOfShell = internalCheck(parts.controlSecret);
  const downloads = new WeakSet<IncomingMessage>();

  function refusalOf(request: FastifyRequest, reply: FastifyReply): Refusal | undefined {
    const kind = pathKind(pathOf(request.url));
    if (isOfOtherPage(request, kind === 'page')) return crossOrigin();
    if (downloads.has(request.raw)) reply.header('Content-Disposition', 'attachment');
    if (kind !== 'data' && kind !== 'public') return undefined;
    // On loopback, compressing costs more than it saves.
    request.headers['accept-encoding'] = undefined;
    if (downloads.has(request.raw) || carriesKey(request)) return undefined;
    if (sessions.knows(request.headers.authorization)) request.headers.authorization = letIn;
    else if (kind === 'data') return signInNeeded();
    return undefined;
  }

  /** Checked in the route, not by URL: the router decodes `/ho%73t/…`. @throws Refusal 401. */
  async function expectSession({ headers }: FastifyRequest): Promise<void> {
    if (!sessions.knows(headers.authorization)) throw signInNeeded();
  }

  async function expectShell({ headers }: FastifyRequest): Promise<void> {
    if (!isOfShell(headers.authorization)) throw signInNeeded();
  }

  async function exchange({ body }: FastifyRequest<{ Body: Static<typeof TokenBody> }>) {
    const bearer = sessions.exchange(body.token);
    if (bearer === undefined) throw new Refusal(401, { detail: TOKEN_REFUSED });
    return { bearer };
  }

  async function answerControl(request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) {
    const action = request.params['*'];
    if (!isControl(action, control)) throw notFound();
    if (action === 'stop') reply.code(202);
    return control[action]() ?? {};
  }

  async function download(request: FastifyRequest<{ Params: { ticket: string } }>, reply: FastifyReply) {
    const file = await exports.redeem(request.params.ticket);
    if (!file) throw notFound();
    const { stream, ...headers } = file;
    return reply.headers({ ...headers, 'Cache-Control': 'no-store' }).send(stream);
  }

  async function answerFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!(await sendPageFile(server.files, pageName(request.url), request, reply))) throw notFound();
    return reply;
  }

  return {
    entrance: parts.entrance,
    isOf: server.isOf,
    answerFile,
    methodsOf(url) {
      const path = pathOf(url);
      if (path === EXCHANGE || path.startsWith('/control/')) return 'POST';
      if (path.startsWith('/download/') || path === EVENTS_PATH) return 'GET';
      return endpointMethod(path, CAN_ALL);
    },
    rewriteUrl(raw) {
      const ticket = /^\/download\/([\w-]+)$/.exec(raw.url ?? '')?.[1];
      const target = ticket !== undefined && raw.method === 'GET' && exports.redeemTarget(ticket);
      if (!target) return raw.url ?? '/';
      raw.headers.authorization = letIn;
      downloads.add(raw);
      return target;
    },
    addTo(app: FastifyInstance) {
      app.addHook('onRequest', (request, reply, done) =>
        done(server.isOf(request.raw) ? refusalOf(request, reply) : undefined),
      );
      void app.register(async (page) => {
        // The API's port has none of these paths.
        page.addHook('onRequest', (request, _reply, done) =>
          done(server.isOf(request.raw) ? undefined : notFound()),
        );
        page.get('/download/:ticket', download);
        page.get(EVENTS_PATH, { exposeHeadRoute: false, onRequest: expectSession }, async (_request, reply) =>
          parts.events.follow(reply),
        );
        page.get('/*', answerFile);
        void page.register(async (scope) => {
          addEndpoints(scope, {
            can: CAN_ALL,
            checkCaller: expectSession,
            handlers: () => parts.handlers,
            beforeChange: parts.expectFiles,
            asRefusal: asPageRefusal,
          });
          scope.post(EXCHANGE, { bodyLimit: TOKEN_BYTES, schema: { body: TokenBody } }, exchange);
          scope.post<{ Params: { '*': string } }>('/control/*', { onRequest: expectShell }, answerControl);
        });
      });
    },
  };
}

const isControl = (name: string, control: ControlActions): name is keyof ControlActions =>
  Object.hasOwn(control, name);
const signInNeeded = () => new Refusal(401, { detail: 'Sign-in needed' }, { 'WWW-Authenticate': 'Bearer' });

/** @returns whether a request carries an API key, right or wrong: the API checks it. */
function carriesKey(request: FastifyRequest): boolean {
  return headerKeys(request).length > 0 || /[?&]api_key=/.test(request.url);
}

/**
 * True if a request cannot come from our own page. Stricter than the API: only a user who opens an address,
 * or follows a link to a view of the app (which holds no data), may come from elsewhere.
 */
function isOfOtherPage({ method, headers }: FastifyRequest, isView: boolean): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin') return false;
  const isNavigation =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return !(isNavigation && (isView || site === 'none'));
}

/** @returns the refusal for an expected failure; any other error unchanged. */
function asPageRefusal(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.code === 'cancelled')
    return new Refusal(503, { detail: 'Service Unavailable' }, { 'Retry-After': '1' });
  return new Refusal(FAILURE_STATUSES[error.code] ?? 500, { detail: error.message });
}

export const TOKEN_LIFETIME_MS = 5 * 60_000;
/** More than anybody opens in five minutes; beyond this the oldest tokens are void. */
const MOST_TOKENS = 1_000;
const MOST_BEARERS = 1_000;

/** Exchanges a page's token, valid once within five minutes, for a bearer valid until the shell ends. */
type PageSessions = ReturnType<typeof openPageSessions>;

/** @param secret the shell's, new in each run @param first a token that is given out already */
export function openPageSessions(secret: string, nowMs = () => performance.now(), first?: string) {
  const tokens = new Map<string, number>();
  if (first !== undefined) tokens.set(hash(first), nowMs() + TOKEN_LIFETIME_MS);
  /** Headers with a valid bearer: checking a signature takes a tenth of the time of a repeated page. */
  const known = new Set<string>();
  let signIns = 0;
  return {
    issueToken(): string {
      const token = randomBytes(32).toString('base64url');
      tokens.set(hash(token), nowMs() + TOKEN_LIFETIME_MS);
      for (const old of [...tokens.keys()].slice(0, -MOST_TOKENS)) tokens.delete(old);
      return token;
    },
    exchange(token: string): string | undefined {
      const key = hash(token);
      const endsMs = tokens.get(key);
      tokens.delete(key);
      if (endsMs === undefined || endsMs <= nowMs()) return undefined;
      signIns += 1;
      return makeBearer(secret);
    },
    knows(authorization: string | undefined = ''): boolean {
      if (known.has(authorization)) return true;
      if (!carriesBearer(secret, authorization)) return false;
      if (known.size < MOST_BEARERS) known.add(authorization);
      return true;
    },
    signIns: (): number => signIns,
  };
}

const hash = (text: string): string => hashOnce('sha256', text, 'base64url');
