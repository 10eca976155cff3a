import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import { fileHost as host } from './file-host.ts';

const RUN = (runId: number) => ({
  ...{ runId, dataset: 'us_debt', added: 3, revised: 1, unchanged: 0, first: 1, last: 2 },
});

const failed = { state: 'failed', code: 'invalid_file', runs: [], notes: [], preview: null };
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
  expect(await done('refresh', { datasets: ['us_debt', 'us_debt'] })).toEqual([
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
  const gone = host(() => {
    throw new Failure('invalid_file', 'There is no damaged data file gone to rescue from.');
  });
  const [, job] = await gone.done('rescue', { id: 'gone' });
  expect(job).toMatchObject({ ...failed, message: 'There is no damaged data file gone to rescue from.' });
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

test.each(['preview', 'import'])(
  'a copy that is discarded during a %s stays until that has ended',
  async (name) => {
    const ending = Promise.withResolvers<void>();
    const { upload, post, jobs, calls, pathOf } = host(async () => {
      await ending.promise;
      return name === 'preview' ? { datasets: [] } : [];
    });
    const taken = await upload();
    await post(name, { upload: taken });
    await post('discard', { upload: taken });
    const isThere = () => existsSync(pathOf(calls[0] as (typeof calls)[0]));
    expect(isThere()).toBe(true);
    ending.resolve();
    await expect.poll(async () => (await jobs())[0]?.state, { interval: 2 }).toBe('done');
    expect(isThere()).toBe(false);
  },
);
