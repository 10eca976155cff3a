import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { createExports, createJobs, createUploads } from '../../electron/data-work/index.ts';
import { createGateway, type GatewayOptions, readPageFiles } from '../../electron/gateway/index.ts';
import { memoryVault } from '../support/memory-vault.ts';
import { makePageFolder } from '../support/page-folder.ts';
import { standInUpstream } from './stand-in-upstream.ts';

const files = await readPageFiles(makePageFolder());
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function gatewayTo(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  over: Partial<GatewayOptions> = {},
) {
  const upstream = await standInUpstream(answer);
  closers.push(upstream.close);
  const gateway = createGateway({
    mode: 'browser',
    version: '1.2.3',
    files,
    supervisor: upstream.supervisor,
    vault: memoryVault(),
    credential: 'internal',
    fetch,
    jobs: createJobs(() => undefined),
    uploads: createUploads(),
    exports: createExports(),
    describeHost: (page) => Promise.resolve(`asked from ${page}`),
    ...over,
  });
  return (path: string, init?: RequestInit) => gateway(new Request(`http://app${path}`, init));
}

test('304 and HEAD pass without a body', async () => {
  const ask = await gatewayTo((request, response) => {
    response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 200, {
      'X-Method': request.method,
    });
    response.end();
  });
  expect((await ask('/api/v1/x', { headers: { 'If-None-Match': '"v1"' } })).status).toBe(304);
  const head = await ask('/api/v1/x', { method: 'HEAD' });
  expect([head.headers.get('X-Method'), await head.text()]).toEqual(['HEAD', '']);
});

test('a body that was compressed on the way is not labelled as compressed', async () => {
  const ask = await gatewayTo((_, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' });
    response.end(gzipSync('date,value\n'));
  });
  const answer = await ask('/api/v1/x');
  expect(answer.headers.has('Content-Encoding')).toBe(false);
  expect(await answer.text()).toBe('date,value\n');
});

test('an answer streams: its beginning is there before its end is written', async () => {
  const release: { end?: () => void } = {};
  const ask = await gatewayTo((_, response) => {
    response.write('first\n');
    release.end = () => response.end('last\n');
  });
  const reader = (await ask('/api/v1/x?format=csv')).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first\n');
  release.end?.();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('last\n');
});

test('when the page gives up, the service stops working for it', async () => {
  const closed = vi.fn();
  const ask = await gatewayTo((_, response) => {
    response.on('close', closed);
    response.write('first\n');
  });
  const controller = new AbortController();
  await ask('/api/v1/x', { signal: controller.signal });
  expect(closed).not.toHaveBeenCalled();
  controller.abort();
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
});
