import type { QueryClient } from '@tanstack/react-query';
import { canNow } from './capabilities.ts';
import { askHost } from './request.ts';

/** First words of query keys whose answers are no data on the screen. */
const NO_DATA = new Set<unknown>(['host', 'catalog', 'desktop']);

/** Reports, once, when this page first painted and when it first showed data. */
export function reportStartup(client: QueryClient): void {
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || NO_DATA.has(query.queryKey[0])) return;
    stop();
    // Two frames later the data are drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => sendMarks(client)));
  });
}

function sendMarks(client: QueryClient): void {
  if (!canNow(client, 'computer')) return;
  const now = performance.timeOrigin + performance.now();
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const first_paint = paint ? performance.timeOrigin + paint.startTime : now;
  // The user need not know of a failure.
  askHost('startup-marks', { body: { first_paint, data_visible: now } }).catch(() => undefined);
}
