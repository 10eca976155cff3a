import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { BrokenOff, type Exports, type ReadyFile } from '../data-work/index.ts';
import type { Supervisor } from '../supervisor/index.ts';
import { refusal } from './answers.ts';
import { contentType } from './content-type.ts';
import { dataTarget, notData } from './data-target.ts';
import type { HostHandlers } from './host-route.ts';
import { secure } from './security-headers.ts';
import type { Tickets } from './tickets.ts';

export type ExportActionOptions = {
  supervisor: Pick<Supervisor, 'call'>;
  exports: Exports;
  tickets: Tickets;
  /** Asks the service's data API, as the page may. */
  ask: (target: string, signal: AbortSignal) => Promise<Response>;
};

/** Files that are written for the person: what the page drew, or what a path of the data API answers. */
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
    // Nothing yet of one that is not under way, which a page asks about that is a little early or late.
    'export-progress': ({ query: { id } }) => exports.progress(id) ?? { rows: 0, total: null },
    'cancel-export'({ body: { id } }) {
      exports.cancel(id);
      return {};
    },
  } satisfies Partial<HostHandlers>;
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
