import { QueryClient } from '@tanstack/react-query';
import { ApiError, SignInNeeded } from './request.ts';

/** The one cache of server data. What a person did wrong, or a missing session, is not asked again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 10 * 60_000,
        // The host is on this machine: it answers without any network.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          failures < 3 &&
          !(error instanceof SignInNeeded) &&
          !(error instanceof ApiError && error.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  });
}
