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

/** The state of the service, and the page's part when the service ends, is away or starts again. */

/** A service that was started again at once is back by then. */
const RETRY_MS = 1_000;
const AWAY_MS = 1_000;
const usual = unlessReported(10_000);
/** A service that hangs takes the request and answers nothing. */
const HUNG_MS = 5_000;

/** A failed poll is repeated once: only two failures in a row mean that the service is away. */
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
  // While the service is away, or its data are damaged, the user is waiting for it.
  refetchInterval: (query) =>
    query.state.status === 'success' && query.state.data?.damage === null ? usual(query) : AWAY_MS,
  retry: (failures, error) => failures < 1 && !(error instanceof SignInNeeded),
  retryDelay: RETRY_MS,
});

/** State of the app and its base URL for other tools. While the service is away it is the last one. */
export function useAppState() {
  return useQuery(appStateQuery);
}

/** Why the state is not known now, also while it is asked for again; null: the service has answered, or is still to be asked. */
export function useStateError(): Error | null {
  const { error, isPending, errorUpdateCount } = useAppState();
  const [kept, keep] = useState(error);
  // Where no state was ever loaded, the query forgets its error with each new request.
  const current = isPending && errorUpdateCount > 0 ? kept : error;
  if (current !== kept) keep(current);
  return current;
}

/** Whether the service does not answer: it ended unexpectedly, is starting again, or was ended. */
export function useIsAway(): boolean {
  const error = useStateError();
  return error instanceof NoAnswer || (error instanceof ApiError && error.status >= 500);
}

const OWN_KEY = String(appStateQuery.queryKey);
/** First words of query keys whose answers another start may have otherwise. */
const WITH_SERVICE = new Set<unknown>(['app', 'catalog']);

/**
 * Asks for the state as soon as another request has no answer. When the service is back, asks again for what has failed, and after a new
 * start for all that it may know otherwise; what is shown stays until then. Once for the whole page.
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
/** How long the shell waits for a service that starts. */
const RESTART_MS = 60_000;

/** Whether the service was asked to start again, and has not yet. */
export function useIsRestarting(): boolean {
  return useIsMutating({ mutationKey: RESTART }) > 0;
}

export function useRestartService() {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => withRestart(client, () => askApp('restart-service')) });
}

/** Asks for something after which the service starts again. @throws what the request throws, or Error if it does not come back */
export async function withRestart(client: QueryClient, ask: () => Promise<unknown>): Promise<void> {
  const { started_at: before } = await client.fetchQuery({ ...appStateQuery, staleTime: 0 });
  await ask();
  // As a mutation, so that every part of the page knows; without what was asked, which may carry a key.
  const waiting = { mutationKey: RESTART, mutationFn: () => untilAnother(client, before) };
  await client.getMutationCache().build(client, client.defaultMutationOptions(waiting)).execute(undefined);
}

/** The service answers for a moment after it was asked: only another start is the new one. */
async function untilAnother(client: QueryClient, before: string): Promise<void> {
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

/** @returns a function that ends Almanac, for browser mode; the desktop window has an action of its own. Rejects with ApiError or NoAnswer. */
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

/** What holds until the service has answered. */
const untilKnown = (): readonly Capability[] => (isTeamPage() ? NONE : Capability.enum);

/** All that the service lets the page do, as it is known now. No component asks whether a team's node serves the page. */
export function useCapabilities(): readonly Capability[] {
  // The frame asks for the state, again and again; here it is only read.
  const { data } = useQuery({ ...appStateQuery, enabled: false, select: ({ can }) => can });
  return data ?? untilKnown();
}

export function useCan(capability: Capability): boolean {
  return useCapabilities().includes(capability);
}

/** @returns the same for code outside of components. */
export function canNow(client: QueryClient, capability: Capability): boolean {
  return (client.getQueryData(appStateQuery.queryKey)?.can ?? untilKnown()).includes(capability);
}

/** First words of query keys whose answers are no data on the screen. */
const NO_DATA = new Set<unknown>(['app', 'catalog', 'desktop']);

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
  askApp('startup-marks', { body: { first_paint, data_visible: now } }).catch(() => undefined);
}
