import { DATASETS } from '../../service/datasets/index.ts';

/**
 * Whose a path is:
 * - `data`: the API's data, answered by the service and only to who may read it;
 * - `discovery`: what the service tells everybody: health, OpenAPI, docs, catalog;
 * - `host`: actions of this process; `download`: a one-use address; `auth`: browser mode's login;
 * - `page`: the built renderer.
 */
export type Route = 'data' | 'discovery' | 'host' | 'download' | 'auth' | 'page';

const DISCOVERY = new Set(['/healthz', '/openapi.json', '/docs', '/api/v1/catalog']);
const BEGINNINGS: readonly (readonly [string, Route])[] = [
  ['/docs/', 'discovery'],
  ['/api/', 'data'],
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
