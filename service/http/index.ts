/** The door of the HTTP room: nothing else in this folder is imported from outside. */

export { allowedOrigins, checkedOrigin } from './allowed-origins.ts';
export { buildApp } from './app.ts';
export { isHeld } from './asked.ts';
export type { ApiRoute, Context, Handler, Site } from './context.ts';
export { headerKeys, internalCheck, marketCaller } from './credentials.ts';
export type { DataFacts } from './data-state.ts';
export { type EconomicQuestion, economicHandler } from './economic-request.ts';
export { compressor, encodingFor } from './encodings.ts';
export { addEndpoints, type EndpointHandlers, endpointMethod, FAILURE_STATUSES } from './endpoint-routes.ts';
export { openEntrance } from './entrance.ts';
export { matchesEtag, weakEtag } from './etag.ts';
export { openPageCache } from './page-cache.ts';
export { pagingTokens } from './paging-token.ts';
export { day, derivationOf, text, whole } from './parameters.ts';
export { openQuery, type RawQuery } from './query.ts';
export { type RecentCalls, rememberCalls } from './recent-calls.ts';
export {
  crossOrigin,
  invalid,
  notAuthenticated,
  notFound,
  RawBody,
  Refusal,
  unavailable,
} from './refusal.ts';
export { checkedServing, type Serving } from './serving.ts';
export { followCertificate, readTls } from './tls.ts';
