import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createExports } from '../../electron/data-work/index.ts';
import { Failure } from '../../service/contract/failure.ts';
import { PLAIN_CSV, type ViewExport } from '../../service/contract/table-export.ts';
import { fileHost as host } from './file-host.ts';
import { scripted } from './scripted-host.ts';

test('a back-up is restored by its name, or from a copy that goes with it, whether that works or not', async () => {
  let isBroken = false;
  const restored = { set_aside: 'before.sqlite', has_brought_work: true };
  const { upload, post, said, calls, pathOf } = host((call) => {
    expect(call.input.file === undefined || existsSync(pathOf(call))).toBe(true);
    if (isBroken) throw new Failure('invalid_file', 'This is no back-up.');
    return restored;
  });
  expect(await said(post('restore', { back_up: 'almanac-2026.sqlite' }))).toEqual([200, restored]);
  const taken = await upload('mine.sqlite', 'x');
  expect(await said(post('restore', { upload: taken }))).toEqual([200, restored]);
  expect(await said(post('restore', { upload: taken }))).toEqual([404, { detail: 'Not Found' }]);
  isBroken = true;
  const broken = await upload('other.sqlite', 'y');
  expect(await said(post('restore', { upload: broken }))).toEqual([422, { detail: 'This is no back-up.' }]);
  expect((await said(post('restore', { upload: broken })))[0]).toBe(404);
  const [, mine, other] = calls.map(pathOf);
  expect(calls.map(({ name, input }) => [name, input])).toEqual([
    ['restore', { backUp: 'almanac-2026.sqlite' }],
    ['restore', { file: { path: mine, name: 'mine.sqlite' } }],
    ['restore', { file: { path: other, name: 'other.sqlite' } }],
  ]);
  expect([existsSync(mine ?? ''), existsSync(other ?? '')]).toEqual([false, false]);
});

test('a file of the system’s dialog is taken under its name, or it is said why not', async () => {
  const { post, said, folder, chosen, done, calls } = host(() => [], 10);
  const put = (name: string, text?: string) => {
    const at = path.join(folder, `kept-${name}`);
    if (text !== undefined) writeFileSync(at, text);
    chosen.set(name, { path: at, name });
  };
  put('fits.csv', 'x'.repeat(10));
  put('big.csv', 'x'.repeat(11));
  put('gone.csv');
  const [status, taken] = await said(post('take-file', { grant: 'fits.csv' }));
  expect([status, taken]).toEqual([200, { upload: expect.any(String), name: 'fits.csv', bytes: 10 }]);
  await done('import', { upload: taken.upload });
  expect(calls[0]?.input.files).toMatchObject([{ name: 'fits.csv' }]);
  const tooLarge = [413, { detail: "big.csv is larger than 512 MB, more than any publisher's file." }];
  expect(await said(post('take-file', { grant: 'big.csv' }))).toEqual(tooLarge);
  const [unread, why] = await said(post('take-file', { grant: 'gone.csv' }));
  expect([unread, why.detail]).toEqual([422, expect.stringMatching(/^gone\.csv could not be read: ENOENT/)]);
  expect(await said(post('take-file', { grant: 'invented' }))).toEqual([404, { detail: 'Not Found' }]);
  const browser = scripted();
  expect((await browser.post('take-file', { grant: 'fits.csv' })).status).toBe(404);
});

test('a dropped file is named as its address says, and one that is too large is refused', async () => {
  const { ask, said } = host(undefined, 10);
  const send = (query: string, body: string) => said(ask(`/host/upload${query}`, { method: 'POST', body }));
  expect(await send('', 'x')).toEqual([200, { upload: expect.any(String), name: 'file', bytes: 1 }]);
  expect(await send('?name=big.csv', 'x'.repeat(11))).toEqual([
    413,
    { detail: "big.csv is larger than 512 MB, more than any publisher's file." },
  ]);
});

test('a finished file is removed when it was sent, or when the page went away in the middle', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-finished-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'a.csv');
  const bytes = 3_000_000;
  let removed = 0;
  const exports = createExports();
  const redeem = async (ticket: string) =>
    ticket === 'known' ? { path: file, name: 'a.csv', bytes, remove: async () => void removed++ } : undefined;
  const { ask } = scripted({ over: { exports: { ...exports, redeem } } });
  for (const isRead of [true, false]) {
    writeFileSync(file, 'x'.repeat(bytes));
    const answer = await ask('/download/known');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="a.csv"',
      'content-length': '3000000',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': expect.stringContaining('text/csv'),
      'x-content-type-options': 'nosniff',
    });
    const before = removed;
    if (isRead) expect(await answer.text()).toHaveLength(bytes);
    else await answer.body?.cancel();
    await expect.poll(() => removed, { interval: 2 }).toBe(before + 1);
  }
  expect((await ask('/download/other')).status).toBe(404);
});

const notData = [
  422,
  { detail: 'path must be one of the data API, such as /api/v1/economic-data/us_debt?…' },
];

test.each([
  '/healthz',
  '/api/v1/catalog',
  '/docs/x',
  '/explore',
  '/host/state',
  '//evil.test/api/x',
  'api/v1/x',
  'http://evil.test/api/x',
  '/\\\\evil.test/api/x',
  'http://[',
  '//[',
  '/api/%2e%2e/host/state',
  '/api/../host/state',
])('neither a download nor a published file is made of %s', async (target) => {
  const { post, said, fetched } = scripted();
  expect(await said(post('download', { path: target }))).toEqual(notData);
  expect(await said(post('export-published?id=abcdefgh', { path: target }))).toEqual(notData);
  expect(fetched).toEqual([]);
});

test('an export is asked for as the page says, in a folder of its own, and a bug comes out of it', async () => {
  const bug = new TypeError('a bug');
  const asked: ViewExport = {
    ...{ search: 'series=a', format: 'csv', layout: 'wide', csv: PLAIN_CSV, zipped: false, names: 'id' },
    base_url: 'http://127.0.0.1:4780',
  };
  const seen: unknown[] = [];
  const { post } = scripted({
    call: (name, input) => {
      const { folder, ...rest } = input as { folder: string };
      seen.push([name, existsSync(folder), rest]);
      throw bug;
    },
  });
  await expect(post('export?id=abcdefgh', asked)).rejects.toBe(bug);
  expect(seen).toEqual([['export-view', true, { asked }]]);
  const broken = scripted({ over: { exports: { ...createExports(), receive: () => Promise.reject(bug) } } });
  await expect(broken.post('export-published?id=abcdefgh', { path: '/api/v1/x' })).rejects.toBe(bug);
});

test.each(['the page goes away', 'it is cancelled by its id'])(
  'a published file that is under way ends in the service when %s',
  async (way) => {
    const leaving = new AbortController();
    const started = Promise.withResolvers<AbortSignal>();
    const { post, said } = scripted({
      answer: ({ init }) =>
        new Promise((_, reject) => {
          const { signal } = init;
          signal?.addEventListener('abort', () => reject(signal.reason));
          started.resolve(signal as AbortSignal);
        }),
    });
    const headers = { 'Content-Type': 'application/json' };
    const answer = post(
      'export-published?id=abcdefgh',
      { path: '/api/v1/x' },
      {
        ...{ method: 'POST', headers, body: '{"path":"/api/v1/x"}', signal: leaving.signal },
      },
    );
    const signal = await started.promise;
    expect(await said(post('cancel-export', { id: 'abcdefgx' }))).toEqual([200, {}]);
    expect(signal.aborted).toBe(false);
    if (way === 'the page goes away') leaving.abort();
    else await post('cancel-export', { id: 'abcdefgh' });
    expect(await said(answer)).toEqual([503, { detail: 'Service Unavailable' }]);
    expect(signal.aborted).toBe(true);
  },
);
