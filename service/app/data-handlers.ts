import { type EndpointHandlers, notFound, Refusal } from '../api/index.ts';
import type { Calls, WorkContext } from '../calls/index.ts';
import type { HostJob, HostJobs, Upload, UploadRequest } from '../contract/host.ts';
import type { FileToIngest } from '../contract/ingest.ts';
import type { Restored, RestoreRequest } from '../contract/storage.ts';
import type { JobResult, Jobs } from './jobs.ts';
import { type BorrowedUpload, LARGEST_BYTES, type Uploads } from './uploads.ts';

export type DataParts = { work: Calls['work']; jobs: Jobs; uploads: Uploads };

const MEBIBYTE = 1024 * 1024;

/** Actions on the data that take long: refresh, import, restore, rescue. */
export function dataHandlers(parts: DataParts) {
  const { jobs, uploads, work } = parts;
  return {
    jobs: async () => ({ jobs: jobs.list() }),
    refresh: async ({ datasets, ...allowed }) => ({
      jobs: [...new Set(datasets)].map((dataset) =>
        jobs.start('refresh', dataset, async (how) => {
          const sources = await work.refresh(dataset, { ...how, ...allowedOf(allowed) });
          return { ...storedBy(sources), preview: null };
        }),
      ),
    }),
    async upload({ name }, { bytes }): Promise<Upload> {
      const taken = await uploads.take(name, bytes);
      if (taken !== 'too-large') return taken;
      const detail = `${name} is larger than ${LARGEST_BYTES / MEBIBYTE} MB, more than any publisher's file.`;
      throw new Refusal(413, { detail });
    },
    preview: async (asked) =>
      startOnCopy('preview', asked, parts, async (file, how) => ({
        runs: [],
        notes: [],
        preview: await work.preview(file, how),
      })),
    import: async (asked) =>
      startOnCopy('import', asked, parts, async (file, how) => {
        const imported = await work.importFiles([file], { ...how, ...allowedOf(asked) });
        await uploads.discard(asked.upload);
        return { ...storedBy(imported), preview: null };
      }),
    async discard({ upload }) {
      await uploads.discard(upload);
      return {};
    },
    async cancel({ job }) {
      jobs.cancel(job);
      return { jobs: jobs.list() };
    },
    restore: (asked) => restore(asked, parts),
    // The result is stored with the incident, where the page shows it.
    rescue: async ({ id }) => ({
      jobs: [
        jobs.start('rescue', id, async (how) => {
          const { notes } = await work.rescue(id, how);
          return { runs: [], notes, preview: null };
        }),
      ],
    }),
  } satisfies Partial<EndpointHandlers>;
}

/** The checks of a file that a person has decided to skip. */
function allowedOf({ allow_shrink = false, allow_jumps = false }: Partial<UploadRequest>) {
  return { allowShrink: allow_shrink, allowJumps: allow_jumps };
}

function storedBy(stored: readonly Pick<JobResult, 'runs' | 'notes'>[]): Pick<JobResult, 'runs' | 'notes'> {
  return {
    runs: stored.flatMap(({ runs }) => runs),
    notes: stored.flatMap(({ notes }) => notes),
  };
}

/** Starts a job on a copy of an upload, which is removed afterwards. @throws Refusal 404 where there is no such upload. */
function startOnCopy(
  kind: 'preview' | 'import',
  { upload, list_date: listDate, list_code: listCode }: UploadRequest,
  { jobs, uploads }: DataParts,
  work: (file: FileToIngest, how: WorkContext) => Promise<JobResult>,
): HostJobs {
  const { path, name, release } = borrowed(uploads, upload);
  const file = { path, name, ...(listDate && { listDate }), ...(listCode && { listCode }) };
  const job: HostJob = jobs.start(kind, name, (how) => work(file, how).finally(release));
  return { jobs: [job] };
}

/** Replaces the data by a back-up. An uploaded back-up is removed afterwards. */
async function restore(body: RestoreRequest, { work, uploads }: DataParts): Promise<Restored> {
  if ('back_up' in body) return work.restore({ backUp: body.back_up });
  const { path, name, release } = borrowed(uploads, body.upload);
  try {
    return await work.restore({ file: { path, name } });
  } finally {
    await release();
    await uploads.discard(body.upload);
  }
}

function borrowed(uploads: Uploads, upload: string): BorrowedUpload {
  const found = uploads.borrow(upload);
  if (!found) throw notFound();
  return found;
}
