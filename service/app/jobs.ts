import type { WorkContext } from '../calls/index.ts';
import type { DataJob } from '../contract/app-state.ts';
import { Failure, stackOf } from '../contract/failure.ts';
import type { IngestProgress } from '../contract/ingest.ts';

export type JobResult = Pick<DataJob, 'runs' | 'notes' | 'preview'>;

export type Jobs = ReturnType<typeof createJobs>;

const LISTED_JOBS = 40;
const BUG = 'An error in Almanac itself. Nothing was stored; the log of the service says more.';

/** @param log gets unexpected errors @param onChange called when a job begins, progresses or ends */
export function createJobs(log: (line: string) => void, onChange: () => void = () => undefined) {
  const jobs: { job: DataJob; cancelling: AbortController }[] = [];
  let lastId = 0;

  function forgetOld(): void {
    const ended = jobs.filter(({ job }) => job.state !== 'running');
    for (const old of ended.slice(LISTED_JOBS)) jobs.splice(jobs.indexOf(old), 1);
  }

  return {
    start(kind: DataJob['kind'], title: string, work: (context: WorkContext) => Promise<JobResult>): DataJob {
      lastId += 1;
      const job: DataJob = {
        id: lastId,
        kind,
        title,
        state: 'running',
        progress: null,
        code: null,
        message: null,
        runs: [],
        notes: [],
        preview: null,
      };
      const cancelling = new AbortController();
      jobs.unshift({ job, cancelling });
      forgetOld();
      const onProgress = (progress: IngestProgress): void => {
        job.progress = progress;
        onChange();
      };
      onChange();
      const ended = work({ signal: cancelling.signal, onProgress }).then(
        (result) => void Object.assign(job, result, { state: 'done' }),
        (error: unknown) => {
          const isCancelled = error instanceof Failure && error.code === 'cancelled';
          job.state = isCancelled ? 'cancelled' : 'failed';
          job.code = error instanceof Failure ? error.code : 'bug';
          job.message = error instanceof Failure ? error.message : BUG;
          if (!(error instanceof Failure)) log(stackOf(error));
        },
      );
      void ended.then(onChange);
      return job;
    },
    list: (): DataJob[] => jobs.map(({ job }) => job),
    /** Cancels one job, or all. A job is listed as cancelled once it has ended. */
    cancel(id: number | undefined): void {
      for (const { job, cancelling } of jobs)
        if (job.state === 'running' && (id === undefined || job.id === id)) cancelling.abort();
    },
  };
}
