import {
  type QueryClient,
  queryOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Capability } from '../../service/contract/app-state.ts';
import { ApiError, askApp, isAskedAgain, NoAnswer, SignInNeeded, unlessReported } from './request.ts';
import { isTeamPage } from './session.ts';

/** Polls the service's state, and reacts when the service ends, is away or restarts. */

/** A service that restarts at once answers again within this time. */
const RETRY_MS = 1_000;
const AWAY_MS = 1_000;
const usual = unlessReported(10_000);
/** Time limit for a state request: a hung service accepts the request but never answers. */
const HUNG_MS = 5_000;

/** Retries a failed poll once: only two failures in a row mean that the service is away. */
export const appStateQuery = queryOptions({
  queryKey: ['app', 'state'],
  queryFn: async ({ signal }) => {
    const late = AbortSignal.timeout(HUNG_MS);
    try {
      return await askApp('state', { signal: AbortSignal.any([signal, late]) });
    } catch (error) {
      throw error === late.reason ? new NoAnswer(error) : error;
    }
  },
  // While the service is away or its data are damaged, the user waits for a change, so poll often.
  refetchInterval: (query) =>
    query.state.status === 'success' && query.state.data?.damage === null ? usual(query) : AWAY_MS,
  retry: (failures, error) => failures < 1 && !(error instanceof SignInNeeded),
  retryDelay: RETRY_MS,
});

/** The app's state and the API's base URL; while the service is away, the last known state. */
export function useAppState() {
  return useQuery(appStateQuery);
}

/** @returns the error of the last state request, kept during a retry; null if there was none. */
export function useStateError(): Error | null {
  const { error, isPending, errorUpdateCount } = useAppState();
  const [kept, keep] = useState(error);
  // If no state was ever loaded, the query clears its error with each new request, so keep the last one.
  const current = isPending && errorUpdateCount > 0 ? kept : error;
  if (current !== kept) keep(current);
  return current;
}

/** True if the service does not answer: it crashed, is restarting, or was ended. */
export function useIsAway(): boolean {
  const error = useStateError();
  return error instanceof NoAnswer || (error instanceof ApiError && error.status >= 500);
}

const OWN_KEY = String(appStateQuery.queryKey);
/** First parts of query keys whose answers may differ after a restart of the service. */
const WITH_SERVICE = new Set<unknown>(['app', 'catalog']);

/**
 * Requests the state when any other request gets no answer. When the service is back, reloads failed queries,
 * and after a restart everything in `WITH_SERVICE`. The screen keeps its data meanwhile. Call once per page.
 */
export function useServiceNews(): void {
  const client = useQueryClient();
  const isAway = useIsAway();
  const startedAt = useAppState().data?.started_at;
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || String(event.query.queryKey) === OWN_KEY) return;
        const { action } = event;
        const isFailure = action.type === 'failed' || action.type === 'error';
        if (!isFailure || !(action.error instanceof NoAnswer)) return;
        if (client.getQueryState(appStateQuery.queryKey)?.status === 'error') return;
        void client.refetchQueries({ queryKey: appStateQuery.queryKey }, { cancelRefetch: false });
      }),
    [client],
  );
  const before = useRef({ isAway, startedAt });
  useEffect(() => {
    const { isAway: wasAway, startedAt: started } = before.current;
    before.current = { isAway, startedAt: startedAt ?? started };
    const isAnother = started !== undefined && startedAt !== started;
    if (isAway || (!wasAway && !isAnother)) return;
    void client.invalidateQueries({
      predicate: ({ queryKey, state }) =>
        state.status === 'error' ||
        (isAnother && WITH_SERVICE.has(queryKey[0]) && String(queryKey) !== OWN_KEY),
    });
  }, [client, isAway, startedAt]);
}

const RESTART = ['restart'];
const RESTART_LOOK_MS = 200;
/** Time limit for a restart, in ms: as long as the shell waits for a starting service. */
const RESTART_MS = 60_000;

/** True from a request to restart the service until it has restarted. */
export function useIsRestarting(): boolean {
  return useIsMutating({ mutationKey: RESTART }) > 0;
}

export function useRestartService() {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => withRestart(client, () => askApp('restart-service')) });
}

/** Sends a request that restarts the service, and waits for it. @throws as `ask`; Error if it stays away */
export async function withRestart(client: QueryClient, ask: () => Promise<unknown>): Promise<void> {
  const { started_at: before } = await client.fetchQuery({ ...appStateQuery, staleTime: 0 });
  await ask();
  // A mutation, so that the whole page can see it. It does not contain `ask`, which may carry a key.
  const waiting = { mutationKey: RESTART, mutationFn: () => waitForNewService(client, before) };
  await client.getMutationCache().build(client, client.defaultMutationOptions(waiting)).execute(undefined);
}

/** Waits for a new `started_at`: the old service still answers for a moment after the request. */
async function waitForNewService(client: QueryClient, before: string): Promise<void> {
  const end = performance.now() + RESTART_MS;
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, RESTART_LOOK_MS));
    const asked = client.fetchQuery({ ...appStateQuery, staleTime: 0, retry: false });
    const state = await asked.catch((error: unknown) => {
      if (error instanceof SignInNeeded) throw error;
    });
    if (state && state.started_at !== before) return;
  }
  throw new Error('The data service did not start again within a minute.');
}

const ENDED = ['app', 'ended'] as const;

export function useHasEnded(): boolean {
  const asked = { queryKey: ENDED, queryFn: () => false, initialData: false };
  return useQuery({ ...asked, staleTime: Number.POSITIVE_INFINITY }).data;
}

/** @returns a function that ends Almanac in browser mode. Rejects with ApiError or NoAnswer. */
export function useQuit(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await askApp('quit');
    client.setQueryData(ENDED, true);
  };
}

export function useDiagnostics(isWanted: boolean) {
  return useQuery({
    queryKey: ['app', 'diagnostics'],
    queryFn: ({ signal }) => askApp('diagnostics', { signal }),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
    retry: isAskedAgain,
  });
}

const NONE: readonly Capability[] = [];

/** The capabilities assumed until the service has answered. */
const assumedCapabilities = (): readonly Capability[] => (isTeamPage() ? NONE : Capability.enum);

/** This page's capabilities. Components ask for these, never whether a team's node serves the page. */
export function useCapabilities(): readonly Capability[] {
  // The frame polls the state; this only reads the cached answer.
  const { data } = useQuery({ ...appStateQuery, enabled: false, select: ({ can }) => can });
  return data ?? assumedCapabilities();
}

export function useCan(capability: Capability): boolean {
  return useCapabilities().includes(capability);
}

export function canNow(client: QueryClient, capability: Capability): boolean {
  return (client.getQueryData(appStateQuery.queryKey)?.can ?? assumedCapabilities()).includes(capability);
}

/** First parts of query keys whose answers show no data on the screen. */
const NO_DATA = new Set<unknown>(['app', 'catalog', 'desktop']);

/** Reports once when the page first painted and when it first showed data. */
export function reportStartup(client: QueryClient): void {
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || NO_DATA.has(query.queryKey[0])) return;
    stop();
    // The data are drawn two frames later.
    requestAnimationFrame(() => requestAnimationFrame(() => sendMarks(client)));
  });
}

function sendMarks(client: QueryClient): void {
  if (!canNow(client, 'computer')) return;
  const now = performance.timeOrigin + performance.now();
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const first_paint = paint ? performance.timeOrigin + paint.startTime : now;
  // The user need not know if this fails.
  askApp('startup-marks', { body: { first_paint, data_visible: now } }).catch(() => undefined);
}
