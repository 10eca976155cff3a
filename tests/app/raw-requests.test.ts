import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { DEBT_QUESTION, economic, fillFolder } from '../api/folder.ts';
import { pageOfFile } from './page-service.ts';

/** Bytes that no browser and no `fetch` would send to the page's port. */

const page = pageOfFile(fillFolder);

/** @returns the answers to these bytes, in which HOST stands for our own host. */
async function answerTo(bytes: string): Promise<string> {
  const { port, host } = new URL(page().origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.setTimeout(10_000, () => socket.destroy());
  socket.write(bytes.replaceAll('HOST', host));
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

const DEBT = economic('us_debt', DEBT_QUESTION);
const statusesOf = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
/** Whether an answer has what only a page with a session may read. */
const hasData = (answer: string) => /base_url|"data":|total_rows|\d{4}-\d\d-\d\d[",]/.test(answer);

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: HOST', 'Connection: close', ...headers, '', ''].join('\r\n');

test.each([
  ['/host/state'],
  ['/docs/../host/state'],
  ['/docs/%2e%2e/host/state'],
  ['/docs/.%2E/api/v1/economic-data/us_debt'],
  ['http://HOST/host/state'],
  ['http://HOST/yields/series=US10Y'],
  ['http://HOST/fred/series/observations?series_id=DGS10&file_type=json'],
  ['http://HOST/graph/fredgraph.csv?id=DGS10'],
  [`http://HOST${DEBT}`],
])('%s does not bypass the sign-in', async (target) => {
  const answer = await answerTo(get(target));
  const statuses = statusesOf(answer);
  expect(statuses).toHaveLength(1);
  expect([400, 401, 403, 404, 421]).toContain(statuses[0]);
  expect(hasData(answer)).toBe(false);
});

test.each([
  ['/%68ost/state'],
  ['/host%2fstate'],
  ['/docs%2f..%2fhost/state'],
  ['//host/state'],
  ['//HOST/host/state'],
  ['/docs\\..\\host\\state'],
  ['/%79ields/series=US10Y'],
  [DEBT.replace('api', '%61pi')],
])('%s gets no data: it is refused, or it is a view of the app', async (target) => {
  const answer = await answerTo(get(target));
  expect(hasData(answer)).toBe(false);
  if (statusesOf(answer)[0] === 200) expect(answer).toContain('<title>Almanac</title>');
});

test.each([
  ['another host in the target', get('http://evil.test/healthz')],
  ['a target that is no path', 'OPTIONS * HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n'],
  ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: HOST\r\nHost: evil.test\r\nConnection: close\r\n\r\n'],
  [
    'our host twice',
    'GET /healthz HTTP/1.1\r\nHost: HOST\r\nHOST: HOST\r\nConnection: close\r\n\r\n'.replace(
      'HOST:',
      'host:',
    ),
  ],
  ['a foreign host', 'GET /healthz HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n'],
  [
    'a length and chunks, which two servers read differently',
    'POST /auth/exchange HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /host/state HTTP/1.1\r\nHost: HOST\r\n\r\n',
  ],
  ['a header over two lines', 'GET /healthz HTTP/1.1\r\nHost: HOST\r\nX-A: b\r\n c: d\r\nX Y: z\r\n\r\n'],
])('%s is refused', async (_, bytes) => {
  const answer = await answerTo(bytes);
  const statuses = statusesOf(answer);
  expect(statuses).toHaveLength(1);
  expect([400, 403, 421]).toContain(statuses[0]);
  expect(hasData(answer)).toBe(false);
});

test.each([
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request'],
  ['bytes that are no request', 'nonsense\r\n\r\n', '400 Bad Request'],
  [
    'headers that never end',
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
])('%s gets the documented error', async (_, bytes, status) => {
  const answer = await answerTo(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`));
  expect(answer).toMatch(/^Content-Type: application\/json/im);
  expect(answer.endsWith(JSON.stringify({ detail: status.slice(4) }))).toBe(true);
});
