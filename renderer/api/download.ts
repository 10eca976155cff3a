import type { QueryClient } from '@tanstack/react-query';
import type { ExportAnswer, ExportProgress, ExportRequest } from '../../service/contract/table-export.ts';
import { isMarketData } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { DateRange } from '../../service/view/types.ts';
import { canNow } from './capabilities.ts';
import { economicPath, yieldsPath } from './data-paths.ts';
import { askHost } from './request.ts';
import { publishedFile, savable } from './team-files.ts';

/** @returns the API path that answers these series of one dataset as CSV, streamed and without pages. */
export function csvPath(choices: readonly SeriesChoice[], range: DateRange): string {
  return choices[0] && isMarketData(choices[0].dataset)
    ? `${yieldsPath(choices)}?format=csv`
    : `${economicPath(choices, range)}&format=csv`;
}

export type DownloadOptions = { signal: AbortSignal; onProgress: (progress: ExportProgress) => void };

/**
 * Lets the service write the drawn lines, or a list, to a file, which `saveFrom` then saves. Aborting stops the service too.
 * @throws ApiError, SignInNeeded, or the abort's reason.
 */
export async function makeExport(
  client: QueryClient,
  asked: ExportRequest,
  way: DownloadOptions,
): Promise<ExportAnswer> {
  const ask = (id: string, signal: AbortSignal) => askHost('export', { query: { id }, body: asked, signal });
  // Progress is that of a file on this computer.
  const answer = await (canNow(client, 'computer')
    ? written(ask, way)
    : ask(crypto.randomUUID(), way.signal));
  return { ...answer, file: savable(answer.file), sidecar: answer.sidecar && savable(answer.sidecar) };
}

/**
 * Lets the service write the answer of an API path to a file of this computer, streamed and without pages; where there is none, the page
 * takes the answer itself. `saveFrom` then saves the file.
 * @throws ApiError, SignInNeeded, or the abort's reason.
 */
export function makePublished(
  client: QueryClient,
  path: string,
  way: DownloadOptions,
): Promise<ExportAnswer> {
  if (!canNow(client, 'computer')) return publishedFile(path, way.signal);
  return written((id, signal) => askHost('export-published', { query: { id }, body: { path }, signal }), way);
}

const PROGRESS_MS = 250;

async function written(
  ask: (id: string, signal: AbortSignal) => Promise<ExportAnswer>,
  { signal, onProgress }: DownloadOptions,
): Promise<ExportAnswer> {
  const id = crypto.randomUUID();
  // Aborting the request alone does not stop the export.
  const stop = () => void askHost('cancel-export', { body: { id } }).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  const timer = setInterval(() => {
    // It fails before the export begins and after it ends, when there is no progress to show.
    askHost('export-progress', { query: { id }, signal }).then(onProgress, () => undefined);
  }, PROGRESS_MS);
  try {
    return await ask(id, signal);
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Lets the browser save the answer of an address that works once. @param name of the file; '': the answer names it */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Lets the browser save a file that is complete in memory. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveFrom(url, name);
  // The browser reads the file some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
