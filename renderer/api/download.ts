import type { DownloadTicket } from '../../service/contract/host.ts';
import type { ExportAnswer, TableExport } from '../../service/contract/table-export.ts';
import { economicPath, yieldsPath } from './pages.ts';
import { postJson } from './request.ts';
import type { DateRange, SeriesChoice } from './types.ts';

/** @returns the API path whose answer is the CSV of these series of one dataset, streamed and unpaged. */
export function csvPath(choices: readonly SeriesChoice[], range: DateRange): string {
  return choices[0]?.dataset === 'yields'
    ? `${yieldsPath(choices)}?format=csv`
    : `${economicPath(choices, range)}&format=csv`;
}

/**
 * Lets the browser save what an API path answers, straight to disk: a one-use address stands in for the credential, which
 * a link cannot send.
 * @throws ApiError, SignInNeeded.
 */
export async function startDownload(apiPath: string): Promise<void> {
  saveFrom((await postJson<DownloadTicket>('/host/download', { path: apiPath })).url);
}

/**
 * Has the host write what is drawn to a file that waits to be saved by `saveFrom`. An abort stops the writing too.
 * @throws ApiError, SignInNeeded, or the abort's reason.
 */
export async function makeExport(asked: TableExport, signal: AbortSignal): Promise<ExportAnswer> {
  const id = crypto.randomUUID();
  // A host that is not told of a page that went away is told by name.
  const stop = () => void postJson('/host/cancel-export', { id }).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await postJson<ExportAnswer>(`/host/export?id=${id}`, asked, signal);
  } finally {
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
