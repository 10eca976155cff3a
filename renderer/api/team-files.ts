import { TOTAL_COUNT_HEADER } from '../../service/contract/names.ts';
import type { ExportAnswer, WaitingFile } from '../../service/contract/table-export.ts';
import { CSV_FORMAT } from '../../service/contract/table-formats.ts';
import { ApiError, send, throwIfUnanswered } from './request.ts';

/** Files from a node of a team. They come in the answer itself, since the next request may reach another node, and wait in this page. */

/** @returns the file at an address that this page can save. A node sends its bytes, as Base64, in its address. */
export function savable(file: WaitingFile): WaitingFile {
  const { name, url } = file;
  if (!url.startsWith('data:')) return file;
  const text = atob(url.slice(url.indexOf(',') + 1));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return { name, url: URL.createObjectURL(new Blob([bytes])) };
}

/**
 * Takes the CSV of an API path as a file, and counts what is in it: its first columns are date and series.
 * @throws ApiError where it is not whole; SignInNeeded, or the abort's reason.
 */
export async function publishedFile(path: string, signal: AbortSignal): Promise<ExportAnswer> {
  const answer = await send(path, { cache: 'no-cache', signal });
  const { headers } = answer;
  const bytes = await throwIfUnanswered(() => answer.arrayBuffer());
  const lines = new TextDecoder().decode(bytes).split('\n');
  const rows = lines.slice(1, -1);
  const total = headers.get(TOTAL_COUNT_HEADER);
  if (lines.at(-1) !== '' || (total !== null && rows.length !== Number(total)))
    throw new ApiError(502, 'The answer broke off in the middle, so nothing was saved. Try again.');
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
