import { useQueryClient } from '@tanstack/react-query';
import type { HostJob } from '../../service/contract/host.ts';
import { catalogQuery } from './catalog.ts';
import { allowing, jobsQuery } from './data-work.ts';
import { askHost } from './request.ts';

/** How often a job is asked whether it has ended. */
const EVERY_MS = 250;

/**
 * Previews or imports one file after the other, each by a copy of its own on the host, which is removed afterwards: the host keeps few
 * copies at a time. @returns functions that resolve with the ended job. @throws Error with a sentence; the signal's reason.
 */
export function useFileWork() {
  const client = useQueryClient();
  return {
    /** @param overruled codes of the refusals that the user has overruled */
    run: (what: 'preview' | 'import', file: File, signal: AbortSignal, overruled: readonly string[]) =>
      runJob(what, file, signal, what === 'import' ? allowing(overruled) : {}),
    /** Loads again what an import may have changed. */
    settle: () =>
      Promise.all([jobsQuery, catalogQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
  };
}

async function runJob(
  what: 'preview' | 'import',
  file: File,
  signal: AbortSignal,
  options: Partial<ReturnType<typeof allowing>>,
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
