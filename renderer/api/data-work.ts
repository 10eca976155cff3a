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

/** Work on the data (refresh, import, back-up, settings) and its state. */

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
  // Someone is watching a bar while a job runs.
  refetchInterval: (query) =>
    query.state.data?.some(({ state }) => state === 'running') ? whileRunning(query) : atRest(query),
});

export const storageQuery = queryOptions({
  queryKey: ['app', 'storage'],
  queryFn: ({ signal }) => askApp('storage', { signal }),
  refetchInterval: unlessReported(15_000),
});

/** Begins to load what the Data screen shows. */
export function loadDataScreen(client: QueryClient): void {
  void client.prefetchQuery(catalogQuery);
  void client.prefetchQuery(dataStateQuery);
  void client.prefetchQuery(runLogQuery);
}

/** When each dataset was refreshed, and when it will be; nothing where the page may not see the state of this computer. */
export function useDataState() {
  return useQuery({ ...dataStateQuery, enabled: useCan('computer') });
}

/** The newest imports and refreshes, and those that failed since the service started. Both lists are newest first. */
export function useRunLog() {
  return useQuery(runLogQuery);
}

export function useStorage() {
  return useQuery(storageQuery);
}

/** Jobs (refreshes, previews, imports), newest first. When one ends, everything it may have changed is loaded again. */
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

/** @param changed absent: all, since what was loaded before may belong to data that are gone */
async function askAgain(client: QueryClient, changed?: Queries): Promise<void> {
  const filters = changed?.map(({ queryKey }) => ({ queryKey })) ?? [{}];
  await Promise.all(filters.map((filter) => client.invalidateQueries(filter)));
}

/** A request after which the changed queries are asked again. */
function useChange<Input = void, Answer = unknown>(
  ask: (input: Input) => Promise<Answer>,
  changed?: Queries,
) {
  const client = useQueryClient();
  return useMutation({ mutationFn: ask, onSettled: () => askAgain(client, changed) });
}

/** A request whose answer is the new answer of a query. */
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

/** Refreshes a dataset although its publisher's file was refused. `codes`: the refusals that the user has overruled. */
export function useRefreshAnyway() {
  return useStartJobs(({ dataset, codes }: { dataset: string; codes: readonly string[] }) =>
    askApp('refresh', { body: { datasets: [dataset], ...allowing(codes) } }),
  );
}

/** @returns the request's fields that accept a file which was refused with these codes. */
export function allowing(codes: readonly string[]): { allow_shrink: boolean; allow_jumps: boolean } {
  return { allow_shrink: codes.includes('file_shrinks'), allow_jumps: codes.includes('file_jumps') };
}

export function useCancelJobs() {
  return useChange(
    (job: number | undefined) => askApp('cancel', { body: job === undefined ? {} : { job } }),
    [jobsQuery],
  );
}

/** `backUp` copies the data. `restore` replaces them by a back-up: one of the list by its name, or the user's file. */
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

/** Switches the refreshes after each release on or off. */
export function useAutoRefresh() {
  return useStateChange((isOn: boolean) => askApp('auto-refresh', { body: { is_on: isOn } }), dataStateQuery);
}

/** Sets whether FRED may replace a publisher that does not answer, and the contact that publishers get. */
export function useRefreshSettings() {
  return useStateChange(
    (body: RefreshSettingsRequest) => askApp('refresh-settings', { body }),
    dataStateQuery,
  );
}

/** The steps of an import: copy a file to the service, preview it, then import or discard it. */
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

/** Damaged or lost files of the data folder that the user has not dismissed yet, newest first. */
export function useIncidents(): readonly Incident[] {
  return useAppState().data?.incidents ?? NONE;
}

export function useDismissIncident() {
  return useStateChange((id: string) => askApp('dismiss-incident', { body: { id } }), appStateQuery);
}

/** Starts a job that rescues what is readable in an incident's file. The result is then part of the incident. */
export function useRescue() {
  return useChange((id: string) => askApp('rescue', { body: { id } }), [jobsQuery]);
}

/** The day and the code that the user gives a list, where its file has none. */
export type ListFacts = { listDate?: string | undefined; listCode?: string | undefined };

/** What the user says of a file; `overruled`: codes of the refusals that are. */
export type SaidOfFile = { overruled: readonly string[] } & ListFacts;

export function listWords({ listDate, listCode }: ListFacts) {
  return { ...(listDate && { list_date: listDate }), ...(listCode && { list_code: listCode }) };
}

const EVERY_MS = 250;

/**
 * Previews or imports one file after the other, each by a copy of its own at the service, which is removed afterwards: the service keeps
 * few copies at a time. `run` resolves with the ended job. @throws Error with a sentence; the signal's reason.
 */
export function useFileWork() {
  const client = useQueryClient();
  return {
    async run(
      what: 'preview' | 'import',
      file: File,
      signal: AbortSignal,
      said: SaidOfFile,
    ): Promise<DataJob> {
      const { upload } = await askApp('upload', { query: { name: file.name }, body: file, signal });
      const options = { ...(what === 'import' && allowing(said.overruled)), ...listWords(said) };
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
    /** Loads again what an import may have changed. */
    settle: () => askAgain(client, [jobsQuery, catalogQuery]),
  };
}
