import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '../ingest/fetch/publisher-server.ts';

/** @returns a small BEA flat file: six months of personal income between two other series. */
export function bea(june: string, lines = 4): Buffer {
  const other = (code: string) =>
    Array.from({ length: lines }, (_, at) => `${code},2026M0${(at % 6) + 1},"${1000 + at}"`).join('\n');
  const income = ['26,600,001', '26,700,002', '26,800,003', '26,900,004', '26,950,005', june]
    .map((value, at) => `A065RC,2026M0${at + 1},"${value}"`)
    .join('\n');
  return Buffer.from(`%SeriesCode,Period,Value\n${other('A001RC')}\n${income}\n${other('Y001RC')}\n`);
}

export const GOOD = bea('26,999,687');
/** A body that is long enough to be cut. */
export const LONG = bea('27,114,792', 3000);
const half = (body: Buffer): Buffer => body.subarray(0, body.length >> 1);

export const send =
  (body: Buffer | string, fields: Record<string, string> = {}, status = 200): Handler =>
  (_, response) =>
    void response.writeHead(status, fields).end(body);

/** Sends half of a body whose headers announce the whole, then breaks off. */
export const cut =
  (body: Buffer): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-length': String(body.length) });
    response.write(half(body));
    void clientsTurns().then(() => response.socket?.destroySoon());
  };

/** Lets the client, in this process, read its bytes. On a busy machine one timer may end before its turn. */
async function clientsTurns(): Promise<void> {
  for (let turn = 0; turn < 15; turn++) await sleep(10);
}

/** Sends half of a body and then nothing. */
export const stall =
  (body: Buffer): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-length': String(body.length) });
    response.write(half(body));
  };

/** Gives one answer first, and the other from then on. */
export const first =
  (one: Handler, later: Handler): Handler =>
  (asked, response, nth) =>
    (nth === 1 ? one : later)(asked, response, nth);
