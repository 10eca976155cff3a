import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { HOLDER_FILE } from '../../service/contract/names.ts';
import { createPageServer } from '../../service/page/index.ts';
import { temporaryFolder } from '../api/folder.ts';
import { makePageFolder, SCRIPT } from '../support/page-folder.ts';
import { pageStart, startChild } from '../support/service-child.ts';
import { exchange, scriptedPage } from './page-service.ts';

/** The page's port while the service starts: only files of the page are answered, all else waits. */

const ASSET = '/assets/index-DdTqx83s.js';

async function starting() {
  const server = createPageServer(makePageFolder());
  const port = await server.listen(0);
  onTestFinished(() => {
    server.http.closeAllConnections();
    server.port.close();
  });
  const asked: (string | undefined)[] = [];
  server.answerBy(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.end('the service');
  });
  return { server, asked, origin: `http://127.0.0.1:${port}` };
}

type Way = { path?: string; method?: string; headers?: Record<string, string> };

/** Sends headers that `fetch` would not. @returns status, headers and body; undefined while nobody answers. */
function ask(origin: string, { path = '/', method = 'GET', headers = {} }: Way = {}) {
  const sent = request(origin + path, { method, headers, agent: false });
  const answered = once(sent, 'response').then(async ([answer]) => ({
    status: answer.statusCode as number,
    headers: answer.headers as Record<string, string>,
    body: await text(answer),
  }));
  sent.end();
  return answered;
}

const soon = async <Value>(value: Promise<Value>) => Promise.race([value, sleep(100, undefined)]);

test('the document and the assets are answered at once, as the service itself answers them', async () => {
  const { origin, asked } = await starting();
  const { origin: started } = await scriptedPage();
  const plain = ({ headers, ...answer }: Awaited<ReturnType<typeof ask>>) => {
    const { date, connection, 'x-request-id': id, ...same } = headers;
    return { ...answer, headers: same };
  };
  for (const way of [
    {},
    { path: ASSET },
    { path: ASSET, headers: { 'Accept-Encoding': 'br' } },
    {
      headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    },
  ]) {
    const answer = await ask(origin, way);
    expect(plain(answer)).toEqual(plain(await ask(started, way)));
    const again = { ...way, headers: { ...way.headers, 'If-None-Match': answer.headers.etag ?? '' } };
    expect(plain(await ask(origin, again))).toEqual(plain(await ask(started, again)));
    expect((await ask(origin, again)).status).toBe(304);
  }
  expect((await ask(origin, { path: ASSET })).body).toBe(SCRIPT);
  expect(asked).toEqual([]);
});

test('every other request waits for the service, which then answers it', async () => {
  const { server, origin, asked } = await starting();
  const ways: Way[] = [
    { path: '/host/state' },
    { path: '/api/v1/catalog' },
    { path: '/explore' },
    { path: '/?x=1' },
    { path: '/icon.svg' },
    { path: '/assets/none.js' },
    { path: '/assets/..%2findex.html' },
    { path: '/assets/%2e%2e%2findex.html' },
    { method: 'HEAD' },
    { path: '/auth/exchange', method: 'POST' },
    { headers: { Host: 'evil.test' } },
    { headers: { Host: '127.0.0.1' } },
    { headers: { Origin: 'http://evil.test' } },
    { headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' } },
    { headers: { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' } },
  ];
  const answers = ways.map((way) => ask(origin, way));
  expect(await soon(Promise.race(answers))).toBeUndefined();
  expect(asked).toEqual([]);
  server.open();
  for (const { status, body } of await Promise.all(answers))
    expect([status, body]).toEqual([200, expect.any(String)]);
  expect(asked.toSorted()).toEqual(
    ways.map(({ method = 'GET', path = '/' }) => `${method} ${path}`).toSorted(),
  );
  // From now on the service answers all.
  expect((await ask(origin)).body).toBe('the service');
});

test('a connection to another port gets nothing until the service has started', async () => {
  const { server } = await starting();
  server.http.listen(0, '127.0.0.1');
  await once(server.http, 'listening');
  onTestFinished(() => void server.http.close());
  const { port } = server.http.address() as { port: number };
  expect(await soon(ask(`http://127.0.0.1:${port}`))).toBeUndefined();
});

test('a long piece of the start lets what was asked before be answered', async () => {
  const { server, origin } = await starting();
  const answer = ask(origin);
  await sleep(50);
  const until = performance.now() + 200;
  const busy = async () => {
    while (performance.now() < until);
    await server.catchUp();
  };
  await busy();
  expect((await answer).status).toBe(200);
});

test('a starting service tells its page’s port first, and its token signs in once', async () => {
  const service = startChild({ dataDir: temporaryFolder(), page: pageStart(makePageFolder()) });
  onTestFinished(async () => void (await service.stop()));
  const { pagePort, token } = await service.message('page');
  const origin = `http://127.0.0.1:${pagePort}`;
  expect((await fetch(origin)).status).toBe(200);
  // Asked before the service listens: the answer waits for it.
  expect((await exchange(origin, token)).bearer).toMatch(/^[\w-]{22}\./);
  expect((await service.message('listening')).pagePort).toBe(pagePort);
  expect((await exchange(origin, token)).status).toBe(401);
});

test('connections of the start do not delay the end: never used, or idle after an early answer', async () => {
  const dataDir = temporaryFolder();
  const service = startChild({ dataDir, page: pageStart(makePageFolder()) });
  const { pagePort } = await service.message('page');
  // Browsers open some in advance.
  const unused = connect(pagePort, '127.0.0.1');
  unused.on('error', () => undefined);
  const agent = new Agent({ keepAlive: true });
  const used = request({ port: pagePort, host: '127.0.0.1', agent }).end();
  const [answer] = await once(used, 'response');
  answer.resume();
  await service.message('listening');
  const stopping = performance.now();
  expect(await service.stop(10_000)).toBe(0);
  expect(performance.now() - stopping).toBeLessThan(5_000);
  expect(readdirSync(dataDir)).not.toContain(HOLDER_FILE);
});
