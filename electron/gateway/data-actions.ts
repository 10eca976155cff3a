import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { TakeFileRequest } from '../../service/contract/desktop.ts';
import type { AskedSeries } from '../../service/contract/explanation.ts';
import { assertNever, Failure } from '../../service/contract/failure.ts';
import {
  AutoRefreshRequest,
  CancelRequest,
  type DataAction,
  type HostJob,
  type HostJobs,
  RefreshRequest,
  RefreshSettingsRequest,
  type RunLog,
  type Upload,
  UploadRequest,
} from '../../service/contract/host.ts';
import { IncidentRequest } from '../../service/contract/incidents.ts';
import type { FileToIngest } from '../../service/contract/ingest.ts';
import { RestoreRequest } from '../../service/contract/storage.ts';
import {
  type BorrowedUpload,
  type JobResult,
  type Jobs,
  LARGEST_BYTES,
  type Uploads,
} from '../data-work/index.ts';
import type { Supervisor } from '../supervisor/index.ts';
import { asked, given } from './answer-body.ts';
import { json, methodNotAllowed, notFound, refusal, serviceUnavailable } from './answers.ts';
import { isListening } from './is-listening.ts';

export type DataActionsOptions = {
  supervisor: Pick<Supervisor, 'status' | 'settle' | 'call'>;
  jobs: Jobs;
  uploads: Uploads;
  /** Files that were chosen in a dialog of the system; absent where there is none. */
  chosenFiles?: { redeem(grant: string): { path: string; name: string } | undefined } | undefined;
  /** How long a request waits for a service that is starting. */
  waitMs: number;
};

const READS: ReadonlySet<DataAction> = new Set([
  'data-state',
  'runs',
  'jobs',
  'explain',
  'revisions',
  'storage',
]);
const RUNS_SHOWN = 100;
const REVISIONS_SHOWN = 10;
const MEBIBYTE = 1024 * 1024;

/** Answers the `DATA_ACTIONS` of `service/contract/host.ts`: what is done with the data, and what is to be known of it. */
export async function answerDataAction(
  action: DataAction,
  request: Request,
  options: DataActionsOptions,
): Promise<Response> {
  const { supervisor, jobs, uploads } = options;
  const method = READS.has(action) ? 'GET' : 'POST';
  if (request.method !== method) return methodNotAllowed(method);
  if (action === 'jobs') return json(200, { jobs: jobs.list() } satisfies HostJobs);
  if (!(await isListening(supervisor, options.waitMs, request.signal))) return serviceUnavailable();
  switch (action) {
    case 'data-state':
      return asked(() => supervisor.call('data-state', {}));
    case 'runs':
      return asked(async () => {
        const runs = await supervisor.call('runs', { limit: RUNS_SHOWN });
        const failed = await supervisor.call('failed-runs', {});
        return { runs, failed } satisfies RunLog;
      });
    case 'explain':
      return asked(() =>
        supervisor.call('explain', { ...askedSeries(request), date: wordOf(request, 'date') }),
      );
    case 'revisions':
      return asked(() => supervisor.call('revisions', { ...askedSeries(request), limit: REVISIONS_SHOWN }));
    case 'auto-refresh':
      return given(request, AutoRefreshRequest, ({ is_on }) =>
        asked(() => supervisor.call('set-auto-refresh', { isOn: is_on })),
      );
    case 'refresh-settings':
      return given(request, RefreshSettingsRequest, ({ allow_fred, contact }) =>
        asked(() => supervisor.call('set-refresh-settings', { allowFred: allow_fred, contact })),
      );
    case 'refresh':
      return given(request, RefreshRequest, ({ datasets, ...allowed }) =>
        started([...new Set(datasets)].map((dataset) => startRefresh(dataset, allowed, options))),
      );
    case 'upload':
      return upload(request, uploads);
    case 'take-file':
      return given(request, TakeFileRequest, (body) => takeFile(body.grant, options));
    case 'preview':
      return given(request, UploadRequest, (body) => started([startPreview(body.upload, options)]));
    case 'import':
      return given(request, UploadRequest, (body) => started([startImport(body.upload, body, options)]));
    case 'discard':
      return given(request, UploadRequest, async (body) => {
        await uploads.discard(body.upload);
        return json(200, {});
      });
    case 'cancel':
      return given(request, CancelRequest, ({ job }) => {
        jobs.cancel(job);
        return json(200, { jobs: jobs.list() } satisfies HostJobs);
      });
    case 'make-sample':
      return asked(() => supervisor.call('make-sample', {}));
    case 'storage':
      return asked(() => supervisor.call('storage', {}));
    case 'back-up':
      return asked(() => supervisor.call('back-up', {}));
    case 'restore':
      return given(request, RestoreRequest, (body) => restore(body, options));
    case 'rescue':
      return given(request, IncidentRequest, ({ id }) => started([startRescue(id, options)]));
    default:
      return assertNever(action);
  }
}

/** The service says what is wrong with it. */
function askedSeries(request: Request): AskedSeries {
  return {
    dataset: wordOf(request, 'dataset'),
    series: wordOf(request, 'series'),
    area: wordOf(request, 'area'),
  };
}

function wordOf(request: Request, name: string): string {
  return new URL(request.url).searchParams.get(name) ?? '';
}

/** What a person allows of files that would be refused. */
type Allowed = Pick<UploadRequest, 'allow_shrink' | 'allow_jumps'>;

function inControlWords({ allow_shrink: allowShrink = false, allow_jumps: allowJumps = false }: Allowed) {
  return { allowShrink, allowJumps };
}

function startRefresh(dataset: string, allowed: Allowed, { supervisor, jobs }: DataActionsOptions): HostJob {
  return jobs.start('refresh', dataset, async (how) => {
    const input = { datasets: [dataset], ...inControlWords(allowed) };
    const { sources, failures } = await supervisor.call('refresh', input, how);
    const [failed] = failures;
    if (failed?.code === 'bug') throw new Error(failed.message);
    if (failed) throw new Failure(failed.code, failed.message, failed.at);
    return {
      runs: sources.flatMap(({ runs }) => runs),
      notes: sources.flatMap(({ notes }) => notes),
      preview: null,
    };
  });
}

function startPreview(
  upload: string,
  { supervisor, jobs, uploads }: DataActionsOptions,
): HostJob | undefined {
  const borrowed = uploads.borrow(upload);
  if (!borrowed) return undefined;
  return jobs.start('preview', borrowed.name, (how) =>
    lent(borrowed, async (file) => ({
      runs: [],
      notes: [],
      preview: await supervisor.call('preview', { file }, how),
    })),
  );
}

function startImport(
  upload: string,
  allowed: Allowed,
  { supervisor, jobs, uploads }: DataActionsOptions,
): HostJob | undefined {
  const borrowed = uploads.borrow(upload);
  if (!borrowed) return undefined;
  return jobs.start('import', borrowed.name, (how) =>
    lent(borrowed, async (file) => {
      const imported = await supervisor.call('import', { files: [file], ...inControlWords(allowed) }, how);
      await uploads.discard(upload);
      return {
        runs: imported.flatMap(({ runs }) => runs),
        notes: imported.flatMap(({ notes }) => notes),
        preview: null,
      };
    }),
  );
}

/** What it brought is kept with the incident, and told there. */
function startRescue(incident: string, { supervisor, jobs }: DataActionsOptions): HostJob {
  return jobs.start('rescue', incident, async (how) => {
    const { notes } = await supervisor.call('rescue', { incident }, how);
    return { runs: [], notes, preview: null };
  });
}

/** Works with a copy, which stays as long as the work needs it. */
async function lent(
  { path, name, release }: BorrowedUpload,
  work: (file: FileToIngest) => Promise<JobResult>,
): Promise<JobResult> {
  try {
    return await work({ path, name });
  } finally {
    await release();
  }
}

/** Puts a back-up in the place of the data; a file that was sent for that is not needed afterwards. */
async function restore(body: RestoreRequest, { supervisor, uploads }: DataActionsOptions): Promise<Response> {
  if ('back_up' in body) return asked(() => supervisor.call('restore', { backUp: body.back_up }));
  const borrowed = uploads.borrow(body.upload);
  if (!borrowed) return notFound();
  const { path, name } = borrowed;
  try {
    return await asked(() => supervisor.call('restore', { file: { path, name } }));
  } finally {
    await borrowed.release();
    await uploads.discard(body.upload);
  }
}

function started(jobs: readonly (HostJob | undefined)[]): Response {
  const found = jobs.filter((job) => job !== undefined);
  return found.length === jobs.length ? json(202, { jobs: found } satisfies HostJobs) : notFound();
}

/** A chosen file goes the way of a dropped one from here on; the host reads it, so it need not go through the page. */
async function takeFile(grant: string, { chosenFiles, uploads }: DataActionsOptions): Promise<Response> {
  const file = chosenFiles?.redeem(grant);
  if (file === undefined) return notFound();
  const body = Readable.toWeb(createReadStream(file.path)) as Request['body'];
  try {
    return tookUpload(file.name, await uploads.take(file.name, body));
  } catch (error) {
    return refusal(422, `${file.name} could not be read: ${error instanceof Error ? error.message : error}`);
  }
}

async function upload(request: Request, uploads: Uploads): Promise<Response> {
  const name = new URL(request.url).searchParams.get('name') ?? 'file';
  return tookUpload(name, await uploads.take(name, request.body));
}

function tookUpload(name: string, taken: Upload | 'too-large'): Response {
  return taken === 'too-large'
    ? refusal(413, `${name} is larger than ${LARGEST_BYTES / MEBIBYTE} MB, more than any publisher's file.`)
    : json(200, taken);
}
