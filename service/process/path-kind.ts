import { FRED_GRAPH_PREFIX, FRED_PREFIX } from '../contract/names.ts';
import { DATASETS } from '../datasets/index.ts';

/**
 * `data` needs a session or a key; `public` (health, docs, catalogue) does not. `page`: a file or view.
 * `other`: actions, downloads, team; a wrong path there is an error and never shows the app.
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

/** @returns the name of the file or view that a URL names; undefined if it names none. */
export function pageName(url: string): string | undefined {
  const pathname = pathOf(url);
  if (pathKind(pathname) !== 'page') return undefined;
  try {
    return decodeURIComponent(pathname).slice(1);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** @returns path and query if the text is an address of this service of one of the kinds. */
export function targetOf(text: string, kinds: readonly PathKind[]): string | undefined {
  const target = URL.parse(text, 'http://service');
  const isOne =
    text.startsWith('/') && target?.host === 'service' && kinds.includes(pathKind(target.pathname));
  return isOne ? target.pathname + target.search : undefined;
}
