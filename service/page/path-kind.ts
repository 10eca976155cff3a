import { FRED_GRAPH_PREFIX, FRED_PREFIX } from '../contract/names.ts';
import { DATASETS } from '../datasets/index.ts';

/**
 * What a path of the page's port is for:
 * - `data`: data of the API, for which a session or a key is needed;
 * - `public`: health, OpenAPI, docs, catalogue, for which nothing is needed;
 * - `other`: actions, downloads and the paths of a team's node; a wrong one is an error, never the app;
 * - `page`: a file or a view of the app.
 */
export type PathKind = 'data' | 'public' | 'other' | 'page';

const PUBLIC = new Set(['/healthz', '/openapi.json', '/docs', '/api/v1/catalog']);
const BEGINNINGS: readonly (readonly [string, PathKind])[] = [
  ['/docs/', 'public'],
  ['/api/', 'data'],
  [`${FRED_PREFIX}/`, 'data'],
  [`${FRED_GRAPH_PREFIX}/`, 'data'],
  ...DATASETS.filter(({ group }) => group === 'market-data').map(({ id }) => [`/${id}/`, 'data'] as const),
  ...['/host/', '/control/', '/download/', '/auth/', '/team/', '/mcp'].map(
    (beginning) => [beginning, 'other'] as const,
  ),
];

/** @param pathname without a query */
export function pathKind(pathname: string): PathKind {
  if (PUBLIC.has(pathname)) return 'public';
  return BEGINNINGS.find(([beginning]) => pathname.startsWith(beginning))?.[1] ?? 'page';
}

/** @returns the path of a request's URL, without its query. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** @returns path and query, if the text is an address on this service of one of the kinds; otherwise undefined. */
export function targetOf(text: string, kinds: readonly PathKind[]): string | undefined {
  const target = URL.parse(text, 'http://service');
  const isOne =
    text.startsWith('/') && target?.host === 'service' && kinds.includes(pathKind(target.pathname));
  return isOne ? target.pathname + target.search : undefined;
}
