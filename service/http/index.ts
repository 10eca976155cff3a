/** The door of the HTTP room: nothing else in this folder is imported from outside. */
export { allowedOrigins, checkedOrigin } from './allowed-origins.ts';
export { buildApp } from './app.ts';
export type { Context } from './context.ts';
export { internalCheck } from './credentials.ts';
export { openEntrance } from './entrance.ts';
export { openPageCache } from './page-cache.ts';
export { pagingTokens } from './paging-token.ts';
export { type RecentCalls, rememberCalls } from './recent-calls.ts';
export { checkedServing, type Serving } from './serving.ts';
export { followCertificate, readTls } from './tls.ts';
