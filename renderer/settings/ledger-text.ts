import { shownDayOf } from '../../service/calendar/dates.ts';
import type { OutgoingRequest, OutgoingRequests } from '../../service/contract/preferences.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { csvCell, guardFormula } from '../../service/series-math/spreadsheet-cells.ts';

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
export function ledgerWords({
  total,
  elsewhere,
  since,
}: Pick<OutgoingRequests, 'total' | 'elsewhere' | 'since'>): string {
  const to = `${count(elsewhere)} ${elsewhere === 1 ? 'request' : 'requests'} to anyone but publishers`;
  if (since === null) return `${to}. Nothing has left this computer yet.`;
  return `${to}, ${count(total)} in all since ${shownDayOf(since)}.`;
}

const count = (number: number): string => groupDigits(String(number));

/** @returns which of all requests a page has: '251 to 500 of 7,123'. */
export function pageWords({ requests, newer, total }: OutgoingRequests): string {
  return `${count(newer + 1)} to ${count(newer + requests.length)} of ${count(total)}`;
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
  // A publisher's words may stand in `problem`.
  return [
    ...COLUMNS.map((name) => guardFormula(String(request[name] ?? ''))),
    JSON.stringify(request.headers),
  ];
}
