import type { QueryClient } from '@tanstack/react-query';
import { TOTAL_COUNT_HEADER } from '../../service/contract/names.ts';
import type {
  ExportAnswer,
  ExportProgress,
  ExportRequest,
  WaitingFile,
} from '../../service/contract/table-export.ts';
import { CSV_FORMAT } from '../../service/contract/table-formats.ts';
import { isMarketData } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { DateRange } from '../../service/view/types.ts';
import { canNow } from './app-state.ts';
import { economicPath, yieldsPath } from './pages.ts';
import { ApiError, askApp, send, throwIfUnanswered } from './request.ts';

/** @returns the API path for these series of one dataset as CSV, streamed without pages. */
export function csvPath(choices: readonly SeriesChoice[], range: DateRange): string {
  return choices[0] && isMarketData(choices[0].dataset)
    ? `${yieldsPath(choices)}?format=csv`
    : `${economicPath(choices, range)}&format=csv`;
}

type DownloadOptions = { signal: AbortSignal; onProgress: (progress: ExportProgress) => void };

/** Makes the service write lines or a list to a file for `saveFrom`. Aborting also stops the service. */
export async function makeExport(
  client: QueryClient,
  asked: ExportRequest,
  way: DownloadOptions,
): Promise<ExportAnswer> {
  const ask = (id: string, signal: AbortSignal) => askApp('export', { query: { id }, body: asked, signal });
  // Only the service on this computer reports progress.
  const answer = await (canNow(client, 'computer')
    ? written(ask, way)
    : ask(crypto.randomUUID(), way.signal));
  return { ...answer, file: savable(answer.file), sidecar: answer.sidecar && savable(answer.sidecar) };
}

/**
 * Makes the service on this computer write an API answer to a file, streamed without pages; on a team's page
 * the page fetches it. @throws ApiError, SignInNeeded, or the abort's reason
 */
export function makePublished(
  client: QueryClient,
  path: string,
  way: DownloadOptions,
): Promise<ExportAnswer> {
  if (!canNow(client, 'computer')) return publishedFile(path, way.signal);
  return written((id, signal) => askApp('export-published', { query: { id }, body: { path }, signal }), way);
}

const PROGRESS_MS = 250;

async function written(
  ask: (id: string, signal: AbortSignal) => Promise<ExportAnswer>,
  { signal, onProgress }: DownloadOptions,
): Promise<ExportAnswer> {
  const id = crypto.randomUUID();
  // Aborting the request does not stop the export by itself.
  const stop = () => void askApp('cancel-export', { body: { id } }).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  const timer = setInterval(() => {
    // Fails before the export begins and after it ends, when there is no progress to show.
    askApp('export-progress', { query: { id }, signal }).then(onProgress, () => undefined);
  }, PROGRESS_MS);
  try {
    return await ask(id, signal);
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Makes the browser save the answer of a one-time address. @param name '': the answer names the file */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Makes the browser save a file that is complete in memory. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveFrom(url, name);
  // The browser reads the file some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * @returns the file at an address that the page can save. A team's node sends a data URL with Base64 bytes,
 * because the next request may reach another node.
 */
function savable(file: WaitingFile): WaitingFile {
  const { name, url } = file;
  if (!url.startsWith('data:')) return file;
  const text = atob(url.slice(url.indexOf(',') + 1));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return { name, url: URL.createObjectURL(new Blob([bytes])) };
}

/**
 * Fetches an API path's CSV, and counts its rows and series (columns 1 and 2 are date and series). @throws
 * ApiError if the answer is incomplete; SignInNeeded, or the abort's reason
 */
async function publishedFile(path: string, signal: AbortSignal): Promise<ExportAnswer> {
  const answer = await send(path, { cache: 'no-cache', signal });
  const { headers } = answer;
  const bytes = await throwIfUnanswered(() => answer.arrayBuffer());
  const lines = new TextDecoder().decode(bytes).split('\n');
  const rows = lines.slice(1, -1);
  const total = headers.get(TOTAL_COUNT_HEADER);
  if (lines.at(-1) !== '' || (total !== null && rows.length !== Number(total)))
    throw new ApiError(502, 'The download was cut off, so nothing was saved. Try again.');
  const dates = rows.map((row) => row.slice(0, 10)).sort();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const name =
    /filename="([\w.-]{1,180})"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'almanac.csv';
  return {
    receipt: {
      ...{ name, format: CSV_FORMAT, rows: rows.length, observations: rows.length, complete: true },
      series: new Set(rows.map((row) => row.slice(11, row.lastIndexOf(',')))).size,
      ...{ first: dates[0] ?? null, last: dates.at(-1) ?? null, bytes: bytes.byteLength },
      sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    },
    file: { name, url: URL.createObjectURL(new Blob([bytes])) },
    sidecar: null,
  };
}
