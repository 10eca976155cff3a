import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { Readiness } from '../contract/readiness.ts';
import type { TableFormat } from '../contract/table-formats.ts';
import type { KeyStore } from '../keys/index.ts';
import type { Reader } from '../store/index.ts';
import type { DataFacts } from './data-state.ts';
import type { Entrance } from './entrance.ts';
import type { PageCache } from './page-cache.ts';
import type { PagingTokens } from './paging-token.ts';
import type { RecentCalls } from './recent-calls.ts';

/** Doors that the user can close, by the names of their settings. */
export type Door = 'assistants' | 'fred_clients';

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
  /** Whether the user lets programs in by a door; it holds from the next request on. Absent: by all. */
  isOpen?: (door: Door) => boolean;
  /** What answers assistants at `/mcp`; absent: nothing does. */
  assistants?: {
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
  /** Paths beside the API's own, for clients of other services. */
  moreRoutes?: readonly ApiRoute[];
  /** True as soon as the service is being stopped. */
  isClosing: () => boolean;
};

/** What answers a request. It may throw a Refusal. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** What the handlers share, made once by `buildApp`. */
export type Site = Context & {
  /** The state of the data at the time of a request. */
  data: (request: FastifyRequest) => DataFacts;
  /** All routes: for the OpenAPI document, and to know the parameters of other paths. */
  routes: readonly ApiRoute[];
};

/**
 * One path of the API. The router, the check of its parameters (`openQuery`) and its part of the OpenAPI document
 * (`openapiDocument`) are all made of this.
 */
export type ApiRoute = {
  /** As OpenAPI writes it: '/yields/series={codes}'. */
  path: string;
  /** How the router matches it, where that differs from `path`. */
  url?: string;
  /** What the OpenAPI document says of the path; a path without it is not in the document. */
  operation?: Operation;
  /** The door that it is behind: where that is closed, there is nothing at the path. */
  door?: Door;
  /** Where a key can be sent; empty for answers that need none. */
  security: readonly ('keyInQuery' | 'keyInHeader')[];
  /** The part of the path in braces. */
  params?: TObject;
  /** The query parameters, in the order in which they are checked. See `parameters.ts` for what their schemas say. */
  query: TObject;
  /** Headers that the OpenAPI document tells of. */
  headers?: TObject;
  /**
   * @returns what to do instead, for a parameter that other paths have and this one does not. A route without this function
   * ignores every name that is not its own.
   */
  misplaced?: (name: string) => string;
  /** @returns what answers a request. Called once, when the app is built. */
  open: (site: Site) => Handler;
};

/** Who asks: the app's own page, or the holder of a key. `id` is what paging tokens are bound to. */
export type Caller = { kind: 'internal' | 'key'; id: string };

/** Refusals that the OpenAPI document lists for some paths only. */
export type RefusalName =
  | 'InvalidApiKey'
  | 'NotAuthenticated'
  | 'Forbidden'
  | 'UnknownSeries'
  | 'InvalidParameter'
  | 'LimitExceeded'
  | 'HistoryDiffers'
  | 'FredError'
  | 'FredLimit';

/** What the OpenAPI document says of a path. */
export type Operation = {
  id: string;
  tag: 'Economic data' | 'Charts' | 'Market data' | 'FRED’s clients' | 'Team' | 'Discovery';
  summary: string;
  /** Markdown. */
  description?: string;
  source?: { name: string; url: string };
  /** The answer 200: a schema of TypeBox or the name of one of `SCHEMAS`, with an example; and the header line where CSV can be had. */
  answer: {
    description: string;
    json?: { schema: TSchema | string; example?: unknown };
    csv?: string;
    /** Further formats, answered as a file. */
    files?: readonly TableFormat[];
    html?: true;
    xml?: true;
    /** JSON objects, one a line. */
    lines?: true;
  };
  /** Refusals by status. The document adds those that every path can have. */
  refusals: Record<string, RefusalName>;
};
