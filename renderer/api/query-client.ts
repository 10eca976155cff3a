import { QueryClient } from '@tanstack/react-query';
import { ApiError, NoAnswer, SignInNeeded } from './request.ts';

/** A service that is started again answers within two seconds as a rule; a request is repeated for about seven before it fails. */
const TRIES_WITHOUT_ANSWER = 9;
const TRIES = 3;

/** @returns whether a request without an answer is sent once more. For queries and mutations that repeat nothing else. */
export function isAskedAgain(failures: number, error: Error): boolean {
  return error instanceof NoAnswer && failures < TRIES_WITHOUT_ANSWER;
}

export function waitToAskAgain(failures: number, error: Error): number {
  return error instanceof NoAnswer ? Math.min(250 * 2 ** failures, 1_000) : 1_000 * 2 ** failures;
}

/** The cache of all loaded data. Requests that were refused (4xx, no session) are not repeated. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 10 * 60_000,
        // The service is on this computer and answers without a network.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => {
          if (error instanceof NoAnswer) return isAskedAgain(failures, error);
          const isRefused = error instanceof ApiError && error.status < 500;
          return failures < TRIES && !isRefused && !(error instanceof SignInNeeded);
        },
        retryDelay: waitToAskAgain,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
