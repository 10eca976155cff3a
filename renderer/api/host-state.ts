import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { HostState, RestartRequest } from '../../service/contract/host.ts';
import { getJson, postJson, SignInNeeded } from './request.ts';

const RETRY_MS = 1_000;

/** A poll that fails is asked once more: only two in a row say that the host is gone. */
export const hostStateQuery = queryOptions({
  queryKey: ['host', 'state'],
  queryFn: ({ signal }) => getJson<HostState>('/host/state', signal),
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
    mutationFn: (body: RestartRequest) => postJson<HostState>('/host/restart-service', body),
    onSuccess: (state) => client.setQueryData(hostStateQuery.queryKey, state),
  });
}
