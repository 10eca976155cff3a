import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiCall } from '../../contract/access.ts';
import type { Origin } from '../../contract/catalog.ts';
import type { Readiness } from '../../contract/team.ts';
import type { KeyStore } from '../../keys/index.ts';
import { maskTarget } from '../../process/mask.ts';
import type { DatasetHolding, Reader } from '../../store/index.ts';
import type { Closable, DescribedRoute } from './described-route.ts';
import type { Entrance } from './entrance.ts';
import type { PageCache, PagingTokens } from './paging.ts';

export type Context = {
  reader: Reader;
  /** Folder of the reader's data file, which threads open too. */
  dataFolder: string;
  keys: KeyStore;
  tokens: PagingTokens;
  pages: PageCache;
  calls: RecentCalls;
  pageSize: number;
  now: () => Date;
  log: (line: string) => void;
  version: string;
  /** True if `Authorization` is from the app's own page, to which no limits of keys apply. */
  isInternal: (authorization: string | undefined) => boolean;
  /** The rules for who may connect, and the names under which the service answers. */
  entrance: Entrance;
  tls?: { cert: Buffer; key: Buffer } | undefined;
  /** Gives the answers to a server that exists already, and returns it; absent: the app makes its own. */
  serve?: ((answer: RequestListener) => Server) | undefined;
  /** On a team's node: whether a balancer may send it requests. Other services only need readable data. */
  readiness?: (() => Readiness) | undefined;
  /** On a team's node: whether its copy has a paging token's data version, after a short wait for it. */
  copyHas?: ((version: number) => Promise<boolean>) | undefined;
  allowedOrigins: ReadonlySet<string>;
  /** True if the user has opened these paths; a change holds from the next request on. */
  isOpen: (what: Closable) => boolean;
  assistants: { answer(request: Request): Promise<Response>; close(): Promise<void> };
  /** On a team's node: the app's page, sign-in and other paths for browsers. */
  web?: Web | undefined;
  /** @returns the app's page if the request or its connection came to the page's port. */
  pageOf: (request: Pick<IncomingMessage, 'socket'>) => PagePort | undefined;
  routes: readonly AddRoutes[];
  isClosing: () => boolean;
};

/** Paths for browsers beside the API. */
export type Web = {
  /** @returns a path's methods if they differ from GET and HEAD, in the form of `Allow`. */
  methodsOf(url: string): string | undefined;
  addTo(app: FastifyInstance): void;
};

/** The app's page, on a port of its own. No other origin can be let in there. */
export type PagePort = Web & {
  entrance: Entrance;
  /** True if the request or its connection came to this port. */
  isOf(request: Pick<IncomingMessage, 'socket'>): boolean;
  /** @returns the path and query to answer in place of the request's. */
  rewriteUrl(request: IncomingMessage): string;
  /** Answers with a file of the page. @throws Refusal 404. */
  answerFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

export type AddRoutes = (app: FastifyInstance, site: Site) => void;

export type Site = Context & {
  data: (request: Pick<FastifyRequest, 'raw'>) => DataFacts;
  described: readonly DescribedRoute[];
};

/** The sender of a request: the app's own page, or a key's holder. Paging tokens are bound to `id`. */
export type Caller = { kind: 'internal' | 'key'; id: string };

/** Facts that every request needs and that change only with the data version. */
export type DataFacts = ReturnType<typeof stateOf>;

/**
 * @returns a function that gives the current state. Requests of one turn of the event loop share a look at
 * the file: otherwise a repeated page of 100 rows would reach 0.74 of a ready Buffer's speed (goal: 0.9).
 */
export function watchData(reader: Reader): (request: Pick<FastifyRequest, 'raw'>) => DataFacts {
  let state: DataFacts | undefined;
  let isCurrent = false;
  return (request) => {
    // `app.inject` has no connection: any number of its requests fit into one turn of the loop.
    const isRead = request.raw.socket instanceof Socket;
    if (state && isCurrent && isRead) return state;
    const version = reader.dataVersion();
    if (state?.version !== version) state = stateOf(reader, version);
    if (!isRead || isCurrent) return state;
    isCurrent = true;
    // Runs right after Node has read the connections that were ready, so a later request looks again.
    setImmediate(() => {
      isCurrent = false;
    });
    return state;
  };
}

function stateOf(reader: Reader, version: string) {
  let held: DatasetHolding[] | undefined;
  const holdings = () => (held ??= reader.holdings());
  const codes = new Map<string, string[]>();
  const origins = new Map<string, Origin | undefined>();
  return {
    version,
    holdings,
    origin(dataset: string): Origin | undefined {
      if (!origins.has(dataset)) origins.set(dataset, reader.origin(dataset));
      return origins.get(dataset);
    },
    /** When a dataset's data last changed; '' while it has none. */
    updatedAt: (dataset: string): string =>
      holdings().find((one) => one.dataset === dataset)?.updatedAt ?? '',
    constituentCodes(dataset: string): string[] {
      const found = codes.get(dataset) ?? reader.constituentCodes(dataset);
      codes.set(dataset, found);
      return found;
    },
  };
}

/** The last requests of each key, in memory only. They help if a tool cannot reach the API. */
export type RecentCalls = ReturnType<typeof rememberCalls>;

const CALLS_KEPT = 50;
const CLIENT_LENGTH = 120;

/** A call as it was noted. Its texts are made only when it is shown, to keep answers fast. */
type NotedCall = Omit<ApiCall, 'at' | 'client' | 'took_ms'> & {
  at: Date;
  tookMs: number;
  client: string | undefined;
};

export function rememberCalls(now: () => Date) {
  const known = new Map<string, NotedCall[]>();
  return {
    note(keyId: string, call: Omit<NotedCall, 'at'>): void {
      const calls = known.get(keyId) ?? [];
      known.set(keyId, calls);
      calls.push({ ...call, at: now() });
      if (calls.length > CALLS_KEPT) calls.shift();
    },
    /** Newest first; none for a key that has made no request since the service started. */
    of: (keyId: string): ApiCall[] =>
      (known.get(keyId) ?? []).toReversed().map(({ at, path, status, rows, tookMs, client }) => ({
        at: at.toISOString(),
        path: maskTarget(path),
        status,
        rows,
        took_ms: Math.round(tookMs * 1000) / 1000,
        client: client?.slice(0, CLIENT_LENGTH) ?? null,
      })),
  };
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can extend an interface.
  interface FastifyRequest {
    /** When the request began, by `performance.now()`. */
    begunMs: number;
    /** Id of the key that came with the request, active or revoked; '' without one. */
    keyId: string;
    /** Undoes the counting of the request against the limits of its key. */
    takeBack: (() => void) | null;
  }
}

export function addNotes(app: FastifyInstance): void {
  app.decorateRequest('begunMs', 0);
  app.decorateRequest('keyId', '');
  app.decorateRequest('takeBack', null);
}

export function noteCall(
  { calls }: { calls: RecentCalls },
  request: FastifyRequest,
  path: string,
  status: number,
  rows: number | null,
): void {
  const { keyId, begunMs, headers } = request;
  if (keyId === '') return;
  calls.note(keyId, {
    path,
    status,
    rows,
    tookMs: performance.now() - begunMs,
    client: headers['user-agent'],
  });
}

export function noteRows(
  site: { calls: RecentCalls },
  { request, statusCode }: Pick<FastifyReply, 'request' | 'statusCode'>,
  path: string,
  rows: number,
): void {
  noteCall(site, request, path, statusCode, statusCode === 200 ? rows : null);
}

/** @returns a copy of the path: a substring would keep the whole URL, perhaps with a key, in memory. */
export function ownPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const end = url.indexOf('?');
  return Buffer.from(end < 0 ? url : url.slice(0, end), 'latin1').toString('latin1');
}
