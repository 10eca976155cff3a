import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Failure } from '../../service/contract/failure.ts';
import type { HostJob, HostJobs, Upload, UploadRequest } from '../../service/contract/host.ts';
import type { FileToIngest } from '../../service/contract/ingest.ts';
import type { Restored, RestoreRequest } from '../../service/contract/storage.ts';
import {
  type BorrowedUpload,
  type JobResult,
  type Jobs,
  LARGEST_BYTES,
  type Uploads,
} from '../data-work/index.ts';
import type { Supervisor } from '../supervisor/index.ts';
import { notFound, refusal } from './answers.ts';
import type { HostHandlers } from './host-route.ts';

export type DataActionsOptions = {
  supervisor: Pick<Supervisor, 'call'>;
  jobs: Jobs;
  uploads: Uploads;
  /** Files that were chosen in a dialog of the system; absent in browser mode, which has no such dialog. */
  chosenFiles?: { redeem(grant: string): { path: string; name: string } | undefined } | undefined;
};

const MEBIBYTE = 1024 * 1024;

/** Actions on the data: refresh, import, restore, rescue. */
export function dataHandlers(options: DataActionsOptions) {
  const { jobs, uploads } = options;
  return {
    jobs: () => ({ jobs: jobs.list() }),
    refresh: ({ body: { datasets, ...allowed } }) =>
      started([...new Set(datasets)].map((dataset) => startRefresh(dataset, allowed, options))),
    upload: async ({ query: { name }, request }) => tookUpload(name, await uploads.take(name, request.body)),
    'take-file': ({ body }) => takeFile(body.grant, options),
    preview: ({ body }) => started([startPreview(body, options)]),
    import: ({ body }) => started([startImport(body, options)]),
    discard: async ({ body }) => {
      await uploads.discard(body.upload);
      return {};
    },
    cancel: ({ body }) => {
      jobs.cancel(body.job);
      return { jobs: jobs.list() };
    },
    restore: ({ body }) => restore(body, options),
    rescue: ({ body }) => started([startRescue(body.id, options)]),
  } satisfies Partial<HostHandlers>;
}

/** Checks of a file that a person has decided to skip. */
type Allowed = Pick<UploadRequest, 'allow_shrink' | 'allow_jumps'>;

function toCallInput({ allow_shrink: allowShrink = false, allow_jumps: allowJumps = false }: Allowed) {
  return { allowShrink, allowJumps };
}

/** What a person says of the lists of a file. */
function factsOf({ list_date: listDate, list_code: listCode }: Omit<UploadRequest, 'upload'>) {
  return { ...(listDate && { listDate }), ...(listCode && { listCode }) };
}

function startRefresh(dataset: string, allowed: Allowed, { supervisor, jobs }: DataActionsOptions): HostJob {
  return jobs.start('refresh', dataset, async (how) => {
    const input = { datasets: [dataset], ...toCallInput(allowed) };
    const { sources, failures } = await supervisor.call('refresh', input, how);
    const [failed] = failures;
    if (failed?.code === 'bug') throw new Error(failed.message);
    if (failed) throw new Failure(failed.code, failed.message);
    return {
      runs: sources.flatMap(({ runs }) => runs),
      notes: sources.flatMap(({ notes }) => notes),
      preview: null,
    };
  });
}

function startPreview(
  { upload, ...said }: UploadRequest,
  { supervisor, jobs, uploads }: DataActionsOptions,
): HostJob | undefined {
  const borrowed = uploads.borrow(upload);
  if (!borrowed) return undefined;
  return jobs.start('preview', borrowed.name, (how) =>
    withCopy(borrowed, async (file) => ({
      runs: [],
      notes: [],
      preview: await supervisor.call('preview', { file: { ...file, ...factsOf(said) } }, how),
    })),
  );
}

function startImport(
  { upload, ...said }: UploadRequest,
  { supervisor, jobs, uploads }: DataActionsOptions,
): HostJob | undefined {
  const borrowed = uploads.borrow(upload);
  if (!borrowed) return undefined;
  return jobs.start('import', borrowed.name, (how) =>
    withCopy(borrowed, async (file) => {
      const files = [{ ...file, ...factsOf(said) }];
      const imported = await supervisor.call('import', { files, ...toCallInput(said) }, how);
      await uploads.discard(upload);
      return {
        runs: imported.flatMap(({ runs }) => runs),
        notes: imported.flatMap(({ notes }) => notes),
        preview: null,
      };
    }),
  );
}

/** The service stores the result with the incident, where the page shows it. */
function startRescue(incident: string, { supervisor, jobs }: DataActionsOptions): HostJob {
  return jobs.start('rescue', incident, async (how) => {
    const { notes } = await supervisor.call('rescue', { incident }, how);
    return { runs: [], notes, preview: null };
  });
}

/** Works on a copy of an upload, and removes the copy afterwards. */
async function withCopy(
  { path, name, release }: BorrowedUpload,
  work: (file: FileToIngest) => Promise<JobResult>,
): Promise<JobResult> {
  try {
    return await work({ path, name });
  } finally {
    await release();
  }
}

/** Replaces the data by a back-up. An uploaded back-up is removed afterwards. */
async function restore(
  body: RestoreRequest,
  { supervisor, uploads }: DataActionsOptions,
): Promise<Restored | Response> {
  if ('back_up' in body) return supervisor.call('restore', { backUp: body.back_up });
  const borrowed = uploads.borrow(body.upload);
  if (!borrowed) return notFound();
  const { path, name } = borrowed;
  try {
    return await supervisor.call('restore', { file: { path, name } });
  } finally {
    await borrowed.release();
    await uploads.discard(body.upload);
  }
}

function started(jobs: readonly (HostJob | undefined)[]): HostJobs | Response {
  const found = jobs.filter((job) => job !== undefined);
  return found.length === jobs.length ? { jobs: found } : notFound();
}

/** Makes an upload of a file that was chosen in a dialog. The host reads it, so its bytes need not go through the page. */
async function takeFile(
  grant: string,
  { chosenFiles, uploads }: DataActionsOptions,
): Promise<Upload | Response> {
  const file = chosenFiles?.redeem(grant);
  if (file === undefined) return notFound();
  const body = Readable.toWeb(createReadStream(file.path)) as Request['body'];
  try {
    return tookUpload(file.name, await uploads.take(file.name, body));
  } catch (error) {
    return refusal(422, `${file.name} could not be read: ${error instanceof Error ? error.message : error}`);
  }
}

function tookUpload(name: string, taken: Upload | 'too-large'): Upload | Response {
  return taken === 'too-large'
    ? refusal(413, `${name} is larger than ${LARGEST_BYTES / MEBIBYTE} MB, more than any publisher's file.`)
    : taken;
}
