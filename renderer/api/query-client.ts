import { QueryClient } from '@tanstack/react-query';
import { ApiError, SignInNeeded } from './request.ts';

/** The cache of all loaded data. Requests that were refused (4xx, no session) are not repeated. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 10 * 60_000,
        // The host is on this computer and answers without a network.
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
