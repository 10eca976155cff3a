import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import Value from 'typebox/value';
import { Failure } from '../../service/contract/failure.ts';
import {
  CancelExportRequest,
  type ExportProgress,
  LARGEST_EXPORT_BYTES,
  PublishedExport,
} from '../../service/contract/table-export.ts';
import { BrokenOff, type Exports, type ReadyFile } from '../data-work/index.ts';
import type { Supervisor } from '../supervisor/index.ts';
import { asked, given } from './answer-body.ts';
import { json, refusal, serviceUnavailable } from './answers.ts';
import { contentType } from './content-type.ts';
import { dataTarget, notData } from './data-target.ts';
import { isListening } from './is-listening.ts';
import { isJson } from './read-json.ts';
import { secure } from './security-headers.ts';

export type ExportActionOptions = {
  supervisor: Pick<Supervisor, 'status' | 'settle' | 'call'>;
  exports: Exports;
  /** How long a request waits for a service that is starting. */
  waitMs: number;
};

const MEBIBYTE = 1024 * 1024;

/** Has the service write what the page drew; answers an `ExportAnswer` when the files are whole. */
export async function answerExport(
  request: Request,
  { supervisor, exports, waitMs }: ExportActionOptions,
): Promise<Response> {
  if (!isJson(request)) return refusal(415, 'Content-Type must be application/json');
  const id = idOf(request);
  if (id === undefined) return wrongId();
  if (!(await isListening(supervisor, waitMs, request.signal))) return serviceUnavailable();
  return asked(async () => {
    const made = await exports.make(id, request.body, request.signal, (job, { signal, onRows }) =>
      supervisor.call('export-table', job, { signal, onProgress: ({ rows }) => onRows(rows) }),
    );
    if (made !== 'too-large') return made;
    throw new Failure(
      'invalid_parameter',
      `This is more than ${LARGEST_EXPORT_BYTES / MEBIBYTE} MB: narrow it by series or dates, or export it as published.`,
    );
  });
}

/**
 * Writes the CSV of a path of the data API to a file; answers an `ExportAnswer` when it is whole, and what the API says where it
 * refuses.
 * @param ask the API, as the page may.
 */
export async function answerPublished(
  request: Request,
  exports: Exports,
  ask: (target: string, signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const id = idOf(request);
  if (id === undefined) return wrongId();
  return given(request, PublishedExport, async ({ path }) => {
    const target = dataTarget(path);
    if (target === undefined) return notData();
    return asked(async () => {
      try {
        return await exports.receive(id, request.signal, (signal) => ask(target, signal));
      } catch (error) {
        if (error instanceof BrokenOff) return refusal(502, error.message);
        throw error;
      }
    });
  });
}

/** Answers an `ExportProgress`: nothing yet of one that is not under way, which a page asks about that is a little early or late. */
export function answerProgress(request: Request, exports: Exports): Response {
  const id = idOf(request);
  if (id === undefined) return wrongId();
  return json(200, exports.progress(id) ?? ({ rows: 0, total: null } satisfies ExportProgress));
}

function idOf(request: Request): string | undefined {
  const id = new URL(request.url).searchParams.get('id');
  return id !== null && Value.Check(CancelExportRequest, { id }) ? id : undefined;
}

const wrongId = (): Response => refusal(422, 'id must be 8 to 64 letters or digits');

/** Sends a file that is whole, and says how long it is; it is removed when it has gone. */
export function answerFile(file: ReadyFile): Response {
  const stream = createReadStream(file.path);
  // A client that goes away closes the stream as well.
  stream.once('close', () => void file.remove().catch(() => undefined));
  const headers = secure(
    new Headers({
      'Content-Type': contentType(file.name),
      'Content-Length': String(file.bytes),
      'Content-Disposition': `attachment; filename="${file.name}"`,
      'Cache-Control': 'no-store',
    }),
  );
  return new Response(Readable.toWeb(stream) as ReadableStream, { headers });
}
