/** The API's paths, and the tools for other rooms' paths. Others import nothing else of this folder. */

import { addAssistants } from './assistants.ts';
import { addCatalog, addHealth } from './catalog.ts';
import { addConstituents } from './constituents.ts';
import { addDocs } from './docs/routes.ts';
import { addEconomicData } from './economic-data.ts';
import type { AddRoutes } from './http/site.ts';
import { addView } from './view.ts';
import { addYields } from './yields.ts';

/** The API's own paths, in the order of the OpenAPI document. Add an endpoint here. */
export const API_ROUTES: readonly AddRoutes[] = [
  addEconomicData,
  addView,
  addYields,
  addConstituents,
  addHealth,
  addCatalog,
  addDocs,
  // Its routes have their own scope, which Fastify adds after all other routes.
  addAssistants,
];

export { compressor, encodingFor, sendUnchanged, sendUnchangedData, weakEtag } from './http/answer.ts';
export { buildApp } from './http/app.ts';
export {
  countedCaller,
  expectValid,
  headerKeys,
  internalCheck,
  marketCaller,
  notedCaller,
} from './http/callers.ts';
export { answers, KEY_ANYWHERE, KEY_IN_HEADER, refusals } from './http/described-route.ts';
export * from './http/endpoint-routes.ts';
export { allowedOrigins, checkedOrigin, type Entrance, openEntrance } from './http/entrance.ts';
export { openPageCache, pagingTokens } from './http/paging.ts';
export { day, derivationOf, text, whole } from './http/parameters.ts';
export { queryCompiler, querySchema, type RawQuery } from './http/query.ts';
export {
  crossOrigin,
  invalid,
  notAuthenticated,
  notFound,
  RawBody,
  Refusal,
  unavailable,
} from './http/refusal.ts';
export { checkedServing, followCertificate, readTls, type Serving } from './http/serving.ts';
export {
  type AddRoutes,
  type Context,
  type DataFacts,
  noteRows,
  type PagePort,
  type RecentCalls,
  rememberCalls,
  type Site,
  type Web,
} from './http/site.ts';
