import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardGateway } from '../../electron/browser/guard.ts';
import { createLogin } from '../../electron/browser/login.ts';
import { type PageServer, serveGateway } from '../../electron/browser/serve-gateway.ts';
import { routeOf } from '../../electron/gateway/index.ts';

/** What no browser and no `fetch` would send: bytes on the socket, to a door whose other side answers with the route it was let to. */

const reached: string[] = [];
let server: PageServer;
beforeAll(async () => {
  const gateway = guardGateway(
    (request) => {
      reached.push(routeOf(new URL(request.url).pathname));
      return Promise.resolve(new Response('let in'));
    },
    createLogin(() => 0),
    () => server.port,
  );
  server = await serveGateway(gateway, [0], () => undefined);
});
afterAll(() => server.close());

/** @returns the status of each answer to these bytes, in which HOST stands for our own host. */
async function send(bytes: string): Promise<number[]> {
  return [...(await answerTo(bytes)).matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}

async function answerTo(bytes: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.end(bytes.replaceAll('HOST', `127.0.0.1:${server.port}`));
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: HOST', 'Connection: close', ...headers, '', ''].join('\r\n');

test.each(['127.0.0.2', '::1'])('nobody listens on %s: the door is on 127.0.0.1 alone', async (address) => {
  const socket = connect(server.port, address);
  const met = await new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('a door'));
    socket.once('error', () => resolve('nobody'));
    socket.setTimeout(5_000, () => resolve('nobody'));
  });
  socket.destroy();
  expect(met).toBe('nobody');
});

test.each([
  ['/host/state'],
  ['/docs/../host/state'],
  ['/docs/%2e%2e/host/state'],
  ['/docs/.%2E/api/v1/economic-data/us_debt'],
  ['/docs\\..\\host\\state'],
])('%s does not bypass the login', async (target) => {
  reached.length = 0;
  const statuses = await send(get(target));
  expect(statuses).toHaveLength(1);
  expect([401, 403, 404, 421]).toContain(statuses[0]);
  expect(reached).toEqual([]);
});

test.each([
  ['/%68ost/state'],
  ['/host%2fstate'],
  ['/docs%2f..%2fhost/state'],
  ['//host/state'],
  ['//HOST/host/state'],
])('%s is a path of the page, which holds no data', async (target) => {
  reached.length = 0;
  await send(get(target));
  expect(reached.filter((route) => route !== 'page')).toEqual([]);
});

test.each([
  ['another host in the target', get('http://evil.test/healthz')],
  ['our own host in the target', get('http://HOST/host/state')],
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
  reached.length = 0;
  const statuses = await send(bytes);
  expect(statuses).toHaveLength(1);
  expect([400, 403, 421]).toContain(statuses[0]);
  expect(reached).toEqual([]);
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
