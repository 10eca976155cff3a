import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GOOD } from '../../faults/fetch-fixtures.ts';
import { startPublisherServer } from './publisher-server.ts';
import { makeDataDir, refreshed } from './refreshing.ts';

const DATASET = ['personal_income_and_outlays'];
let proxy: Server;
/** The request lines that the proxy received. */
let seen: string[];

/** Starts a proxy for plain requests in absolute form, which refuses tunnels. */
beforeEach(async () => {
  seen = [];
  proxy = createServer((asked, response) => {
    seen.push(`${asked.method} ${asked.url}`);
    const { port } = new URL(asked.url ?? '');
    const onward = request(
      { host: '127.0.0.1', port, path: new URL(asked.url ?? '').pathname, headers: asked.headers },
      (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    asked.pipe(onward);
  });
  proxy.on('connect', (asked, socket) => {
    seen.push(`CONNECT ${asked.url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']) {
    vi.stubEnv(name, undefined);
  }
});
afterEach(async () => {
  vi.unstubAllEnvs();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});
const address = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

test('requests go through the proxy of HTTP_PROXY, except to the hosts of NO_PROXY', async () => {
  const server = await startPublisherServer((_, response) => response.end(GOOD));
  vi.stubEnv('HTTP_PROXY', address());
  const named = `http://publishers.test:${server.port}`;
  const { outcomes } = await refreshed(makeDataDir(), DATASET, { mirror: named });
  expect(outcomes).toMatchObject([{ state: 'stored' }]);
  expect(seen).toEqual([`GET ${named}/apps.bea.gov/national/Release/TXT/NipaDataM.txt`]);

  vi.stubEnv('NO_PROXY', '127.0.0.1');
  seen = [];
  await refreshed(makeDataDir(), DATASET, { mirror: server.mirror });
  expect([seen, server.asked.length]).toEqual([[], 2]);
});

test('publishers are reached by a tunnel through the proxy of HTTPS_PROXY, and a message names a refusing proxy', async () => {
  vi.stubEnv('HTTPS_PROXY', address());
  const { outcomes } = await refreshed(makeDataDir(), DATASET, {});
  expect(seen).toContain('CONNECT apps.bea.gov:443');
  expect(outcomes[0]?.refused?.message).toMatch(/^BEA [^\n]*the proxy /);
});

test('a wrong proxy address is an error at once', async () => {
  vi.stubEnv('HTTPS_PROXY', 'not an address');
  await expect(refreshed(makeDataDir(), DATASET, {})).rejects.toThrow(
    /HTTPS_PROXY is not the address of a proxy/,
  );
});
