import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { HostJobs, HostState } from '../../service/contract/host.ts';
import type { Incident } from '../../service/contract/incidents.ts';
import { jobsQuery } from './data-work.ts';
import { hostStateQuery, useHostState } from './host-state.ts';
import { postJson } from './request.ts';

const NONE: readonly Incident[] = [];

/** What befell the files of the data folder and nobody has dismissed yet, newest first. */
export function useIncidents(): readonly Incident[] {
  return useHostState().data?.incidents ?? NONE;
}

/** Takes an incident away for good. */
export function useDismissIncident() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => postJson<HostState>('/host/dismiss-incident', { id }),
    onSuccess: (state) => client.setQueryData(hostStateQuery.queryKey, state),
  });
}

/** Reads what can be read of the file of an incident: a job; what it brought is then told by the incident. */
export function useRescue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => postJson<HostJobs>('/host/rescue', { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  });
}
