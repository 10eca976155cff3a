import type { Calls } from '../calls/index.ts';
import { Refusal } from '../http/index.ts';
import { targetOf } from '../page/index.ts';
import type { EndpointHandlers } from '../process/endpoint-input.ts';
import type { Exports } from './exports.ts';
import { BrokenOff, receiveCsv } from './receive-csv.ts';

export type ExportParts = {
  work: Pick<Calls['work'], 'exportView'>;
  exports: Exports;
  /** Asks the page's own port for a path of the API, as a page may. */
  ask: (target: string, signal: AbortSignal) => Promise<Response>;
};

/** Actions that write files for the person: what the page drew, or the answer of a path of the API. */
export function exportHandlers({ work, exports, ask }: ExportParts) {
  return {
    download: async ({ path }) => ({ url: exports.offerTarget(dataTarget(path)) }),
    export: (asked, { query: { id = '' }, signal }) =>
      exports.make(id, signal, (folder, way) => work.exportView(asked, folder, way.signal, way.onRows)),
    async 'export-published'({ path }, { query: { id = '' }, signal }) {
      const target = dataTarget(path);
      try {
        return await exports.make(id, signal, async (folder, way) => {
          const answer = await ask(target, way.signal);
          if (!answer.ok) throw new Refusal(answer.status, await answer.json());
          return receiveCsv(answer, folder, way);
        });
      } catch (error) {
        if (error instanceof BrokenOff) throw new Refusal(502, { detail: error.message });
        throw error;
      }
    },
    // The page may ask a little before or after the export runs.
    'export-progress': async ({ id }) => exports.progress(id) ?? { rows: 0, total: null },
    async 'cancel-export'({ id }) {
      exports.cancel(id);
      return {};
    },
    sidecar: async ({ ticket }) => (await exports.takeSidecar(ticket)) ?? '',
  } satisfies Partial<EndpointHandlers>;
}

/** @returns path and query where the text is a path of the data API. @throws Refusal 422. */
function dataTarget(text: string): string {
  const target = targetOf(text, ['data']);
  if (target !== undefined) return target;
  throw new Refusal(422, {
    detail: 'path must be one of the data API, such as /api/v1/economic-data/us_debt?…',
  });
}
