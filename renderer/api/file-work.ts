import { useQueryClient } from '@tanstack/react-query';
import type { HostJob } from '../../service/contract/host.ts';
import { catalogQuery } from './catalog.ts';
import { allowing, jobsQuery } from './data-work.ts';
import { askHost } from './request.ts';

/** The day and the code that the user gives a list, where its file has none. */
export type ListFacts = { listDate?: string | undefined; listCode?: string | undefined };

/** What the user says of a file; `overruled`: codes of the refusals that are. */
export type SaidOfFile = { overruled: readonly string[] } & ListFacts;

/** @returns the day and the code of a list as a request has them. */
export function listWords({ listDate, listCode }: ListFacts) {
  return { ...(listDate && { list_date: listDate }), ...(listCode && { list_code: listCode }) };
}

/** How often a job is asked whether it has ended. */
const EVERY_MS = 250;

/**
 * Previews or imports one file after the other, each by a copy of its own at the service, which is removed afterwards: the service keeps
 * few copies at a time. @returns functions that resolve with the ended job. @throws Error with a sentence; the signal's reason.
 */
export function useFileWork() {
  const client = useQueryClient();
  return {
    run: (what: 'preview' | 'import', file: File, signal: AbortSignal, said: SaidOfFile) =>
      runJob(what, file, signal, {
        ...(what === 'import' && allowing(said.overruled)),
        ...listWords(said),
      }),
    /** Loads again what an import may have changed. */
    settle: () =>
      Promise.all([jobsQuery, catalogQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
  };
}

async function runJob(
  what: 'preview' | 'import',
  file: File,
  signal: AbortSignal,
  options: Partial<ReturnType<typeof allowing>> & ReturnType<typeof listWords>,
): Promise<HostJob> {
  const { upload } = await askHost('upload', { query: { name: file.name }, body: file, signal });
  try {
    const { jobs } = await askHost(what, { body: { upload, ...options }, signal });
    const id = jobs[0]?.id;
    for (;;) {
      const job = (await askHost('jobs', { signal })).jobs.find((one) => one.id === id);
      if (!job) throw new Error('What became of it is not known: look at the log of runs.');
      if (job.state !== 'running') return job;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  } finally {
    await askHost('discard', { body: { upload } });
  }
}
