import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { contentType, secure } from '../../service/page/index.ts';
import { BrokenOff, type Exports, type ReadyFile } from '../data-work/index.ts';
import type { Supervisor } from '../supervisor/index.ts';
import { refusal } from './answers.ts';
import type { HostHandlers } from './host-route.ts';
import { routeOf } from './route.ts';
import type { Tickets } from './tickets.ts';

export type ExportActionOptions = {
  supervisor: Pick<Supervisor, 'call'>;
  exports: Exports;
  tickets: Tickets;
  /** Asks the service for a path of its data API. */
  ask: (target: string, signal: AbortSignal) => Promise<Response>;
};

/** Actions that write files for the person: what the page drew, or the answer of a path of the data API. */
export function exportHandlers({ supervisor, exports, tickets, ask }: ExportActionOptions) {
  return {
    download({ body }) {
      const target = dataTarget(body.path);
      return target === undefined ? notData() : { url: `/download/${tickets.issue(target)}` };
    },
    export: ({ query: { id }, body: asked, request }) =>
      exports.make(id, request.signal, (folder, { signal, onRows }) =>
        supervisor.call('export-view', { asked, folder }, { signal, onProgress: ({ rows }) => onRows(rows) }),
      ),
    async 'export-published'({ query: { id }, body, request }) {
      const target = dataTarget(body.path);
      if (target === undefined) return notData();
      try {
        return await exports.receive(id, request.signal, (signal) => ask(target, signal));
      } catch (error) {
        if (error instanceof BrokenOff) return refusal(502, error.message);
        throw error;
      }
    },
    // The page may ask a little before or after the export runs.
    'export-progress': ({ query: { id } }) => exports.progress(id) ?? { rows: 0, total: null },
    'cancel-export'({ body: { id } }) {
      exports.cancel(id);
      return {};
    },
  } satisfies Partial<HostHandlers>;
}

/** Sends a finished file with its length, and removes it afterwards. */
export function answerFile(file: ReadyFile): Response {
  const stream = createReadStream(file.path);
  // Also when the client goes away: that closes the stream.
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

/** @returns path and query where the text is a path of the data API; otherwise undefined. */
function dataTarget(text: string): string | undefined {
  const target = URL.parse(text, 'http://service');
  const isData = text.startsWith('/') && target?.host === 'service' && routeOf(target.pathname) === 'data';
  return isData ? target.pathname + target.search : undefined;
}

const notData = (): Response =>
  refusal(422, 'path must be one of the data API, such as /api/v1/economic-data/us_debt?…');
