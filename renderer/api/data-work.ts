import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DataState } from '../../service/contract/data-state.ts';
import type { TakeFileRequest } from '../../service/contract/desktop.ts';
import type {
  HostJob,
  HostJobs,
  RefreshRequest,
  RefreshSettingsRequest,
  RunLog,
  Upload,
  UploadRequest,
} from '../../service/contract/host.ts';
import type { BackUp, Restored, Storage } from '../../service/contract/storage.ts';
import { catalogQuery } from './catalog.ts';
import { hostStateQuery } from './host-state.ts';
import { getJson, postFile, postJson } from './request.ts';

/** What a person does with the data, and what is to be known of it, beyond the catalogue. */

const dataStateQuery = queryOptions({
  queryKey: ['host', 'data-state'],
  queryFn: ({ signal }) => getJson<DataState>('/host/data-state', signal),
  refetchInterval: 5_000,
});

const runLogQuery = queryOptions({
  queryKey: ['host', 'runs'],
  queryFn: ({ signal }) => getJson<RunLog>('/host/runs', signal),
  refetchInterval: 15_000,
});

export const jobsQuery = queryOptions({
  queryKey: ['host', 'jobs'],
  queryFn: async ({ signal }) => (await getJson<HostJobs>('/host/jobs', signal)).jobs,
  // Someone is watching a bar while a job runs.
  refetchInterval: (query) => (query.state.data?.some(({ state }) => state === 'running') ? 400 : 5_000),
});

/** When each dataset was and will be refreshed. */
export function useDataState() {
  return useQuery(dataStateQuery);
}

/** The newest imports and refreshes, and those that failed since the service started; each newest first. */
export function useRunLog() {
  return useQuery(runLogQuery);
}

/** Refreshes, previews and imports that were asked for, newest first. When one ends, what it changed is asked anew. */
export function useJobs(): readonly HostJob[] {
  const client = useQueryClient();
  const jobs = useQuery(jobsQuery).data ?? [];
  const ended = jobs.filter(({ state }) => state !== 'running').length;
  useEffect(() => {
    if (ended === 0) return;
    for (const { queryKey } of [catalogQuery, dataStateQuery, runLogQuery, hostStateQuery])
      void client.invalidateQueries({ queryKey });
  }, [client, ended]);
  return jobs;
}

/** Refreshes datasets from their publishers: a job for each. */
export function useRefresh() {
  return useStartJobs((datasets: readonly string[]) => postJson<HostJobs>('/host/refresh', { datasets }));
}

/** Refreshes a dataset though its publisher's file was refused: `codes` are those of the refusals that a person has seen. */
export function useRefreshAllTheSame() {
  return useStartJobs(({ dataset, codes }: { dataset: string; codes: readonly string[] }) =>
    postJson<HostJobs>('/host/refresh', { datasets: [dataset], ...allowing(codes) }),
  );
}

/** @returns what lets a file pass that was refused with these codes. */
export function allowing(
  codes: readonly string[],
): Required<Pick<RefreshRequest, 'allow_shrink' | 'allow_jumps'>> {
  return { allow_shrink: codes.includes('file_shrinks'), allow_jumps: codes.includes('file_jumps') };
}

/** Cancels one job, or all. */
export function useCancelJobs() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (job: number | undefined) =>
      postJson<HostJobs>('/host/cancel', job === undefined ? {} : { job }),
    onSuccess: () => client.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  });
}

const storageQuery = queryOptions({
  queryKey: ['host', 'storage'],
  queryFn: ({ signal }) => getJson<Storage>('/host/storage', signal),
  refetchInterval: 15_000,
});

/** What the data take on the disk, and the back-ups. */
export function useStorage() {
  return useQuery(storageQuery);
}

/** Copies the data, and puts a copy in their place: one of the back-ups by its name, or a file of the person's. */
export function useBackUps() {
  const client = useQueryClient();
  const backUp = useMutation({
    mutationFn: () => postJson<BackUp>('/host/back-up', {}),
    onSettled: () => client.invalidateQueries({ queryKey: storageQuery.queryKey }),
  });
  const restore = useMutation({
    mutationFn: async (from: string | File) => {
      if (typeof from === 'string') return postJson<Restored>('/host/restore', { back_up: from });
      const path = `/host/upload?name=${encodeURIComponent(from.name)}`;
      const { upload } = await postFile<Upload>(path, from);
      return postJson<Restored>('/host/restore', { upload });
    },
    // All that was asked before was of other data.
    onSettled: () => client.invalidateQueries(),
  });
  return { backUp, restore };
}

/** Makes sample data where nothing is held. */
export function useMakeSample() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => postJson<unknown>('/host/make-sample', {}),
    onSuccess: () =>
      Promise.all(
        [catalogQuery, dataStateQuery, runLogQuery].map(({ queryKey }) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** Switches the refreshes after each release on or off. */
export function useAutoRefresh() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => postJson<DataState>('/host/auto-refresh', { is_on: isOn }),
    onSuccess: (state) => client.setQueryData(dataStateQuery.queryKey, state),
  });
}

/** Sets how publishers are asked: whether FRED may stand in, and the contact that they are told. */
export function useRefreshSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: RefreshSettingsRequest) => postJson<DataState>('/host/refresh-settings', settings),
    onSuccess: (state) => client.setQueryData(dataStateQuery.queryKey, state),
  });
}

/** What is done with a file that was dropped: it is copied to the host, looked at, and then imported or discarded. */
export function useUploadWork() {
  const upload = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      postFile<Upload>(`/host/upload?name=${encodeURIComponent(file.name)}`, file, signal),
  });
  const takeFile = useMutation({
    mutationFn: (body: TakeFileRequest) => postJson<Upload>('/host/take-file', body),
  });
  const preview = useStartJobs((body: UploadRequest) => postJson<HostJobs>('/host/preview', body));
  const importFile = useStartJobs((body: UploadRequest) => postJson<HostJobs>('/host/import', body));
  const discard = useMutation({
    mutationFn: (body: UploadRequest) => postJson<unknown>('/host/discard', body),
  });
  return { upload, takeFile, preview, importFile, discard };
}

function useStartJobs<Input>(start: (input: Input) => Promise<HostJobs>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: start,
    onSuccess: ({ jobs }) => {
      client.setQueryData(jobsQuery.queryKey, (before: readonly HostJob[] | undefined) => [
        ...jobs,
        ...(before ?? []),
      ]);
      void client.invalidateQueries({ queryKey: jobsQuery.queryKey });
    },
  });
}
