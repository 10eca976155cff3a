import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import Value from 'typebox/value';
import { Failure } from '../../service/contract/failure.ts';
import { CancelExportRequest, LARGEST_EXPORT_BYTES } from '../../service/contract/table-export.ts';
import type { Exports, ReadyFile } from '../data-work/index.ts';
import type { Supervisor } from '../supervisor/index.ts';
import { asked } from './answer-body.ts';
import { refusal, serviceUnavailable } from './answers.ts';
import { contentType } from './content-type.ts';
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
  const id = new URL(request.url).searchParams.get('id');
  if (!Value.Check(CancelExportRequest, { id })) return refusal(422, 'id must be 8 to 64 letters or digits');
  if (!(await isListening(supervisor, waitMs, request.signal))) return serviceUnavailable();
  return asked(async () => {
    const made = await exports.make(id ?? '', request.body, request.signal, (job, signal) =>
      supervisor.call('export-table', job, { signal }),
    );
    if (made !== 'too-large') return made;
    throw new Failure(
      'invalid_parameter',
      `This is more than ${LARGEST_EXPORT_BYTES / MEBIBYTE} MB: narrow it by series or dates, or export it as published.`,
    );
  });
}

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
