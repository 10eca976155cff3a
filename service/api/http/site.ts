import type { IncomingMessage } from 'node:http';
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
  /** Of the data file that the reader reads: threads open it, too. */
  dataFolder: string;
  keys: KeyStore;
  tokens: PagingTokens;
  pages: PageCache;
  calls: RecentCalls;
  pageSize: number;
  now: () => Date;
  log: (line: string) => void;
  version: string;
  /** Whether a header `Authorization` is that of the app's own page, which the limits of keys do not concern. */
  isInternal: (authorization: string | undefined) => boolean;
  /** Who may connect, and under which names the service answers. */
  entrance: Entrance;
  tls?: { cert: Buffer; key: Buffer } | undefined;
  /** Of a team's node: whether a balancer may send it requests. The service of one computer is ready when its data can be read. */
  readiness?: (() => Readiness) | undefined;
  /** Of a team's node: whether its copy has the team's version that a paging token names, which it waits for a moment. */
  copyHas?: ((version: number) => Promise<boolean>) | undefined;
  allowedOrigins: ReadonlySet<string>;
  /** Whether the user lets programs in; it holds from the next request on. */
  isOpen: (what: Closable) => boolean;
  assistants: { answer(request: Request): Promise<Response>; close(): Promise<void> };
  /** Of the page's port, and of a team's node: the app's page, sign-in and what else people with a browser ask for. */
  web?:
    | {
        /** @returns what a path takes in place of GET and HEAD, as `Allow` lists it. */
        methodsOf(url: string): string | undefined;
        /** Whether no other origin can ever be let in. */
        isSameOriginOnly?: boolean;
        /** @returns the path and query that is answered in place of that of a request. */
        rewriteUrl?(request: IncomingMessage): string;
        addTo(app: FastifyInstance): void;
      }
    | undefined;
  routes: readonly AddRoutes[];
  isClosing: () => boolean;
};

export type AddRoutes = (app: FastifyInstance, site: Site) => void;

export type Site = Context & {
  data: (request: Pick<FastifyRequest, 'raw'>) => DataFacts;
  described: readonly DescribedRoute[];
};

/** Who asks: the app's own page, or the holder of a key. `id` is what paging tokens are bound to. */
export type Caller = { kind: 'internal' | 'key'; id: string };

/** Facts that every request needs and that change only with the data version. */
export type DataFacts = ReturnType<typeof stateOf>;

/**
 * @returns a function that gives the current state. Requests of one turn of the event loop share a look at the file: with a look for each, a repeated
 * page of 100 rows would come to 0.74 of a ready Buffer, where the goal is 0.9.
 */
export function watchData(reader: Reader): (request: Pick<FastifyRequest, 'raw'>) => DataFacts {
  let state: DataFacts | undefined;
  let isCurrent = false;
  return (request) => {
    // `app.inject` has no connection: any number of its requests, one after the other, fit in one turn of the loop.
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
    /** When a dataset's data last changed; '' while it holds none. */
    updatedAt: (dataset: string): string =>
      holdings().find((one) => one.dataset === dataset)?.updatedAt ?? '',
    constituentCodes(dataset: string): string[] {
      const found = codes.get(dataset) ?? reader.constituentCodes(dataset);
      codes.set(dataset, found);
      return found;
    },
  };
}

/** The last requests of each key, in memory only. A person looks at them when a tool cannot reach the API. */
export type RecentCalls = ReturnType<typeof rememberCalls>;

const CALLS_KEPT = 50;
const CLIENT_LENGTH = 120;

/** A call as it was noted. A page of 100 rows that was asked before should not wait for its texts. */
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
  // biome-ignore lint/style/useConsistentTypeDefinitions: an interface can only be extended by one.
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

/** @returns the path without its query, as a copy: V8 would keep the whole URL in memory for a part of it, and the URL may contain a key. */
export function ownPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const end = url.indexOf('?');
  return Buffer.from(end < 0 ? url : url.slice(0, end), 'latin1').toString('latin1');
}
