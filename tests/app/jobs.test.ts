import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createUploads, type Uploads } from '../../service/app/exports.ts';
import { dataHandlers } from '../../service/app/open-app.ts';
import type { WorkContext } from '../../service/calls/index.ts';
import type { DataJob } from '../../service/contract/app-state.ts';
import { Failure } from '../../service/contract/failure.ts';
import type { FileToIngest } from '../../service/contract/ingest.ts';
import { said, scriptedPage } from './page-service.ts';

/** Refreshes, previews, imports and rescues as jobs: their input, and the page's list of them. */

const RUN = (runId: number) => ({
  ...{ runId, dataset: 'us_debt', added: 3, revised: 1, unchanged: 0, first: 1, last: 2 },
});
const ended = {
  code: null,
  message: null,
  progress: null,
  preview: null,
  runs: [],
  notes: [],
  state: 'done',
};
const failed = { state: 'failed', code: 'invalid_file', runs: [], notes: [], preview: null };

type Work = (
  file: FileToIngest,
  how: WorkContext & { allowShrink?: boolean; allowJumps?: boolean },
) => unknown;

/** A page that previews and imports with the test's functions. `seen` has the files they got. */
async function fileService(work: { preview?: Work; importing?: Work }) {
  const seen: { name: string; file: FileToIngest; allowed: unknown }[] = [];
  const page = await scriptedPage({
    work: {
      preview(file, how) {
        seen.push({ name: 'preview', file, allowed: undefined });
        return work.preview?.(file, how) ?? { file: file.name, datasets: [] };
      },
      importFiles([file], how) {
        const { allowShrink, allowJumps } = how;
        seen.push({ name: 'import', file: file as FileToIngest, allowed: { allowShrink, allowJumps } });
        return work.importing?.(file as FileToIngest, how) ?? [];
      },
    },
  });
  return { ...page, seen, areThere: () => seen.map(({ file }) => existsSync(file.path)) };
}

/** Waits until the work is cancelled. */
const endless = ({ signal }: WorkContext) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Failure('cancelled', 'Cancelled.')));
  });

test('a refresh is one job for each dataset, with what each source stored or why it failed', async () => {
  const asked: unknown[] = [];
  const { post, jobs, done, logs } = await scriptedPage({
    work: {
      refresh(dataset, { allowShrink, allowJumps }) {
        asked.push([dataset, allowShrink, allowJumps]);
        if (dataset === 'jolts') throw new Failure('publisher_unreachable', 'BLS: no answer.');
        if (dataset === 'yields') throw new TypeError('x is not a function');
        return [
          { source: 'A', runs: [RUN(1)], notes: ['One.'] },
          { source: 'B', runs: [RUN(2), RUN(3)], notes: ['Two.'] },
        ];
      },
    },
  });
  const [status, { jobs: begun }] = await said(
    post('refresh', { datasets: ['us_debt', 'jolts', 'us_debt', 'yields'] }),
  );
  expect([status, begun.map(({ title }: DataJob) => title)]).toEqual([202, ['us_debt', 'jolts', 'yields']]);
  await expect.poll(async () => (await jobs()).map(({ state }) => state)).not.toContain('running');
  const [bug, broken, debt] = await jobs();
  expect(debt).toEqual({
    ...{ ...ended, id: 1, kind: 'refresh', title: 'us_debt' },
    ...{ runs: [RUN(1), RUN(2), RUN(3)], notes: ['One.', 'Two.'] },
  });
  expect(broken).toMatchObject({
    state: 'failed',
    code: 'publisher_unreachable',
    message: 'BLS: no answer.',
  });
  expect(bug).toMatchObject({
    ...{ state: 'failed', code: 'bug', message: expect.stringMatching(/^An error in Almanac itself/) },
  });
  // Only the log has the details of a bug; a failure is not logged.
  expect([logs.length, logs.join().includes('x is not a function')]).toEqual([1, true]);
  await done('refresh', { datasets: ['us_debt'], allow_shrink: true });
  await done('refresh', { datasets: ['us_debt'], allow_jumps: true });
  expect(asked).toEqual([
    ['us_debt', false, false],
    ['jolts', false, false],
    ['yields', false, false],
    ['us_debt', true, false],
    ['us_debt', false, true],
  ]);
});

test('one job is cancelled by its number, or all jobs at once', async () => {
  const { post, jobs } = await scriptedPage({ work: { refresh: (_, how) => endless(how) } });
  const [, { jobs: begun }] = await said(post('refresh', { datasets: ['us_debt', 'yields', 'jolts'] }));
  const states = async () => (await jobs()).map(({ state }) => state).toSorted();
  expect((await post('cancel', { job: begun[0].id })).status).toBe(200);
  await expect.poll(states).toEqual(['cancelled', 'running', 'running']);
  await post('cancel');
  await expect.poll(states).toEqual(['cancelled', 'cancelled', 'cancelled']);
});

test.each(['refresh', 'preview', 'import', 'rescue'])(
  '%s ends when its job is cancelled, or the app closes',
  async (name) => {
    const signals: AbortSignal[] = [];
    const work = (how: WorkContext) => {
      signals.push(how.signal);
      return endless(how);
    };
    const { post, upload, jobs, app } = await scriptedPage({
      work: {
        refresh: (_, how) => work(how),
        preview: (_, how) => work(how),
        importFiles: (_, how) => work(how),
        rescue: (_, how) => work(how),
      },
    });
    const begin = async () =>
      (
        await said(post(name, { upload: await upload(), datasets: ['us_debt'], id: 'data.sqlite.broken-x' }))
      )[1];
    const { jobs: begun } = await begin();
    expect(begun).toMatchObject([{ state: 'running', kind: name }]);
    expect(await said(post('cancel', { job: begun[0].id + 1 }))).toEqual([200, { jobs: await jobs() }]);
    expect(signals[0]?.aborted).toBe(false);
    await post('cancel', { job: begun[0].id });
    await expect.poll(async () => (await jobs())[0]?.state).toBe('cancelled');
    await begin();
    await app.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  },
);

test('the list keeps only the last forty jobs that ended', async () => {
  const { post, jobs } = await scriptedPage({ work: { refresh: () => [] } });
  for (let times = 0; times < 3; times++)
    await post('refresh', { datasets: Array.from({ length: 20 }, (_, i) => `${times}-${i}`) });
  await post('refresh', { datasets: ['last'] });
  const titles = (await jobs()).map(({ title }) => title);
  expect([titles[0], titles.length]).toEqual(['last', 41]);
});

test('a dropped file becomes a private copy, is previewed under its own name, imported, and then removed', async () => {
  const texts: unknown[] = [];
  const work: Work = ({ path }) => {
    texts.push([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]);
  };
  const { upload, done, post, seen, areThere } = await fileService({ preview: work, importing: work });
  const taken = await upload('debt ü.csv', 'date,value\n');
  expect(await done('preview', { upload: taken })).toEqual([
    202,
    { ...ended, id: 1, kind: 'preview', title: 'debt ü.csv', preview: { file: 'debt ü.csv', datasets: [] } },
  ]);
  expect(areThere()).toEqual([true]);
  await done('import', { upload: taken });
  expect(seen.map(({ file }) => file.name)).toEqual(['debt ü.csv', 'debt ü.csv']);
  expect(texts).toEqual([
    ['date,value\n', 0o600],
    ['date,value\n', 0o600],
  ]);
  expect(areThere()).toEqual([false, false]);
  expect(await said(post('preview', { upload: taken }))).toEqual([404, { detail: 'Not Found' }]);
});

test.each([
  ['list_date alone', { list_date: '2014-12-07' }, { listDate: '2014-12-07' }],
  ['list_code alone', { list_code: 'OWN' }, { listCode: 'OWN' }],
  ['both', { list_date: '2014-12-07', list_code: 'OWN' }, { listDate: '2014-12-07', listCode: 'OWN' }],
  ['neither', { list_date: '', list_code: '' }, {}],
])('a list’s details go with its file, and permissions go with the import: %s', async (_, words, facts) => {
  const { upload, done, seen } = await fileService({});
  const taken = await upload();
  await done('preview', { upload: taken, ...words, allow_jumps: true });
  await done('import', { upload: taken, ...words, allow_jumps: true });
  await done('import', { upload: await upload(), ...words, allow_shrink: true });
  const [one, two, three] = seen.map(({ file }) => file.path);
  const file = { name: 'debt.csv', ...facts };
  expect(seen).toEqual([
    { name: 'preview', file: { ...file, path: one }, allowed: undefined },
    { name: 'import', file: { ...file, path: two }, allowed: { allowShrink: false, allowJumps: true } },
    { name: 'import', file: { ...file, path: three }, allowed: { allowShrink: true, allowJumps: false } },
  ]);
  expect(one).toBe(two);
});

test('an import reports its runs and notes for each part, and its progress', async () => {
  const { upload, done, jobs } = await fileService({
    async importing(_, { onProgress }) {
      onProgress({ rows: 7 } as never);
      expect((await jobs())[0]?.progress).toEqual({ rows: 7 });
      return [
        { runs: [RUN(1), RUN(2)], notes: ['One.'] },
        { runs: [RUN(3)], notes: ['Two.', 'Three.'] },
      ];
    },
  });
  expect(await done('import', { upload: await upload() })).toEqual([
    202,
    {
      ...{ ...ended, id: 1, kind: 'import', title: 'debt.csv', progress: { rows: 7 } },
      ...{ runs: [RUN(1), RUN(2), RUN(3)], notes: ['One.', 'Two.', 'Three.'] },
    },
  ]);
});

test('a rescue names its incident, and reports the rows that it left out', async () => {
  const asked: string[] = [];
  const { done } = await scriptedPage({
    work: {
      rescue(incident) {
        asked.push(incident);
        if (incident === 'gone')
          throw new Failure('invalid_file', 'There is no damaged data file gone to rescue from.');
        return { notes: ['One.', 'Two.'] };
      },
    },
  });
  expect(await done('rescue', { id: 'data.sqlite.broken-x' })).toEqual([
    202,
    { ...ended, id: 1, kind: 'rescue', title: 'data.sqlite.broken-x', notes: ['One.', 'Two.'] },
  ]);
  const [, job] = await done('rescue', { id: 'gone' });
  expect(job).toMatchObject({ ...failed, message: 'There is no damaged data file gone to rescue from.' });
  expect(asked).toEqual(['data.sqlite.broken-x', 'gone']);
});

test.each(['preview', 'import'])(
  'after a %s that failed, the copy can be used again, and is removed when it is discarded',
  async (name) => {
    const fail: Work = () => {
      throw new Failure('invalid_file', 'debt.csv, line 3: bad.');
    };
    const { upload, done, post, seen, areThere } = await fileService({ preview: fail, importing: fail });
    const taken = await upload();
    for (let times = 0; times < 2; times++)
      expect((await done(name, { upload: taken }))[1]).toMatchObject({
        state: 'failed',
        code: 'invalid_file',
      });
    expect(areThere()).toEqual([true, true]);
    expect(await said(post('discard', { upload: taken }))).toEqual([200, {}]);
    expect(areThere()).toEqual([false, false]);
    expect(await said(post(name, { upload: taken }))).toEqual([404, { detail: 'Not Found' }]);
    expect(seen).toHaveLength(2);
  },
);

test.each(['preview', 'import'])(
  'a copy that is discarded during a %s stays until the job has ended',
  async (name) => {
    const ending = Promise.withResolvers<void>();
    const wait: Work = () => ending.promise;
    const { upload, post, jobs, areThere } = await fileService({
      preview: wait,
      importing: () => ending.promise.then(() => []),
    });
    const taken = await upload();
    await post(name, { upload: taken });
    await post('discard', { upload: taken });
    expect(areThere()).toEqual([true]);
    ending.resolve();
    await expect.poll(async () => (await jobs())[0]?.state).toBe('done');
    expect(areThere()).toEqual([false]);
  },
);

async function taken(uploads: Uploads, name: string): Promise<string> {
  const upload = await uploads.take(name, Readable.from([Buffer.from(name)]));
  if (upload === 'too-large') throw new Error(upload);
  return upload.upload;
}

function open(mostBytes?: number): Uploads {
  const uploads = createUploads(mostBytes);
  onTestFinished(() => uploads.close());
  return uploads;
}

test('eight copies are kept, and the oldest is removed when a ninth comes', async () => {
  const uploads = open();
  const all: string[] = [];
  for (let i = 0; i < 9; i++) all.push(await taken(uploads, `${i}.csv`));
  expect(all.map((upload) => uploads.borrow(upload)?.name)).toEqual([
    undefined,
    ...Array.from({ length: 8 }, (_, i) => `${i + 1}.csv`),
  ]);
});

test('a copy in use stays, however many come', async () => {
  const uploads = open();
  const first = await taken(uploads, 'first.csv');
  const working = uploads.borrow(first);
  const second = await taken(uploads, 'second.csv');
  for (let i = 0; i < 8; i++) await taken(uploads, `${i}.csv`);
  expect(existsSync(working?.path ?? '')).toBe(true);
  expect(uploads.borrow(second)).toBeUndefined();
  await working?.release();
  // The copy can be used again, and is now the oldest one to remove.
  expect(uploads.borrow(first)?.name).toBe('first.csv');
});

test('a copy that is discarded while two jobs use it is removed after the second', async () => {
  const uploads = open();
  const upload = await taken(uploads, 'debt.csv');
  const [one, two] = [uploads.borrow(upload), uploads.borrow(upload)];
  await uploads.discard(upload);
  expect(uploads.borrow(upload)).toBeUndefined();
  await one?.release();
  await one?.release();
  expect(existsSync(two?.path ?? '')).toBe(true);
  await two?.release();
  expect(existsSync(two?.path ?? '')).toBe(false);
});

test('a file that is too large is refused, and no part of it stays', async () => {
  const uploads = open(10);
  const { upload } = dataHandlers({ uploads, work: {} as never, jobs: {} as never });
  const send = (name: string, text: string) =>
    upload(
      { name },
      { query: {}, signal: new AbortController().signal, bytes: Readable.from([Buffer.from(text)]) },
    );
  const taken = await send('fits.csv', 'x'.repeat(10));
  expect(taken).toEqual({ upload: expect.any(String), name: 'fits.csv', bytes: 10 });
  await expect(send('big.csv', 'x'.repeat(11))).rejects.toMatchObject({
    status: 413,
    body: { detail: "big.csv is larger than 512 MB, more than any publisher's file." },
  });
  const folder = path.dirname(uploads.borrow(taken.upload)?.path ?? '');
  expect(readdirSync(folder)).toEqual([taken.upload]);
  await uploads.close();
  expect(existsSync(folder)).toBe(false);
});

test('a file without a name gets one, and a broken upload leaves no file', async () => {
  const { ask } = await scriptedPage();
  expect(await said(ask('/host/upload', { method: 'POST', body: 'x' }))).toEqual([
    ...[200, { upload: expect.any(String), name: 'file', bytes: 1 }],
  ]);
  const uploads = open();
  async function* broken() {
    yield Buffer.from('date,');
    throw new Error('gone');
  }
  const before = await taken(uploads, 'x');
  await expect(uploads.take('broken.csv', broken())).rejects.toThrow('gone');
  expect(readdirSync(path.dirname(uploads.borrow(before)?.path ?? ''))).toEqual([before]);
});

test('a back-up is restored by its name, or from a copy that is removed afterwards, even after a failure', async () => {
  let isBroken = false;
  const given: { backUp?: string; file?: FileToIngest }[] = [];
  const restored = { set_aside: 'before.sqlite', has_brought_work: true };
  const { upload, post } = await scriptedPage({
    work: {
      restore(from) {
        given.push(from);
        if ('file' in from) expect(existsSync(from.file.path)).toBe(true);
        if (isBroken) throw new Failure('invalid_file', 'This is no back-up.');
        return restored;
      },
    },
  });
  expect(await said(post('restore', { back_up: 'almanac-2026.sqlite' }))).toEqual([200, restored]);
  const taken = await upload('mine.sqlite', 'x');
  expect(await said(post('restore', { upload: taken }))).toEqual([200, restored]);
  expect(await said(post('restore', { upload: taken }))).toEqual([404, { detail: 'Not Found' }]);
  isBroken = true;
  const broken = await upload('other.sqlite', 'y');
  expect(await said(post('restore', { upload: broken }))).toEqual([422, { detail: 'This is no back-up.' }]);
  expect((await said(post('restore', { upload: broken })))[0]).toBe(404);
  expect(given.map(({ backUp, file }) => backUp ?? file?.name)).toEqual([
    ...['almanac-2026.sqlite', 'mine.sqlite', 'other.sqlite'],
  ]);
  expect(given.some(({ file }) => file && existsSync(file.path))).toBe(false);
});
