import { basename, join } from 'node:path';
import { assertNever, Failure } from '../../contract/failure.ts';
import type { Rescue } from '../../contract/incidents.ts';
import type { FileToIngest, IngestProgress, RefreshedSource } from '../../contract/ingest.ts';
import { DATA_FILE } from '../../contract/names.ts';
import { noteRescue } from '../../process/incidents.ts';
import { backUp, expectWritable, inspectFolder, rescue, restore, settle } from '../../store/index.ts';
import { importFiles } from '../import-files.ts';
import { previewFile } from '../preview-file.ts';
import type { Job, JobKind, Jobs, RefreshInput } from './messages.ts';

export type JobContext = {
  dataDir: string;
  now: () => Date;
  signal: AbortSignal;
  onProgress: (progress: IngestProgress) => void;
};

/** Runs one job to its end, in the calling thread. @throws Failure; 'cancelled' when the signal aborts. */
export async function runJob(job: Job, context: JobContext): Promise<Jobs[JobKind]['output']> {
  switch (job.kind) {
    case 'import':
      return importFiles({ ...context, ...job.input });
    case 'preview':
      return previewFile({ ...context, ...job.input });
    case 'refresh':
      return refresh(job.input, context);
    case 'inspect':
      return inspectFolder(context.dataDir);
    case 'back-up':
      return backUp(context.dataDir, context.now());
    case 'restore': {
      const { path, name = basename(path) } = job.input.file;
      return restore(context.dataDir, path, name, context.now());
    }
    case 'settle':
      settle(context.dataDir);
      return null;
    case 'rescue':
      return rescueFile(job.input.file, context);
    default:
      return assertNever(job);
  }
}

/** Rescues a file; its progress counts pages in place of bytes. What was found is noted with the incident of the file. */
async function rescueFile(
  { path, name = basename(path) }: FileToIngest,
  context: JobContext,
): Promise<Rescue> {
  const { dataDir, now, signal, onProgress } = context;
  const rescued = await rescue(dataDir, path, now(), {
    signal,
    onProgress: ({ pages, allPages, rows }) =>
      onProgress({ file: name, phase: 'read', bytes: pages, totalBytes: allPages, rows }),
  });
  noteRescue(dataDir, rescued);
  return rescued;
}

/** The phases of fetching in the words of jobs. */
const PHASES = { waiting: 'wait', fetching: 'fetch', reading: 'read', storing: 'publish' } as const;

async function refresh(
  { dataset, settings, keys, allowShrink, allowJumps }: RefreshInput,
  { onProgress, ...context }: JobContext,
): Promise<RefreshedSource[]> {
  expectWritable(join(context.dataDir, DATA_FILE));
  // Loaded only here: most threads only import a file, and the code for fetching takes memory.
  const { isRefreshable, refreshDataset } = await import('../fetch/index.ts');
  if (!isRefreshable(dataset)) {
    throw new Failure('publisher_unreachable', `No publisher is known for '${dataset}'.`);
  }
  const sources: RefreshedSource[] = [];
  const results = refreshDataset(dataset, {
    ...context,
    settings: { ...settings, allowShrink, allowJumps, keyFor: (publisher) => keys[publisher] },
    onProgress: ({ source, phase, bytes, totalBytes = 0, rows }) =>
      onProgress({ file: source, phase: PHASES[phase], bytes, totalBytes, rows }),
  });
  for await (const result of results) sources.push(result);
  return sources;
}
