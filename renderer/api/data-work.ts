import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type {
  DataJob,
  DataJobs,
  RefreshSettingsRequest,
  UploadRequest,
} from '../../service/contract/app-state.ts';
import type { Incident } from '../../service/contract/incidents.ts';
import { appStateQuery, useAppState, useCan } from './app-state.ts';
import { catalogQuery } from './catalog.ts';
import { askApp, unlessReported } from './request.ts';

/** Jobs on the data (refresh, import, back-up, settings) and their state. */

export const dataStateQuery = queryOptions({
  queryKey: ['app', 'data-state'],
  queryFn: ({ signal }) => askApp('data-state', { signal }),
  refetchInterval: unlessReported(5_000),
});

export const runLogQuery = queryOptions({
  queryKey: ['app', 'runs'],
  queryFn: ({ signal }) => askApp('runs', { signal }),
  refetchInterval: unlessReported(15_000),
});

const whileRunning = unlessReported(400);
const atRest = unlessReported(5_000);

export const jobsQuery = queryOptions({
  queryKey: ['app', 'jobs'],
  queryFn: async ({ signal }) => (await askApp('jobs', { signal })).jobs,
  // Somebody watches a progress bar while a job runs.
  refetchInterval: (query) =>
    query.state.data?.some(({ state }) => state === 'running') ? whileRunning(query) : atRest(query),
});

export const storageQuery = queryOptions({
  queryKey: ['app', 'storage'],
  queryFn: ({ signal }) => askApp('storage', { signal }),
  refetchInterval: unlessReported(15_000),
});

export function loadDataScreen(client: QueryClient): void {
  void client.prefetchQuery(catalogQuery);
  void client.prefetchQuery(dataStateQuery);
  void client.prefetchQuery(runLogQuery);
}

/** Each dataset's last and next refresh; nothing if the page may not see this computer's state. */
export function useDataState() {
  return useQuery({ ...dataStateQuery, enabled: useCan('computer') });
}

/** The newest imports and refreshes, and those that failed since the service started; both newest first. */
export function useRunLog() {
  return useQuery(runLogQuery);
}

export function useStorage() {
  return useQuery(storageQuery);
}

/** Jobs (refreshes, previews, imports), newest first. When one ends, the data it may change are reloaded. */
export function useJobs(): readonly DataJob[] {
  const client = useQueryClient();
  const jobs = useQuery(jobsQuery).data ?? [];
  const ended = jobs.filter(({ state }) => state !== 'running').length;
  useEffect(() => {
    if (ended > 0) void askAgain(client, [catalogQuery, dataStateQuery, runLogQuery, appStateQuery]);
  }, [client, ended]);
  return jobs;
}

type Queries = readonly { queryKey: QueryKey }[];

/** @param changed the queries to reload; absent: all, since cached answers may belong to lost data */
async function askAgain(client: QueryClient, changed?: Queries): Promise<void> {
  const filters = changed?.map(({ queryKey }) => ({ queryKey })) ?? [{}];
  await Promise.all(filters.map((filter) => client.invalidateQueries(filter)));
}

/** A mutation that reloads the changed queries when it ends. */
function useChange<Input = void, Answer = unknown>(
  ask: (input: Input) => Promise<Answer>,
  changed?: Queries,
) {
  const client = useQueryClient();
  return useMutation({ mutationFn: ask, onSettled: () => askAgain(client, changed) });
}

/** A mutation whose answer replaces the cached answer of a query. */
function useStateChange<Input>(ask: (input: Input) => Promise<unknown>, query: { queryKey: QueryKey }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onSuccess: (state) => client.setQueryData(query.queryKey, state),
  });
}

function useStartJobs<Input>(start: (input: Input) => Promise<DataJobs>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: start,
    onSuccess: ({ jobs }) => {
      client.setQueryData(jobsQuery.queryKey, (before: readonly DataJob[] = []) => [...jobs, ...before]);
      void askAgain(client, [jobsQuery]);
    },
  });
}

/** Refreshes datasets from their publishers, one job each. */
export function useRefresh() {
  return useStartJobs((datasets: readonly string[]) =>
    askApp('refresh', { body: { datasets: [...datasets] } }),
  );
}

/** Refreshes a dataset although its file was refused. `codes`: the refusals that the user overrules. */
export function useRefreshAnyway() {
  return useStartJobs(({ dataset, codes }: { dataset: string; codes: readonly string[] }) =>
    askApp('refresh', { body: { datasets: [dataset], ...allowing(codes) } }),
  );
}

/** @returns the request fields that overrule refusals with these codes. */
export function allowing(codes: readonly string[]): { allow_shrink: boolean; allow_jumps: boolean } {
  return { allow_shrink: codes.includes('file_shrinks'), allow_jumps: codes.includes('file_jumps') };
}

export function useCancelJobs() {
  return useChange(
    (job: number | undefined) => askApp('cancel', { body: job === undefined ? {} : { job } }),
    [jobsQuery],
  );
}

/** `backUp` copies the data; `restore` replaces them with a back-up, by its name or from the user's file. */
export function useBackUps() {
  const backUp = useChange(() => askApp('back-up'), [storageQuery]);
  const restore = useChange(async (from: string | File) => {
    if (typeof from === 'string') return askApp('restore', { body: { back_up: from } });
    const { upload } = await askApp('upload', { query: { name: from.name }, body: from });
    return askApp('restore', { body: { upload } });
  });
  return { backUp, restore };
}

export function useUndoImport() {
  return useChange((run: number) => askApp('undo-import', { body: { run } }));
}

/** Makes sample data for every dataset that has no data. */
export function useMakeSample() {
  return useChange(() => askApp('make-sample'), [catalogQuery, dataStateQuery, runLogQuery]);
}

export function useAutoRefresh() {
  return useStateChange((isOn: boolean) => askApp('auto-refresh', { body: { is_on: isOn } }), dataStateQuery);
}

/** Sets whether FRED may stand in for a silent publisher, and the contact sent to publishers. */
export function useRefreshSettings() {
  return useStateChange(
    (body: RefreshSettingsRequest) => askApp('refresh-settings', { body }),
    dataStateQuery,
  );
}

/** The steps of an import: upload a file to the service, preview it, then import or discard it. */
export function useUploadWork() {
  const upload = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      askApp('upload', { query: { name: file.name }, body: file, signal }),
  });
  const preview = useStartJobs((body: UploadRequest) => askApp('preview', { body }));
  const importFile = useStartJobs((body: UploadRequest) => askApp('import', { body }));
  const discard = useMutation({ mutationFn: (body: UploadRequest) => askApp('discard', { body }) });
  return { upload, preview, importFile, discard };
}

const NONE: readonly Incident[] = [];

/** Damaged or lost files in the data folder that the user has not dismissed, newest first. */
export function useIncidents(): readonly Incident[] {
  return useAppState().data?.incidents ?? NONE;
}

export function useDismissIncident() {
  return useStateChange((id: string) => askApp('dismiss-incident', { body: { id } }), appStateQuery);
}

/** Starts a job that rescues the readable part of an incident's file and adds it to the incident. */
export function useRescue() {
  return useChange((id: string) => askApp('rescue', { body: { id } }), [jobsQuery]);
}

/** The day and the code that the user enters for a list whose file has none. */
export type ListFacts = { listDate?: string | undefined; listCode?: string | undefined };

/** The user's input for a file. `overruled`: codes of the overruled refusals. */
export type FileInput = { overruled: readonly string[] } & ListFacts;

export function listWords({ listDate, listCode }: ListFacts) {
  return { ...(listDate && { list_date: listDate }), ...(listCode && { list_code: listCode }) };
}

const EVERY_MS = 250;

/**
 * Previews or imports one file at a time. Each run discards its upload, because the service keeps few. `run`
 * resolves with the ended job. @throws Error with a sentence; the signal's reason
 */
export function useFileWork() {
  const client = useQueryClient();
  return {
    async run(
      what: 'preview' | 'import',
      file: File,
      signal: AbortSignal,
      input: FileInput,
    ): Promise<DataJob> {
      const { upload } = await askApp('upload', { query: { name: file.name }, body: file, signal });
      const options = { ...(what === 'import' && allowing(input.overruled)), ...listWords(input) };
      try {
        const { jobs } = await askApp(what, { body: { upload, ...options }, signal });
        for (;;) {
          const job = (await askApp('jobs', { signal })).jobs.find(({ id }) => id === jobs[0]?.id);
          if (!job) throw new Error('Its outcome is not known: see the log of runs.');
          if (job.state !== 'running') return job;
          await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
        }
      } finally {
        await askApp('discard', { body: { upload } });
      }
    },
    settle: () => askAgain(client, [jobsQuery, catalogQuery]),
  };
}
