import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RestartRequest } from '../../service/contract/host.ts';
import { askHost, SignInNeeded } from './request.ts';
import { isTeamPage } from './served-by.ts';

/** What the page asks of the host itself, and tells it. */

const RETRY_MS = 1_000;

/** A failed poll is repeated once: only two failures in a row mean that the host is gone. */
export const hostStateQuery = queryOptions({
  queryKey: ['host', 'state'],
  queryFn: ({ signal }) => askHost('state', { signal }),
  // While the service is not ready, or its data are damaged, the user is waiting for it.
  refetchInterval: ({ state: { data } }) =>
    data?.service === 'ready' && data.damage === null ? 10_000 : 1_000,
  retry: (failures, error) => failures < 1 && !(error instanceof SignInNeeded),
  retryDelay: RETRY_MS,
});

/** State of the service and its base URL for other tools. The error is SignInNeeded, or means that the host is gone. */
export function useHostState() {
  return useQuery(hostStateQuery);
}

/** Starts the service again after the host gave up; with `any_port`, on any free port this once. */
export function useRestartService() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RestartRequest) => askHost('restart-service', { body }),
    onSuccess: (state) => client.setQueryData(hostStateQuery.queryKey, state),
  });
}

/** The host's diagnostic report, made again each time it is opened. */
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

/** Browsers slow the timers of a background page down to once a minute; the host waits for more than two minutes. */
const BEAT_MS = 20_000;

/**
 * Tells the host every few seconds that this page is open, and when it closes: browser mode ends some time after its last page.
 * @param isNeeded false in the desktop window, whose closing the host sees itself
 */
export function usePresence(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const client = crypto.randomUUID();
    // A failure needs no message here: the banner says when the host is gone.
    const beat = () => askHost('presence', { body: { client } }).catch(() => undefined);
    const leave = () =>
      void askHost('presence', { body: { client, is_leaving: true }, keepalive: true }).catch(
        () => undefined,
      );
    // The browser may bring a page back from its back-forward cache.
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

/** First words of query keys whose answers are no data on the screen. */
const NO_DATA = new Set<unknown>(['host', 'catalog', 'desktop']);

/** Tells the host, once, when this page first painted and when it first showed data. */
export function reportStartup(client: QueryClient): void {
  if (isTeamPage()) return;
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || NO_DATA.has(query.queryKey[0])) return;
    stop();
    // Two frames later the data are drawn.
    requestAnimationFrame(() => requestAnimationFrame(sendMarks));
  });
}

function sendMarks(): void {
  const now = performance.timeOrigin + performance.now();
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const first_paint = paint ? performance.timeOrigin + paint.startTime : now;
  // The user need not know of a failure.
  askHost('startup-marks', { body: { first_paint, data_visible: now } }).catch(() => undefined);
}
