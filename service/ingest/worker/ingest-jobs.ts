import { basename, join } from 'node:path';
import type { PublisherSecrets } from '../../contract/access.ts';
import { Failure } from '../../contract/failure.ts';
import type { Rescue } from '../../contract/incidents.ts';
import type {
  Allowed,
  FilePreview,
  FileToIngest,
  IngestedFile,
  IngestProgress,
  RefreshedSource,
  UndoneImport,
} from '../../contract/ingest.ts';
import { DATA_FILE } from '../../contract/names.ts';
import type { BackUp, FolderInspection, Restored } from '../../contract/storage.ts';
import { noteRescue } from '../../process/incidents.ts';
import type { JobContext, ThreadHandlers } from '../../process/thread-calls.ts';
import { readFileSettings } from '../../settings/index.ts';
import type { Truth } from '../../store/copy/index.ts';
import { backUp, checkpoint, expectWritable, inspectFolder, rescue, restore } from '../../store/index.ts';
import type { TeamNode } from '../../team/types.ts';
import type { TimeLimits } from '../fetch/types.ts';
import { importFiles } from '../import-files.ts';
import { previewFile } from '../preview-file.ts';

/** Every job carries the main thread's time, ISO 8601, because tests have a clock of their own. */
type IngestJob<Input, Output> = { input: Input & { at: string }; output: Output; progress: IngestProgress };
type OneFileInput = { file: FileToIngest };

/** The jobs of the ingest thread. The main thread sends one at a time. */
export type IngestCalls = {
  import: IngestJob<Allowed & { files: readonly FileToIngest[] }, readonly IngestedFile[]>;
  preview: IngestJob<OneFileInput, FilePreview>;
  refresh: IngestJob<
    Allowed & {
      dataset: string;
      settings: { contact?: string; mirror?: string; allowFred?: boolean; limits?: Partial<TimeLimits> };
      keys: PublisherSecrets;
    },
    readonly RefreshedSource[]
  >;
  'undo-import': IngestJob<{ run: number }, UndoneImport>;
  inspect: IngestJob<unknown, FolderInspection>;
  'back-up': IngestJob<unknown, BackUp>;
  restore: IngestJob<OneFileInput, Restored>;
  checkpoint: IngestJob<unknown, null>;
  rescue: IngestJob<OneFileInput, Rescue>;
};

/** The phases of fetching, as jobs name them. */
const PHASES = { waiting: 'wait', fetching: 'fetch', reading: 'read', storing: 'publish' } as const;
/** The shortest time between two progress reports. */
const PROGRESS_MS = 50;

/** @returns the jobs on a folder, run in the calling thread. They throw Failure; 'cancelled' on abort. */
export function ingestJobs(dataDir: string, team?: TeamNode): ThreadHandlers<IngestCalls> {
  let opened: Promise<Truth> | undefined;
  /** Loads the code for teams only if the folder has a team's copy. */
  async function truthOf(): Promise<Truth | undefined> {
    if (!team) return undefined;
    opened ??= import('../../team/index.ts').then(({ openNodeTruth }) => openNodeTruth(dataDir, team));
    return await opened;
  }

  return {
    import: async ({ at, ...input }, context) =>
      await importFiles({ ...partsOf(at, context), ...input, truth: await truthOf() }),
    preview: ({ at, file }, context) => previewFile({ ...partsOf(at, context), file }),
    async 'undo-import'({ at, run }) {
      // Loaded only here, because it loads the makers of all samples.
      const { undoFileImport } = await import('../import-files.ts');
      return undoFileImport(dataDir, run, () => new Date(at));
    },
    async refresh({ at, dataset, settings, keys, allowShrink, allowJumps }, context) {
      const { onProgress, ...parts } = partsOf(at, context);
      expectWritable(join(dataDir, DATA_FILE));
      // Loaded only here: most threads only import a file, and the code for fetching takes memory.
      const { isRefreshable, refreshDataset } = await import('../fetch/index.ts');
      if (!isRefreshable(dataset))
        throw new Failure('publisher_unreachable', `No publisher is known for '${dataset}'.`);
      const results = refreshDataset(dataset, {
        ...parts,
        truth: await truthOf(),
        settings: { ...settings, allowShrink, allowJumps, keyFor: async (publisher) => keys[publisher] },
        onProgress: ({ source, phase, bytes, totalBytes = 0, rows }) =>
          onProgress({ file: source, phase: PHASES[phase], bytes, totalBytes, rows }),
      });
      const sources: RefreshedSource[] = [];
      for await (const source of results) sources.push(source);
      return sources;
    },
    inspect: async () => inspectFolder(dataDir),
    'back-up': async ({ at }) => backUp(dataDir, new Date(at), readFileSettings(dataDir).back_ups_kept),
    restore: ({ at, file: { path, name = basename(path) } }) => restore(dataDir, path, name, new Date(at)),
    async checkpoint() {
      checkpoint(dataDir);
      return null;
    },
    /** Progress counts rows instead of bytes. The result is noted with the file's incident. */
    async rescue({ at, file: { path, name = basename(path) } }, { signal, onProgress }) {
      const report = thinned(onProgress);
      const rescued = await rescue(dataDir, path, new Date(at), {
        signal,
        onProgress: ({ rows, allRows }) =>
          report({ file: name, phase: 'read', bytes: rows, totalBytes: allRows, rows }),
      });
      noteRescue(dataDir, rescued);
      return rescued;
    },
  };

  function partsOf(at: string, { signal, onProgress }: JobContext<IngestProgress>) {
    const start = performance.now();
    const now = () => new Date(Date.parse(at) + Math.round(performance.now() - start));
    return { dataDir, now, signal, onProgress: thinned(onProgress) };
  }
}

/** Passes on the first report of each phase of each file, and some of the others. */
function thinned(report: (progress: IngestProgress) => void): (progress: IngestProgress) => void {
  let last = { file: '', phase: '', atMs: Number.NEGATIVE_INFINITY };
  return (progress) => {
    const atMs = performance.now();
    const isNew = progress.file !== last.file || progress.phase !== last.phase;
    if (!isNew && atMs - last.atMs < PROGRESS_MS) return;
    last = { file: progress.file, phase: progress.phase, atMs };
    report(progress);
  };
}
