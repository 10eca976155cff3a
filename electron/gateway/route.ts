import { FRED_GRAPH_PREFIX, FRED_PREFIX } from '../../service/contract/names.ts';
import { DATASETS } from '../../service/datasets/index.ts';

/**
 * Who answers a path:
 * - `data`: data of the API, answered by the service, for which a credential is needed;
 * - `discovery`: public answers of the service: health, OpenAPI, docs, catalog;
 * - `host`: actions of this process; `download`: a one-use address; `auth`: browser mode's login;
 * - `page`: the built renderer.
 */
export type Route = 'data' | 'discovery' | 'host' | 'download' | 'auth' | 'page';

const DISCOVERY = new Set(['/healthz', '/openapi.json', '/docs', '/api/v1/catalog']);
const BEGINNINGS: readonly (readonly [string, Route])[] = [
  ['/docs/', 'discovery'],
  ['/api/', 'data'],
  [`${FRED_PREFIX}/`, 'data'],
  [`${FRED_GRAPH_PREFIX}/`, 'data'],
  ...DATASETS.filter(({ group }) => group === 'market-data').map(({ id }) => [`/${id}/`, 'data'] as const),
  ['/host/', 'host'],
  ['/download/', 'download'],
  ['/auth/', 'auth'],
];

/** @param pathname of a parsed URL, so without `..` segments. */
export function routeOf(pathname: string): Route {
  if (DISCOVERY.has(pathname)) return 'discovery';
  return BEGINNINGS.find(([beginning]) => pathname.startsWith(beginning))?.[1] ?? 'page';
}
