import type { ExportAnswer, ExportProgress, ViewExport } from '../../service/contract/table-export.ts';
import { isMarketData } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { DateRange } from '../../service/view/types.ts';
import { economicPath, yieldsPath } from './pages.ts';
import { askHost } from './request.ts';

/** @returns the API path whose answer is the CSV of these series of one dataset, streamed and unpaged. */
export function csvPath(choices: readonly SeriesChoice[], range: DateRange): string {
  return choices[0] && isMarketData(choices[0].dataset)
    ? `${yieldsPath(choices)}?format=csv`
    : `${economicPath(choices, range)}&format=csv`;
}

export type ExportWay = { signal: AbortSignal; onProgress: (progress: ExportProgress) => void };

/**
 * Has the host write what is drawn to a file that waits to be saved by `saveFrom`. An abort stops the writing too.
 * @throws ApiError, SignInNeeded, or the abort's reason.
 */
export function makeExport(asked: ViewExport, way: ExportWay): Promise<ExportAnswer> {
  return written((id, signal) => askHost('export', { query: { id }, body: asked, signal }), way);
}

/**
 * Has the host write what an API path answers, streamed and unpaged, to a file that waits to be saved by `saveFrom`.
 * @throws ApiError, SignInNeeded, or the abort's reason.
 */
export function makePublished(path: string, way: ExportWay): Promise<ExportAnswer> {
  return written((id, signal) => askHost('export-published', { query: { id }, body: { path }, signal }), way);
}

const PROGRESS_MS = 250;

async function written(
  ask: (id: string, signal: AbortSignal) => Promise<ExportAnswer>,
  { signal, onProgress }: ExportWay,
): Promise<ExportAnswer> {
  const id = crypto.randomUUID();
  // A host that is not told of a page that went away is told by name.
  const stop = () => void askHost('cancel-export', { body: { id } }).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  const timer = setInterval(() => {
    // Not under way yet, or no more: then there is nothing to tell.
    askHost('export-progress', { query: { id }, signal }).then(onProgress, () => undefined);
  }, PROGRESS_MS);
  try {
    return await ask(id, signal);
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Lets the browser save what a one-use address answers. */
export function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}
