import type { QueryClient } from '@tanstack/react-query';
import type { StartupMarks } from '../../service/contract/startup.ts';
import { postJson } from './request.ts';

/** Answers that are no data to look at: state of the host, the list of what there is, the desktop's own. */
const NO_DATA = new Set<unknown>(['host', 'catalog', 'desktop']);

/** Tells the host, once, when this page first painted and when the first data stood on it. */
export function reportStartup(client: QueryClient): void {
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || NO_DATA.has(query.queryKey[0])) return;
    stop();
    // The frame after the next one: by then what came is drawn.
    requestAnimationFrame(() => requestAnimationFrame(send));
  });
}

function send(): void {
  const now = performance.timeOrigin + performance.now();
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const marks: StartupMarks = {
    first_paint: paint ? performance.timeOrigin + paint.startTime : now,
    data_visible: now,
  };
  // A mark that does not arrive is nothing to tell a person.
  postJson('/host/startup-marks', marks).catch(() => undefined);
}
