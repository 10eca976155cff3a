import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createExports, createJobs, createUploads } from '../../electron/data-work/index.ts';
import { Failure } from '../../service/contract/failure.ts';
import type { HostJob } from '../../service/contract/host.ts';
import { PLAIN_CSV, type ViewExport } from '../../service/contract/table-export.ts';
import { scripted } from './scripted-host.ts';

type Call = { name: string; input: { file?: { path: string }; files?: { path: string }[] }; how: How };
type How = { signal?: AbortSignal; onProgress?: (progress: object) => void };

const RUN = (runId: number) => ({
  ...{ runId, dataset: 'us_debt', added: 3, revised: 1, unchanged: 0, first: 1, last: 2 },
});

/** A host whose uploads are real copies, and a service that answers as the test says. */
function host(answer: (call: Call) => unknown = () => ({}), mostBytes?: number) {
  const uploads = createUploads(mostBytes);
  onTestFinished(() => uploads.close());
  const calls: Call[] = [];
  const logs: string[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-chosen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const chosen = new Map<string, { path: string; name: string }>();
  const made = scripted({
    call: (name, input, how) => {
      const call = { name, input, how } as Call;
      calls.push(call);
      return answer(call);
    },
    over: {
      uploads,
      jobs: createJobs((line) => logs.push(line)),
      chosenFiles: { redeem: (grant) => chosen.get(grant) },
    },
  });
  const jobs = async () => ((await (await made.ask('/host/jobs')).json()) as { jobs: HostJob[] }).jobs;
  /** Starts an action, and waits for its first job. */
  const done = async (name: string, body: object) => {
    const [status] = await made.said(made.post(name, body));
    await expect.poll(async () => (await jobs())[0]?.state, { interval: 2 }).not.toBe('running');
    return [status, (await jobs())[0]];
  };
  const upload = async (name = 'debt.csv', text = 'date,value\n') =>
    (await made.said(made.ask(`/host/upload?name=${name}`, { method: 'POST', body: text })))[1]
      .upload as string;
  const pathOf = ({ input }: Call) => input.file?.path ?? input.files?.[0]?.path ?? '';
  return { ...made, jobs, done, upload, calls, logs, pathOf, folder, chosen };
}

const ended = {
  code: null,
  message: null,
  progress: null,
  preview: null,
  runs: [],
  notes: [],
  state: 'done',
};

test.each([
  ['list_date alone', { list_date: '2014-12-07' }, { listDate: '2014-12-07' }],
  ['list_code alone', { list_code: 'OWN' }, { listCode: 'OWN' }],
  ['both', { list_date: '2014-12-07', list_code: 'OWN' }, { listDate: '2014-12-07', listCode: 'OWN' }],
  ['neither', { list_date: '', list_code: '' }, {}],
])(
  'what a person says of a list goes with its file, and what he allows with the import: %s',
  async (_, said, facts) => {
    const preview = { file: 'debt.csv', datasets: [] };
    const { upload, done, calls, pathOf } = host(({ name }) => (name === 'preview' ? preview : []));
    const taken = await upload();
    expect(await done('preview', { upload: taken, ...said, allow_jumps: true })).toEqual([
      202,
      { ...ended, id: 1, kind: 'preview', title: 'debt.csv', preview },
    ]);
    await done('import', { upload: taken, ...said, allow_jumps: true });
    await done('import', { upload: await upload(), ...said, allow_shrink: true });
    const inputs = calls.map(({ name, input }) => [name, input]);
    const [one, two, three] = calls.map(pathOf);
    const file = { name: 'debt.csv', ...facts };
    expect(inputs).toEqual([
      ['preview', { file: { ...file, path: one } }],
      ['import', { files: [{ ...file, path: two }], allowShrink: false, allowJumps: true }],
      ['import', { files: [{ ...file, path: three }], allowShrink: true, allowJumps: false }],
    ]);
    expect(one).toBe(two);
  },
);

test('an import says what it stored and noted of each part, and its progress; its copy goes then', async () => {
  const { upload, done, jobs, calls, pathOf } = host(async ({ how }) => {
    how.onProgress?.({ rows: 7 });
    expect((await jobs())[0]?.progress).toEqual({ rows: 7 });
    return [
      { runs: [RUN(1), RUN(2)], notes: ['One.'] },
      { runs: [RUN(3)], notes: ['Two.', 'Three.'] },
    ];
  });
  expect(await done('import', { upload: await upload() })).toEqual([
    202,
    {
      ...{ ...ended, id: 1, kind: 'import', title: 'debt.csv', progress: { rows: 7 } },
      ...{ runs: [RUN(1), RUN(2), RUN(3)], notes: ['One.', 'Two.', 'Three.'] },
    },
  ]);
  expect(calls.map((call) => existsSync(pathOf(call)))).toEqual([false]);
});

test('a refresh says what each source stored and noted', async () => {
  const sources = [
    { runs: [RUN(1)], notes: ['One.'] },
    { runs: [RUN(2), RUN(3)], notes: ['Two.'] },
  ];
  const { done } = host(() => ({ sources, failures: [] }));
  expect(await done('refresh', { datasets: ['us_debt'] })).toEqual([
    202,
    {
      ...{ ...ended, id: 1, kind: 'refresh', title: 'us_debt' },
      ...{ runs: [RUN(1), RUN(2), RUN(3)], notes: ['One.', 'Two.'] },
    },
  ]);
});

test('a refresh that fails says why; of a bug only the log says more', async () => {
  const failed = (failure: object) =>
    host(() => ({ sources: [], failures: [{ dataset: 'us_debt', ...failure }] }));
  const refused = failed({ code: 'invalid_file', message: 'Line 3: bad.', at: { file: 'x.csv', line: 3 } });
  const [, job] = await refused.done('refresh', { datasets: ['us_debt'] });
  expect(job).toMatchObject({ state: 'failed', code: 'invalid_file', message: 'Line 3: bad.' });
  const bug = failed({ code: 'bug', message: 'x is not a function' });
  const [, broken] = await bug.done('refresh', { datasets: ['us_debt'] });
  expect(broken).toMatchObject({
    state: 'failed',
    code: 'bug',
    message: expect.stringMatching(/^An error in Almanac itself/),
  });
  expect([refused.logs.length, bug.logs.join().includes('x is not a function')]).toEqual([0, true]);
});

test.each(['refresh', 'preview', 'import', 'rescue'])(
  '%s ends in the service when it is cancelled',
  async (name) => {
    const { post, upload, jobs, calls, said } = host(
      ({ how }) =>
        new Promise((_, reject) => {
          how.signal?.addEventListener('abort', () => reject(new Failure('cancelled', 'Cancelled.')));
        }),
    );
    const body = { upload: await upload(), datasets: ['us_debt'], id: 'data.sqlite.broken-x' };
    const [, started] = await said(post(name, body));
    expect(started.jobs).toMatchObject([{ state: 'running', kind: name }]);
    expect(await said(post('cancel', { job: started.jobs[0].id + 1 }))).toEqual([
      200,
      { jobs: await jobs() },
    ]);
    expect(calls[0]?.how.signal?.aborted).toBe(false);
    await post('cancel', { job: started.jobs[0].id });
    expect(calls[0]?.how.signal?.aborted).toBe(true);
    await expect.poll(async () => (await jobs())[0]?.state, { interval: 2 }).toBe('cancelled');
  },
);

test('a rescue is asked for by its incident, and says what was left out', async () => {
  const { done, calls } = host(() => ({ notes: ['One.', 'Two.'] }));
  expect(await done('rescue', { id: 'data.sqlite.broken-x' })).toEqual([
    202,
    { ...ended, id: 1, kind: 'rescue', title: 'data.sqlite.broken-x', notes: ['One.', 'Two.'] },
  ]);
  expect(calls.map(({ name, input }) => [name, input])).toEqual([
    ['rescue', { incident: 'data.sqlite.broken-x' }],
  ]);
});

test.each(['preview', 'import'])(
  'after a %s that failed the copy can be used again, and goes when it is discarded',
  async (name) => {
    const { upload, done, post, said, calls, pathOf } = host(() => {
      throw new Failure('invalid_file', 'debt.csv, line 3: bad.');
    });
    const taken = await upload();
    for (let times = 0; times < 2; times++)
      expect((await done(name, { upload: taken }))[1]).toMatchObject({
        state: 'failed',
        code: 'invalid_file',
      });
    expect(calls.map((call) => existsSync(pathOf(call)))).toEqual([true, true]);
    expect(await said(post('discard', { upload: taken }))).toEqual([200, {}]);
    expect(calls.map((call) => existsSync(pathOf(call)))).toEqual([false, false]);
    expect(await said(post(name, { upload: taken }))).toEqual([404, { detail: 'Not Found' }]);
    expect(calls).toHaveLength(2);
  },
);

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
