import { useQueryClient } from '@tanstack/react-query';
import type { HostJob } from '../../service/contract/host.ts';
import { catalogQuery } from './catalog.ts';
import { allowing, jobsQuery } from './data-work.ts';
import { askHost } from './request.ts';

/** What the user says of a file: codes of the refusals that are overruled, and the day of its lists, where it has none. */
export type SaidOfFile = { overruled: readonly string[]; listDate?: string | undefined };

/** How often a job is asked whether it has ended. */
const EVERY_MS = 250;

/**
 * Previews or imports one file after the other, each by a copy of its own on the host, which is removed afterwards: the host keeps few
 * copies at a time. @returns functions that resolve with the ended job. @throws Error with a sentence; the signal's reason.
 */
export function useFileWork() {
  const client = useQueryClient();
  return {
    run: (what: 'preview' | 'import', file: File, signal: AbortSignal, said: SaidOfFile) =>
      runJob(what, file, signal, {
        ...(what === 'import' && allowing(said.overruled)),
        ...(said.listDate && { list_date: said.listDate }),
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
  options: Partial<ReturnType<typeof allowing>> & { list_date?: string },
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
