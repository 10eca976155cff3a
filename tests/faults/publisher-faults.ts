import { gzipSync } from 'node:zlib';
import type { FetchSettings } from '../../service/ingest/fetch/index.ts';
import type { Handler } from '../ingest/fetch/publisher-server.ts';
import { NOW } from '../ingest/fetch/refreshing.ts';
import { bea, cut, first, LONG, send, stall } from './fetch-fixtures.ts';

/** A fault of a publisher's answer, and the outcome of the refresh. */
export type Fault = {
  /** The fault, as the end of ‘a publisher that …’. */
  fault: string;
  answer: Handler;
  /** Part of the failure's sentence; absent if the refresh succeeds nevertheless. */
  says?: RegExp;
  requests: number;
  /** The number of rows added or revised. */
  news?: number;
  waits?: number[];
  limits?: FetchSettings['limits'];
  /** Runs in the soak only. */
  takesLong?: boolean;
};

const UNTIL = new Date(NOW.getTime() + 7000).toUTCString();
/** A zipped body that unpacks to 300 MB. */
const BOMB = gzipSync(Buffer.alloc(300e6), { level: 1 });
const BACK_OFF = [999, 1999, 3999];

export const FAULTS: readonly Fault[] = [
  {
    fault: 'does not begin to answer',
    answer: () => undefined,
    limits: { headersMs: 80 },
    says: /did not begin to answer in time \(4 attempts\)/,
    requests: 4,
    waits: BACK_OFF,
  },
  {
    fault: 'stops in the middle of its answer',
    answer: stall(LONG),
    limits: { idleMs: 80 },
    says: /stopped in the middle of its answer \(4 attempts\)/,
    requests: 4,
    waits: BACK_OFF,
  },
  {
    fault: 'never comes to the end',
    answer: stall(LONG),
    // Even a busy machine can send each request in this time.
    limits: { totalMs: 300 },
    says: /took too long as a whole \(4 attempts\)/,
    requests: 4,
  },
  {
    fault: 'cuts its answer',
    answer: cut(LONG),
    says: /connection broke \(4 attempts\)/,
    requests: 4,
    waits: BACK_OFF,
  },
  {
    fault: 'resets the connection',
    answer: (_, response) => void response.socket?.resetAndDestroy(),
    says: /connection broke \(4 attempts\)/,
    requests: 4,
    waits: BACK_OFF,
  },
  {
    fault: 'says a length that is too short',
    answer: send(LONG, { 'content-length': String(LONG.length - 9) }),
    says: /the last line is not whole/,
    requests: 1,
  },
  {
    fault: 'cuts what is packed and says it is whole',
    answer: send(gzipSync(LONG).subarray(0, 500), { 'content-encoding': 'gzip' }),
    says: /cannot be unpacked: it was cut or damaged on its way \(4 attempts\)/,
    requests: 4,
  },
  {
    fault: 'packs in a way that was not requested',
    answer: send(LONG, { 'content-encoding': 'br' }),
    says: /is packed as 'br'/,
    requests: 1,
  },
  {
    fault: 'sends a gzip bomb',
    takesLong: true,
    answer: send(BOMB, { 'content-encoding': 'gzip' }),
    says: /unpacks to more than such a file can be \(256 MB\)/,
    requests: 1,
  },
  {
    fault: 'says a length of 1 TB',
    answer: (_, response) => void response.writeHead(200, { 'content-length': '1000000000000' }).write('%'),
    says: /larger than such a file can be/,
    requests: 1,
  },
  {
    fault: 'refuses programs: 403',
    answer: send('no', {}, 403),
    says: /refuses programs, or this one \(status 403\)/,
    requests: 1,
  },
  {
    fault: 'has lost the file: 404',
    answer: send('no', {}, 404),
    says: /is not there any more \(status 404\)/,
    requests: 1,
  },
  {
    fault: 'asks to wait 2 s: 429',
    answer: first(send('', { 'retry-after': '2' }, 429), send(LONG)),
    requests: 2,
    news: 1,
    waits: [2000],
  },
  {
    fault: 'asks to wait until a time: 429',
    answer: first(send('', { 'retry-after': UNTIL }, 429), send(LONG)),
    requests: 2,
    news: 1,
    waits: [7000],
  },
  {
    fault: 'asks to wait an hour: 429',
    answer: send('', { 'retry-after': '3600' }, 429),
    says: /asks for fewer requests \(status 429\), the next one in 3600 s\./,
    requests: 1,
    waits: [],
  },
  {
    fault: 'always answers 500',
    answer: send('', {}, 500),
    says: /status 500 \(4 attempts\)/,
    requests: 4,
    waits: BACK_OFF,
  },
  {
    fault: 'answers 500, then the file',
    answer: first(send('', {}, 500), send(LONG)),
    requests: 2,
    news: 1,
    waits: [999],
  },
  {
    fault: 'redirects in a circle',
    answer: send('', { location: '/national/Release/TXT/NipaDataM.txt' }, 302),
    says: /redirects in a circle \(more than 5 times\)/,
    requests: 6,
  },
  {
    fault: 'redirects to another host',
    answer: send('', { location: 'https://example.org/login' }, 302),
    says: /redirects to https:\/\/example\.org, which is not followed/,
    requests: 1,
  },
  {
    fault: 'redirects away from https',
    answer: send('', { location: 'http://apps.bea.gov/x' }, 301),
    says: /redirects to http:\/\/apps\.bea\.gov, which is not followed/,
    requests: 1,
  },
  {
    fault: 'redirects on its own host',
    answer: first(send('', { location: '/new/place' }, 308), send(LONG)),
    requests: 2,
    news: 1,
  },
  {
    fault: 'sends a web page with 200',
    answer: send('<!DOCTYPE html><html><body>Are you a robot?'),
    says: /sent a web page instead of data/,
    requests: 1,
  },
  { fault: 'sends nothing with 200', answer: send(''), says: /sent an empty file/, requests: 1 },
  {
    fault: 'sends another file with 200',
    answer: send('a,b\n1,2\n'),
    says: /in none of the formats/,
    requests: 1,
  },
  {
    fault: 'changes the body under the same ETag',
    answer: send(LONG, { etag: '"1"' }),
    requests: 1,
    news: 1,
  },
  { fault: 'cuts its answer once', answer: first(cut(LONG), send(LONG)), requests: 2, news: 1, waits: [999] },
  {
    fault: 'cuts its answer and has changed the file at the next request',
    answer: first(cut(bea('1,000,000', 3000)), send(LONG)),
    requests: 2,
    news: 1,
  },
  {
    fault: 'sends a part although the whole was requested',
    answer: send(LONG, { 'content-range': `bytes 0-${LONG.length - 1}/${LONG.length}` }, 206),
    says: /did not answer with a file \(status 206\)/,
    requests: 1,
  },
];
