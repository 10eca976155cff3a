import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RestartRequest } from '../../service/contract/host.ts';
import { askHost, SignInNeeded } from './request.ts';

/** What the page asks of the host itself, and tells it. */

const RETRY_MS = 1_000;

/** A poll that fails is asked once more: only two in a row say that the host is gone. */
export const hostStateQuery = queryOptions({
  queryKey: ['host', 'state'],
  queryFn: ({ signal }) => askHost('state', { signal }),
  // While the service is not ready a person is waiting for it.
  refetchInterval: (query) => (query.state.data?.service === 'ready' ? 10_000 : 1_000),
  retry: (failures, error) => failures < 1 && !(error instanceof SignInNeeded),
  retryDelay: RETRY_MS,
});

/** State of the service and its base URL for other tools. An error is SignInNeeded, or the host itself is gone. */
export function useHostState() {
  return useQuery(hostStateQuery);
}

/** Starts the service again after it failed for good; on any port, where that is given up this once. */
export function useRestartService() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RestartRequest) => askHost('restart-service', { body }),
    onSuccess: (state) => client.setQueryData(hostStateQuery.queryKey, state),
  });
}

/** The host's report on itself, made anew each time that it is looked at. */
export function useDiagnostics(isWanted: boolean) {
  return useQuery({
    queryKey: ['host', 'diagnostics'],
    queryFn: ({ signal }) => askHost('diagnostics', { signal }),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Browsers let a page in the background speak once a minute at least; the host waits for more than two. */
const BEAT_MS = 20_000;

/**
 * Tells browser mode that this page is open, every few seconds, and when it goes: without any page it ends after a while.
 * @param isNeeded false in the desktop window, whose end is that of the app.
 */
export function usePresence(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const client = crypto.randomUUID();
    // A beat that does not arrive is nothing to tell: the banner says it when the host is gone.
    const beat = () => askHost('presence', { body: { client } }).catch(() => undefined);
    const leave = () =>
      void askHost('presence', { body: { client, is_leaving: true }, keepalive: true }).catch(
        () => undefined,
      );
    // A page that comes back from the browser's cache of pages is there again.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) void beat();
    };
    void beat();
    const beating = setInterval(() => void beat(), BEAT_MS);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      clearInterval(beating);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
    };
  }, [isNeeded]);
}

/** Answers that are no data to look at: state of the host, the list of what there is, the desktop's own. */
const NO_DATA = new Set<unknown>(['host', 'catalog', 'desktop']);

/** Tells the host, once, when this page first painted and when the first data stood on it. */
export function reportStartup(client: QueryClient): void {
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || NO_DATA.has(query.queryKey[0])) return;
    stop();
    // The frame after the next one: by then what came is drawn.
    requestAnimationFrame(() => requestAnimationFrame(sendMarks));
  });
}

function sendMarks(): void {
  const now = performance.timeOrigin + performance.now();
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const first_paint = paint ? performance.timeOrigin + paint.startTime : now;
  // A mark that does not arrive is nothing to tell a person.
  askHost('startup-marks', { body: { first_paint, data_visible: now } }).catch(() => undefined);
}
