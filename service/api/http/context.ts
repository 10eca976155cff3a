import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readiness } from '../../contract/readiness.ts';
import type { KeyStore } from '../../keys/index.ts';
import type { Reader } from '../../store/index.ts';
import type { DataFacts } from './data-state.ts';
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
  /** Whether the user lets programs in; it holds from the next request on. Absent: all are let in. */
  isOpen?: (what: Closable) => boolean;
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
  /** The paths of the API, and those for clients of other services. */
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
