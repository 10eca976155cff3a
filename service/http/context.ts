import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { TableFormat } from '../contract/table-formats.ts';
import type { Keys } from '../keys/index.ts';
import type { Reader } from '../store/index.ts';
import type { DataState } from './data-state.ts';
import type { PageCache } from './page-cache.ts';
import type { PagingTokens } from './paging-token.ts';
import type { RecentCalls } from './recent-calls.ts';

/** What the API works with; given to `buildApp`. */
export type Context = {
  reader: Reader;
  keys: Keys;
  tokens: PagingTokens;
  pages: PageCache;
  calls: RecentCalls;
  pageSize: number;
  now: () => Date;
  log: (line: string) => void;
  version: string;
  /** Whether a header `Authorization` is the gateway's. */
  isInternal: (authorization: string | undefined) => boolean;
  /** The port that this service answers on, for the Host check and the server address in OpenAPI. */
  port: () => number;
  /** Origins whose pages may read answers. Empty unless the user has named some. */
  allowedOrigins: ReadonlySet<string>;
  /** Is called for each refused request that has no valid key. */
  onRefused?: () => void;
  /** Paths beside the API's own, for clients of other services. */
  moreRoutes?: readonly Route[];
  /** True as soon as the service is being stopped. */
  isClosing: () => boolean;
};

/** What answers a request. It may throw a Refusal. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** What the handlers share, made once by `buildApp`. */
export type Site = Context & {
  /** The state of the data at the time of a request. */
  data: (request: FastifyRequest) => DataState;
  /** Counts a request against the limits of its key. */
  takeFromLimits: TakeFromLimits;
  /** All routes: for the OpenAPI document, and to know the parameters of other paths. */
  routes: readonly Route[];
};

/**
 * One path of the API. The router, the check of its parameters (`openQuery`) and its part of the OpenAPI document
 * (`openapiDocument`) are all made of this.
 */
export type Route = {
  /** As OpenAPI writes it: '/yields/series={codes}'. */
  path: string;
  /** How the router matches it, where that differs from `path`. */
  url?: string;
  /** What the OpenAPI document says of the path; a path without it is not in the document. */
  operation?: Operation;
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

/** Who asks: the gateway of this launch, or the holder of a key. `id` is what paging tokens are bound to. */
export type Caller = { kind: 'internal' | 'key'; id: string };

/** Resolves when the count of the request is in the file: no answer may be sent before. `undefined`: nothing was counted. */
export type TakeFromLimits = (
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void> | undefined;

/** Refusals that the OpenAPI document lists for some paths only. */
export type RefusalName =
  | 'InvalidApiKey'
  | 'NotAuthenticated'
  | 'Forbidden'
  | 'UnknownSeries'
  | 'InvalidParameter'
  | 'LimitExceeded'
  | 'FredError'
  | 'FredLimit';

/** What the OpenAPI document says of a path. */
export type Operation = {
  id: string;
  tag: 'Economic data' | 'Charts' | 'Market data' | 'FRED’s clients' | 'Discovery';
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
  };
  /** Refusals by status. The document adds those that every path can have. */
  refusals: Record<string, RefusalName>;
};
