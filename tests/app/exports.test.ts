import { createHash } from 'node:crypto';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createExports } from '../../service/app/exports.ts';
import { openPageSessions } from '../../service/app/page-port.ts';
import { BODY_BYTES } from '../../service/contract/body.ts';
import {
  type ExportAnswer,
  type ExportRequest,
  PLAIN_CSV,
  type ViewExport,
} from '../../service/contract/table-export.ts';
import { exportView } from '../../service/tables/index.ts';
import { fillFolder, temporaryFolder } from '../api/folder.ts';
import { SESSION_SECRET } from '../support/service-child.ts';
import { hold, makeFolder, type Observed } from '../tables/held-data.ts';
import { pageService, said, scriptedPage, standIn } from './page-service.ts';

type Write = (
  asked: ExportRequest,
  folder: string,
  signal: AbortSignal,
  onRows: (rows: number) => void,
) => Promise<unknown>;

const held = makeFolder();
const dates = ['2024-01-02', '2024-01-03', '2024-01-05'];
hold(
  held.dataDir,
  'us_debt',
  dates.map((date): Observed => [date, 'total_public_debt_outstanding', '34000000000000.10']),
  'sample',
);
afterAll(() => held.close());

const NAME = 'Total public debt outstanding, dollars, daily, 2024-01-01 to 2024-01-31, sample.csv';
const ASKED: ViewExport = {
  search: 'series=us_debt.total_public_debt_outstanding&from=2024-01-01&to=2024-01-31',
  format: 'csv',
  layout: 'wide',
  csv: PLAIN_CSV,
  zipped: false,
  names: 'id',
  base_url: '',
};
const writeView: Write = (asked, folder, signal, onRows) =>
  exportView({ asked, folder, dataDir: held.dataDir, now: new Date() }, signal, onRows);

/** A page whose exports are written by the service's own writer, or by the test's. */
async function host(write: Write = writeView) {
  const folders: string[] = [];
  const page = await scriptedPage({
    work: {
      exportView(asked, folder, signal, onRows) {
        folders.push(folder);
        return write(asked, folder, signal, onRows);
      },
    },
  });
  const make = (over: object = {}, more: RequestInit = {}) =>
    page.post('export?id=abcdefgh', { ...ASKED, ...over }, more);
  const made = async (over: object = {}) => (await (await make(over)).json()) as ExportAnswer;
  const progress = async () => (await said(page.ask('/host/export-progress?id=abcdefgh')))[1];
  return { ...page, make, made, progress, folders };
}
const ticketOf = (url = '') => url.split('/').at(-1) ?? '';

test('an export is answered when it is complete, and each of its files can be fetched once, with its length', async () => {
  const { ask, made, folders } = await host();
  const { receipt, file, sidecar } = await made();
  expect([file.name, sidecar?.name]).toEqual([NAME, `${NAME}.json`]);
  const answer = await ask(file.url);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="${NAME}"`,
    'content-length': String(receipt.bytes),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': expect.stringContaining('text/csv'),
    'x-content-type-options': 'nosniff',
  });
  const bytes = await answer.bytes();
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(receipt.sha256);
  expect((await ask(file.url)).status).toBe(404);
  const told = (await (await ask(sidecar?.url ?? '')).json()) as { receipt: object; is_sample: boolean };
  expect(told).toMatchObject({ receipt, is_sample: true });
  await vi.waitFor(() => expect(existsSync(folders[0] ?? '')).toBe(false));
});

test('the window gets the provenance once, by the ticket of the file, not by the provenance’s own ticket', async () => {
  const { ask, made, folders } = await host();
  const { file, sidecar } = await made();
  const take = async (ticket: string) => (await said(ask(`/host/sidecar?ticket=${ticket}`)))[1];
  await (await ask(file.url)).bytes();
  expect(await take(ticketOf(sidecar?.url))).toBe('');
  expect(JSON.parse(await take(ticketOf(file.url)))).toMatchObject({ is_sample: true });
  expect(await take(ticketOf(file.url))).toBe('');
  expect(await take('')).toBe('');
  expect(existsSync(folders[0] ?? '')).toBe(false);
});

test('a body that is not an export is refused and leaves no file', async () => {
  const { ask, post, make, folders } = await host();
  expect((await ask('/host/export?id=abcdefgh')).status).toBe(405);
  expect((await make({}, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
  expect(await said(post('export?id=..', ASKED))).toEqual([
    ...[422, { detail: 'id must be 8 to 64 letters or digits' }],
  ]);
  for (const wrong of [{ search: 'x'.repeat(12_001) }, { format: 'pdf' }])
    expect((await make(wrong)).status).toBe(422);
  expect((await make({ search: 'x'.repeat(BODY_BYTES) })).status).toBe(413);
  expect(folders).toEqual([]);
  const unknown = await make({ search: 'series=us_debt.nothing' });
  expect([unknown.status, ((await unknown.json()) as { detail: string }).detail]).toEqual([
    422,
    expect.stringContaining("There is no series 'us_debt.nothing'."),
  ]);
  expect(folders.map((folder) => existsSync(folder))).toEqual([false]);
});

test('an export reports the rows written so far, and has its own folder', async () => {
  const writing = Promise.withResolvers<void>();
  const { make, progress, folders } = await host(async (asked, folder, signal, onRows) => {
    onRows(5000);
    expect([asked, statSync(folder).mode & 0o777]).toEqual([ASKED, 0o700]);
    await writing.promise;
    return writeView(asked, folder, signal, onRows);
  });
  expect(await progress()).toEqual({ rows: 0, total: null });
  const answer = make();
  await vi.waitFor(async () => expect(await progress()).toEqual({ rows: 5000, total: null }), 10_000);
  writing.resolve();
  expect((await answer).status).toBe(200);
  expect(await progress()).toEqual({ rows: 0, total: null });
  expect(folders).toHaveLength(1);
});

test('an export that is cancelled by id or by leaving the page leaves no file', async () => {
  for (const way of ['id', 'signal'] as const) {
    const leaving = new AbortController();
    const { post, make, folders } = await host(
      (_asked, _folder, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped'))),
        ),
    );
    const answer = make({}, { signal: leaving.signal });
    await vi.waitFor(() => expect(folders).toHaveLength(1));
    await post('cancel-export', { id: 'abcdefgx' });
    expect(existsSync(folders[0] ?? '')).toBe(true);
    if (way === 'signal') {
      leaving.abort();
      await expect(answer).rejects.toThrow();
    } else {
      await post('cancel-export', { id: 'abcdefgh' });
      expect(await said(answer)).toEqual([503, { detail: 'Service Unavailable' }]);
    }
    await vi.waitFor(() => expect(existsSync(folders[0] ?? '')).toBe(false));
  }
});

test('a failed export leaves no file; the log has the reason, and the next export is written', async () => {
  let isBroken = true;
  const { make, folders, logs } = await host(async (asked, folder, signal, onRows) => {
    if (!isBroken) return writeView(asked, folder, signal, onRows);
    writeFileSync(path.join(folder, NAME), 'date,series,val');
    throw new TypeError('a bug');
  });
  expect(await said(make())).toEqual([500, { detail: 'Internal Server Error' }]);
  expect(logs.join()).toContain('a bug');
  expect(existsSync(folders[0] ?? '')).toBe(false);
  isBroken = false;
  expect((await make()).status).toBe(200);
});

test('files that are not fetched are removed after a while, and all files when the service ends', async () => {
  const written = { receipt: {} as never, file: 'a.csv', sidecar: null };
  const short = createExports(20);
  onTestFinished(() => short.close());
  let folder = '';
  const write = async (made: string) => {
    folder = made;
    writeFileSync(path.join(made, 'a.csv'), 'x');
    return written;
  };
  const { file } = await short.make('abcdefgh', new AbortController().signal, write);
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false));
  expect(await short.redeem(ticketOf(file.url))).toBeUndefined();
  const open = createExports();
  await open.make('abcdefgh', new AbortController().signal, write);
  await open.close();
  expect(existsSync(path.dirname(folder))).toBe(false);
});

test('after a ninth export, the oldest can no longer be fetched', async () => {
  const { made, ask } = await host(async (_, folder) => {
    writeFileSync(path.join(folder, 'a.csv'), 'x');
    return { receipt: {}, file: 'a.csv', sidecar: null };
  });
  const urls: string[] = [];
  for (let times = 0; times < 9; times++) urls.push((await made()).file.url);
  const [oldest = '', next = ''] = urls;
  expect([(await ask(oldest)).status, (await ask(next)).status]).toEqual([404, 200]);
});

test('a finished file is removed when it was sent, or when the page goes away during the transfer', async () => {
  const bytes = 30_000_000;
  for (const isRead of [true, false]) {
    const { made, ask, folders } = await host(async (_, folder) => {
      writeFileSync(path.join(folder, 'a.csv'), 'x'.repeat(bytes));
      return { receipt: {}, file: 'a.csv', sidecar: null };
    });
    const answer = await ask((await made()).file.url);
    if (isRead) expect(await answer.text()).toHaveLength(bytes);
    else await answer.body?.cancel();
    await vi.waitFor(() => expect(existsSync(folders[0] ?? '')).toBe(false));
  }
});

/** Downloads of a path of the API: as the API answers, or written to a file and checked first. */

const CSV =
  'date,series,state,value\n2024-01-06,initial_claims,CA,41000\n2024-01-06,initial_claims,NY,1\n2023-12-30,initial_claims,CA,2\n';
const HEADERS = {
  'Content-Type': 'text/csv',
  'Content-Disposition': 'attachment; filename="claims_sample.csv"',
};
const PATH = '/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims&format=csv';

/** A page whose service gets the API's answers from the test. */
async function publishing(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const upstream = await standIn(answer);
  const page = await scriptedPage({ upstream });
  const publish = (path = PATH, init: RequestInit = {}) =>
    page.post('export-published?id=abcdefgh', { path }, init);
  const progress = async () => (await said(page.ask('/host/export-progress?id=abcdefgh')))[1];
  return { ...page, publish, progress };
}

const detailOf = async (answer: Response) => ((await answer.json()) as { detail: unknown }).detail;

test('a published file is answered when it is complete, with a receipt that fits its bytes', async () => {
  const asked: string[] = [];
  const bearers: (string | undefined)[] = [];
  const { ask, publish, progress } = await publishing((request, response) => {
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

test('an answer without rows is complete too', async () => {
  const { publish } = await publishing((_, response) =>
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
  const { publish, progress } = await publishing((_request, response) => {
    response.writeHead(200, { ...HEADERS, ...headers });
    end(response);
  });
  const answer = await publish();
  expect([answer.status, await detailOf(answer)]).toEqual([502, expect.stringContaining('Try again.')]);
  expect(await progress()).toEqual({ rows: 0, total: null });
});

test('a download reports its progress, and cancelling it stops the service and leaves nothing to fetch', async () => {
  let isGone = false;
  const { post, publish, progress } = await publishing((_, response) => {
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

test('a refusal of the API is passed on to the page', async () => {
  const { ask, post, publish } = await publishing((_, response) =>
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
  const { publish } = await publishing((_, response) => {
    response.on('close', () => ended.resolve());
    leaving.abort();
  });
  await expect(publish(PATH, { signal: leaving.signal })).rejects.toThrow();
  await ended.promise;
});

test('a redirection is never followed with the bearer', async () => {
  const seen: unknown[] = [];
  const elsewhere = await standIn((request, response) => {
    seen.push(request.url);
    response.end('elsewhere');
  });
  const { publish } = await publishing((_, response) =>
    response.writeHead(302, { Location: elsewhere }).end('{}'),
  );
  expect((await publish()).ok).toBe(false);
  expect(seen).toEqual([]);
});

test('a download and a published file need a path of the data API', async () => {
  const asked: unknown[] = [];
  const { post, publish } = await publishing((request, response) => {
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
  test('works once, without a credential, for GET only, and gives a file', async () => {
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
    // The API may refuse the path, as it may refuse any request of the page.
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
