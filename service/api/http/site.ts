import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Origin } from '../../contract/catalog.ts';
import type { Readiness } from '../../contract/readiness.ts';
import type { KeyStore } from '../../keys/index.ts';
import type { DatasetHolding, Reader } from '../../store/index.ts';
import type { Closable, DescribedRoute } from './described-route.ts';
import type { Entrance } from './entrance.ts';
import type { PageCache, PagingTokens } from './paging.ts';
import type { RecentCalls } from './recent-calls.ts';

/** What the API works with; given to `buildApp`. */
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
  /** Certificate and private key in PEM; without them the service speaks plain HTTP. */
  tls?: { cert: Buffer; key: Buffer } | undefined;
  /** Of a team's node: whether a balancer may send it requests. The service of one computer is ready when its data can be read. */
  readiness?: (() => Readiness) | undefined;
  /** Of a team's node: whether its copy has the team's version that a paging token names, which it waits for a moment. */
  copyHas?: ((version: number) => Promise<boolean>) | undefined;
  /** Origins whose pages may read answers. Empty unless the user has named some. */
  allowedOrigins: ReadonlySet<string>;
  /** Whether the user lets programs in; it holds from the next request on. */
  isOpen: (what: Closable) => boolean;
  /** What answers assistants at `/mcp`. */
  assistants: {
    answer(request: Request): Promise<Response>;
    close(): Promise<void>;
  };
  /** Of the page's port, and of a team's node: the app's page, sign-in and what else people with a browser ask for. */
  web?:
    | {
        /** @returns what a path takes in place of GET and HEAD, as `Allow` lists it. */
        methodsOf(url: string): string | undefined;
        /** Whether no other origin can ever be let in. */
        isForItself?: boolean;
        /** @returns the path and query that is answered in place of that of a request. */
        rewriteUrl?(request: IncomingMessage): string;
        addTo(app: FastifyInstance): void;
      }
    | undefined;
  /** The paths of the API, of FRED's clients and of a team's feed. */
  routes: readonly AddRoutes[];
  /** True as soon as the service is being stopped. */
  isClosing: () => boolean;
};

/** Adds paths to an app, as Fastify's routes with their schemas. */
export type AddRoutes = (app: FastifyInstance, site: Site) => void;

/** What the handlers share, made once by `buildApp`. */
export type Site = Context & {
  /** The state of the data at the time of a request. */
  data: (request: Pick<FastifyRequest, 'raw'>) => DataFacts;
  /** Every path of the app that the OpenAPI document describes. */
  described: readonly DescribedRoute[];
};

/** Who asks: the app's own page, or the holder of a key. `id` is what paging tokens are bound to. */
export type Caller = { kind: 'internal' | 'key'; id: string };

/** Facts that every request needs and that change only with the data version. */
export type DataFacts = ReturnType<typeof stateOf>;

/**
 * @returns a function that gives the current state. Requests that arrive in the same turn of the event loop share one look at the
 * file: with a look for each, 100 rows that were asked before would come to 0.74 of a ready Buffer, where the goal is 0.9.
 */
export function watchData(reader: Reader): (request: Pick<FastifyRequest, 'raw'>) => DataFacts {
  let state: DataFacts | undefined;
  let isOfNow = false;
  return (request) => {
    // `app.inject` has no connection: any number of its requests, one after the other, fit in one turn of the loop.
    const isRead = request.raw.socket instanceof Socket;
    if (state && isOfNow && isRead) return state;
    const version = reader.dataVersion();
    if (state?.version !== version) state = stateOf(reader, version);
    if (!isRead || isOfNow) return state;
    isOfNow = true;
    // Runs right after Node has read the connections that were ready, so a later request looks again.
    setImmediate(() => {
      isOfNow = false;
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
