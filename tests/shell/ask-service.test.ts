import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { serviceAsker } from '../../electron/ask-service.ts';

let close = (): void => undefined;
afterEach(() => close());

type Heard = { line: string; authorization: string | undefined; type: string | undefined; body: string };

/** Starts a service that answers every request with `status` and `answer`. */
async function service(status: number, answer: string) {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const { authorization, 'content-type': type } = request.headers;
    heard.push({ line: `${request.method} ${request.url}`, authorization, type, body: await text(request) });
    response.writeHead(status).end(answer);
  }).listen(0, '127.0.0.1');
  close = () => void server.close();
  await once(server, 'listening');
  const pagePort = (server.address() as AddressInfo).port;
  return { heard, ask: serviceAsker({ at: () => ({ port: 1, pagePort }) }, 'secret') };
}

test('a request goes to its path: a query in the address, a body as JSON, a file unchanged', async () => {
  const { heard, ask } = await service(200, '{"runs":[],"failed":[]}');
  expect(await ask('runs', {})).toEqual({ runs: [], failed: [] });
  await ask('sidecar', { ticket: 'a b' });
  await ask('dismiss-incident', { id: 'x' });
  await ask('upload', { name: 'ü.csv' }, new Blob(['a,b\n']));
  expect(heard.map(({ line, body, type }) => [line, body, type])).toEqual([
    ['GET /host/runs', '', undefined],
    ['GET /host/sidecar?ticket=a+b', '', undefined],
    ['POST /host/dismiss-incident', '{"id":"x"}', 'application/json'],
    ['POST /host/upload?name=%C3%BC.csv', 'a,b\n', undefined],
  ]);
  const bearers = new Set(heard.map(({ authorization }) => authorization));
  expect([...bearers]).toEqual([expect.stringMatching(/^Bearer \S+$/)]);
});

test('text is returned as text', async () => {
  const { ask } = await service(200, '{"not": "read"}');
  expect(await ask('sidecar', { ticket: 'x' })).toBe('{"not": "read"}');
});

test.each([
  [413, '{"detail":"The file is too large."}', 'The file is too large.'],
  [500, 'broken', 'The data service answered with status 500.'],
])('a refusal with %i becomes a failure with its sentence', async (status, answer, said) => {
  const { ask } = await service(status, answer);
  await expect(ask('runs', {})).rejects.toMatchObject({ code: 'cancelled', message: said });
});

test('no answer from the service is a failure too', async () => {
  const said = { code: 'cancelled', message: expect.stringContaining('does not answer now') };
  await expect(serviceAsker({ at: () => undefined }, 'secret')('runs', {})).rejects.toMatchObject(said);
  const unreachable = serviceAsker({ at: () => ({ port: 1, pagePort: 1 }) }, 'secret');
  await expect(unreachable('runs', {})).rejects.toMatchObject(said);
});
