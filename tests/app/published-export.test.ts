import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { createExports } from '../../service/app/exports.ts';
import { openPageSessions } from '../../service/app/page-port.ts';
import type { ExportAnswer } from '../../service/contract/table-export.ts';
import { fillFolder, temporaryFolder } from '../api/folder.ts';
import { SESSION_SECRET } from '../support/service-child.ts';
import { pageService, said, scriptedPage, standIn } from './page-service.ts';

/** Files that the page offers for download of a path of the API: as they are, or written and checked first. */

const CSV =
  'date,series,state,value\n2024-01-06,initial_claims,CA,41000\n2024-01-06,initial_claims,NY,1\n2023-12-30,initial_claims,CA,2\n';
const HEADERS = {
  'Content-Type': 'text/csv',
  'Content-Disposition': 'attachment; filename="claims_sample.csv"',
};
const PATH = '/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims&format=csv';

/** A page whose service asks itself in vain: the test answers. */
async function host(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const upstream = await standIn(answer);
  const page = await scriptedPage({ service: { pageUrl: () => upstream } });
  const publish = (path = PATH, init: RequestInit = {}) =>
    page.post('export-published?id=abcdefgh', { path }, init);
  const progress = async () => (await said(page.ask('/host/export-progress?id=abcdefgh')))[1];
  return { ...page, publish, progress };
}

const detailOf = async (answer: Response) => ((await answer.json()) as { detail: unknown }).detail;

test('a published file is answered when it is whole, with a receipt that fits its bytes', async () => {
  const asked: string[] = [];
  const bearers: (string | undefined)[] = [];
  const { ask, publish, progress } = await host((request, response) => {
    asked.push(request.url ?? '');
    bearers.push(request.headers.authorization);
    response.writeHead(200, { ...HEADERS, 'X-Total-Count': '3' }).end(CSV);
  });
  const { receipt, file, sidecar } = (await (await publish()).json()) as ExportAnswer;
  expect(asked).toEqual([PATH]);
  expect(bearers.map((one) => openPageSessions(SESSION_SECRET).knows(one))).toEqual([true]);
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
  await post('cancel-export', { id: 'abcdefgh' });
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
  expect((await post('export-published?id=..', { path: PATH })).status).toBe(422);
  expect((await ask('/host/export-published?id=abcdefgh')).status).toBe(405);
});

test('a page that goes away ends its export', async () => {
  const ended = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const { publish } = await host((_, response) => {
    response.on('close', () => ended.resolve());
    leaving.abort();
  });
  await expect(publish(PATH, { signal: leaving.signal })).rejects.toThrow();
  await ended.promise;
});

test('a redirection of what answers on the port is never followed with the bearer', async () => {
  const seen: unknown[] = [];
  const elsewhere = await standIn((request, response) => {
    seen.push(request.url);
    response.end('elsewhere');
  });
  const { publish } = await host((_, response) => response.writeHead(302, { Location: elsewhere }).end('{}'));
  expect((await publish()).ok).toBe(false);
  expect(seen).toEqual([]);
});

test('neither a download nor a published file is made of what is no path of the data API', async () => {
  const asked: unknown[] = [];
  const { post, publish } = await host((request, response) => {
    asked.push(request.url);
    response.end();
  });
  const notData = 'path must be one of the data API, such as /api/v1/economic-data/us_debt?…';
  for (const target of [
    ...['/healthz', '/api/v1/catalog', '/docs/x', '/explore', '/host/state', '//evil.test/api/x', 'api/v1/x'],
    ...['http://evil.test/api/x', '/\\evil.test/api/x', 'http://[', '//[', '/api/%2e%2e/host/state'],
    ...['/api/../host/state', '/control/stop', '/mcp'],
  ])
    for (const answer of [post('download', { path: target }), publish(target)])
      expect([target, ...(await said(answer))]).toEqual([target, 422, { detail: notData }]);
  expect(asked).toEqual([]);
});

describe('an address for a download', () => {
  test('works once, without a credential, for GET alone, and is shown as a file', async () => {
    const dataDir = temporaryFolder();
    fillFolder(dataDir);
    const { post, origin } = await pageService({ dataDir });
    const ticket = async (path: string) =>
      ((await said(post('download', { path })))[1] as { url: string }).url;
    const path = '/yields/series=US10Y?format=csv';
    const url = await ticket(path);
    expect(url).toMatch(/^\/download\/[\w-]{43}$/);
    expect(await ticket(path)).not.toBe(url);
    expect((await fetch(origin + url, { method: 'HEAD' })).headers.get('Allow')).toBe('GET');
    const answer = await fetch(origin + url);
    expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([
      ...[200, expect.stringMatching(/^attachment; filename="[\w.-]+\.csv"$/)],
    ]);
    expect(await answer.text()).toMatch(/^date,series,value\n/);
    expect(await said(fetch(origin + url))).toEqual([404, { detail: 'Not Found' }]);
    const json = await fetch(origin + (await ticket('/yields/series=US10Y')));
    expect([json.status, json.headers.get('Content-Disposition')]).toEqual([200, 'attachment']);
    // What it leads to may be refused, as any request of the page.
    expect((await fetch(origin + (await ticket('/yields/series=NONE')))).status).toBe(404);
    for (const made of ['/download/', '/download/x', `/download/${'x'.repeat(43)}`])
      expect([made, (await fetch(origin + made)).status]).toEqual([made, 404]);
  });

  test('works for a minute', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const exports = createExports();
      const ticketOf = (target: string) => exports.offerTarget(target).split('/').at(-1) ?? '';
      const first = ticketOf('/api/v1/first');
      vi.advanceTimersByTime(30_000);
      const second = ticketOf('/api/v1/second');
      vi.advanceTimersByTime(30_000);
      expect([exports.redeemTarget(first), exports.redeemTarget(second)]).toEqual([
        undefined,
        '/api/v1/second',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});
