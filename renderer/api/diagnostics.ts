import { useQuery } from '@tanstack/react-query';
import { getText } from './request.ts';

/** The host's report on itself, made anew each time that it is looked at. */
export function useDiagnostics(isWanted: boolean) {
  return useQuery({
    queryKey: ['host', 'diagnostics'],
    queryFn: ({ signal }) => getText('/host/diagnostics', signal),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
