import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Plays the publishers for an app with `ALMANAC_MIRROR` set to its address. Values are made up. */
export type Replay = {
  address: string;
  /** The requests so far, as `host/path?query`. */
  asked: string[];
  /** Makes answers for this host wait until `release`. */
  hold(host: string): void;
  release(): void;
  stop(): Promise<void>;
};

/** Answers Debt to the Penny for the last business days and the S&P list; other addresses with 404. */
export async function replayPublishers(): Promise<Replay> {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let held: string | undefined;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url?.slice(1) ?? '');
    asked.push(path);
    const answer = (): void => {
      const body = answerTo(path);
      response.writeHead(body === undefined ? 404 : 200).end(body);
    };
    if (held !== undefined && path.startsWith(held)) waiting.push(answer);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    hold: (host) => {
      held = host;
    },
    release() {
      held = undefined;
      for (const answer of waiting.splice(0)) answer();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerTo(path: string): string | undefined {
  if (path.includes('debt_to_penny')) return debt();
  if (path.includes('s-and-p-500-companies')) return CONSTITUENTS;
  return undefined;
}

const CONSTITUENTS = [
  'Symbol,Security,GICS Sector,GICS Sub-Industry,Headquarters Location,Date added,CIK,Founded',
  'AAA,Aaa Incorporated,Industrials,Machinery,"Dover, Delaware",2001-01-02,0000000001,1901',
  'BBB.B,Bbb Company,Financials,Banks,"Boston, Massachusetts",2011-03-04,0000000002,1911 (1899)',
  '',
].join('\n');

/** The last ten weekdays up to the day before yesterday, oldest first. */
function debt(): string {
  const days = Array.from({ length: 16 }, (_, i) => new Date(Date.now() - (i + 2) * 86_400_000))
    .filter((date) => date.getUTCDay() % 6 !== 0)
    .slice(0, 10)
    .map((date) => date.toISOString().slice(0, 10))
    .reverse();
  const data = days.map((record_date, i) => ({
    record_date,
    debt_held_public_amt: `31000000000${i}00.10`,
    intragov_hold_amt: '7000000000000.05',
    tot_pub_debt_out_amt: `${38_000_000_000_000 + i * 100}.15`,
  }));
  return JSON.stringify({
    data,
    meta: { count: data.length, 'total-count': data.length, 'total-pages': 1 },
  });
}
