import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createExports, createJobs, createUploads } from '../../electron/data-work/index.ts';
import { createGateway } from '../../electron/gateway/index.ts';
import type { ExportAnswer, ExportProgress } from '../../service/contract/table-export.ts';
import { memoryVault } from '../support/memory-vault.ts';
import { standInUpstream } from './stand-in-upstream.ts';

const CSV =
  'date,series,state,value\n2024-01-06,initial_claims,CA,41000\n2024-01-06,initial_claims,NY,1\n2023-12-30,initial_claims,CA,2\n';
const HEADERS = {
  'Content-Type': 'text/csv',
  'Content-Disposition': 'attachment; filename="claims_sample.csv"',
};
const PATH = '/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims&format=csv';

/** A gateway to a service that answers as the test says. */
async function host(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const upstream = await standInUpstream(answer);
  const exports = createExports();
  onTestFinished(async () => {
    await exports.close();
    await upstream.close();
  });
  const gateway = createGateway({
    mode: 'browser',
    version: '1.2.3',
    files: new Map(),
    supervisor: upstream.supervisor,
    vault: memoryVault(),
    credential: 'internal',
    fetch,
    jobs: createJobs(() => undefined),
    uploads: createUploads(),
    exports,
    describeHost: () => Promise.resolve(''),
  });
  const ask = (target: string, init?: RequestInit) => gateway(new Request(`http://app${target}`, init));
  const post = (target: string, body: object) =>
    ask(target, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const publish = (path = PATH) => post('/host/export-published?id=abcdefgh', { path });
  const progress = async () => {
    const told = await ask('/host/export-progress?id=abcdefgh');
    return told.ok ? ((await told.json()) as ExportProgress) : told.status;
  };
  return { ask, post, publish, progress };
}

const detailOf = async (answer: Response) => ((await answer.json()) as { detail: unknown }).detail;

test('a published file is answered when it is whole, with a receipt that fits its bytes', async () => {
  const asked: string[] = [];
  const { ask, publish, progress } = await host((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(200, { ...HEADERS, 'X-Total-Count': '3' }).end(CSV);
  });
  const { receipt, file, sidecar } = (await (await publish()).json()) as ExportAnswer;
  expect(asked).toEqual([`${PATH} Bearer internal`]);
  expect(receipt).toEqual({
    name: 'claims_sample.csv',
    format: 'csv',
    rows: 3,
    observations: 3,
    series: 2,
    first: '2023-12-30',
    last: '2024-01-06',
    bytes: CSV.length,
    sha256: createHash('sha256').update(CSV).digest('hex'),
    complete: true,
  });
  expect(sidecar).toBeNull();
  expect(await progress()).toEqual({ rows: 0, total: null });
  const saved = await ask(file.url);
  expect(saved.headers.get('Content-Disposition')).toBe('attachment; filename="claims_sample.csv"');
  expect(await saved.text()).toBe(CSV);
  expect((await ask(file.url)).status).toBe(404);
});

test('an answer without rows is whole too', async () => {
  const { publish } = await host((_, response) =>
    response.writeHead(200, HEADERS).end('date,series,value\n'),
  );
  const { receipt } = (await (await publish()).json()) as ExportAnswer;
  expect(receipt).toMatchObject({ rows: 0, series: 0, first: null, last: null, complete: true });
});

test.each([
  ['breaks off', (response: ServerResponse) => response.write(CSV, () => response.destroy()), {}],
  ['ends in the middle of a row', (response: ServerResponse) => response.end(CSV.slice(0, -3)), {}],
  ['has fewer rows than it says', (response: ServerResponse) => response.end(CSV), { 'X-Total-Count': '4' }],
  ['is empty', (response: ServerResponse) => response.end(), {}],
])('an answer that %s is refused', async (_, end, headers) => {
  const { publish, progress } = await host((_request, response) => {
    response.writeHead(200, { ...HEADERS, ...headers });
    end(response);
  });
  const answer = await publish();
  expect([answer.status, await detailOf(answer)]).toEqual([502, expect.stringContaining('Try again.')]);
  expect(await progress()).toEqual({ rows: 0, total: null });
});

test('it reports its progress, and cancelling it stops the service and leaves nothing to fetch', async () => {
  let isGone = false;
  const { post, publish, progress } = await host((_, response) => {
    response.on('close', () => {
      isGone = true;
    });
    response.writeHead(200, { ...HEADERS, 'X-Total-Count': '5000' }).write(CSV);
  });
  const answer = publish();
  await vi.waitFor(async () => expect(await progress()).toEqual({ rows: 3, total: 5000 }), 10_000);
  await post('/host/cancel-export', { id: 'abcdefgh' });
  expect((await answer).status).toBe(503);
  await vi.waitFor(() => expect(isGone).toBe(true), 10_000);
});

test('a refusal of the API is passed on', async () => {
  const { ask, post, publish } = await host((_, response) =>
    response
      .writeHead(422, { 'Content-Type': 'application/json' })
      .end('{"detail":{"message":"No such series."}}'),
  );
  const refused = await publish();
  expect([refused.status, await detailOf(refused)]).toEqual([422, { message: 'No such series.' }]);
  expect((await post('/host/export-published?id=..', { path: PATH })).status).toBe(422);
  expect((await ask('/host/export-published?id=abcdefgh')).status).toBe(405);
});
