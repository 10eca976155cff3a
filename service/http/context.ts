import type { Keys } from '../keys/index.ts';
import type { Reader } from '../store/index.ts';
import type { PageCache } from './page-cache.ts';
import type { PagingTokens } from './paging-token.ts';
import type { RecentCalls } from './recent-calls.ts';

/** What every route works with; made once by `buildApp`. */
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
  /** Origins whose pages may read answers; nobody unless somebody wrote a list. */
  allowedOrigins: ReadonlySet<string>;
  /** Told of each request that is refused, unless a key that is good made it. */
  onRefused?: () => void;
  /** True from the moment on that the service is being stopped. */
  isClosing: () => boolean;
};
