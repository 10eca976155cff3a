import { shownDayOf } from '../../service/calendar/dates.ts';
import type { OutgoingRequest, OutgoingRequests } from '../../service/contract/preferences.ts';
import { csvCell } from '../../service/series-math/spreadsheet-cells.ts';

const COLUMNS = [
  'at',
  'method',
  'url',
  'purpose',
  'dataset',
  'status',
  'problem',
  'sent_bytes',
  'received_bytes',
] as const;

/** @returns how many requests there were, and how many of them to whom else than publishers. */
export function ledgerWords({ total, elsewhere, since }: Omit<OutgoingRequests, 'requests'>): string {
  const to = `${elsewhere} ${elsewhere === 1 ? 'request' : 'requests'} to anyone but publishers`;
  if (since === null) return `${to}. Nothing has left this computer yet.`;
  return `${to}, ${total} in all since ${shownDayOf(since)}.`;
}

/** @returns the requests as CSV (RFC 4180) with all columns; the headers are JSON. */
export function ledgerCsv(requests: readonly OutgoingRequest[]): string {
  const lines = [[...COLUMNS, 'headers'], ...requests.map(cellsOf)];
  return lines.map((cells) => `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`).join('');
}

/** @returns the same for the clipboard, with tabs. */
export function ledgerTabs(requests: readonly OutgoingRequest[]): string {
  const lines = [[...COLUMNS, 'headers'], ...requests.map(cellsOf)];
  return lines.map((cells) => cells.map((cell) => cell.replaceAll(/[\t\r\n]/g, ' ')).join('\t')).join('\n');
}

function cellsOf(request: OutgoingRequest): string[] {
  return [...COLUMNS.map((name) => String(request[name] ?? '')), JSON.stringify(request.headers)];
}
