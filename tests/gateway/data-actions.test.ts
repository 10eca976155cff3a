import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import type { HostJob } from '../../service/contract/host.ts';

import { host, uploads } from './action-host.ts';

afterEach(() => uploads.close());

const RUN = { runId: 1, dataset: 'us_debt', added: 3, revised: 1, unchanged: 0, first: 1, last: 2 };

test('a refresh is one job for each dataset, which says what it stored or why it failed', async () => {
  const { post, ended, calls } = host(({ input }) => {
    const [dataset] = (input as { datasets: string[] }).datasets;
    return dataset === 'us_debt'
      ? { sources: [{ source: 'FiscalData', runs: [RUN], notes: ['A note.'] }], failures: [] }
      : {
          sources: [],
          failures: [{ dataset, code: 'publisher_unreachable', message: 'BLS: no answer.' }],
        };
  });
  const answer = await post('refresh', { datasets: ['us_debt', 'jolts', 'us_debt'] });
  expect(answer.status).toBe(202);
  expect(answer.body.jobs.map(({ title }: HostJob) => title)).toEqual(['us_debt', 'jolts']);
  const jobs = await ended();
  expect(jobs.find(({ title }) => title === 'us_debt')).toMatchObject({
    state: 'done',
    runs: [RUN],
    notes: ['A note.'],
  });
  expect(jobs.find(({ title }) => title === 'jolts')).toMatchObject({
    state: 'failed',
    message: 'BLS: no answer.',
    runs: [],
  });
  expect(calls.map(({ input }) => input)).toEqual([
    { datasets: ['us_debt'], allowShrink: false, allowJumps: false },
    { datasets: ['jolts'], allowShrink: false, allowJumps: false },
  ]);
});

test.each([
  ['shrinks', 'file_shrinks', { allow_shrink: true }, { allowShrink: true, allowJumps: false }],
  ['jumps', 'file_jumps', { allow_jumps: true }, { allowShrink: false, allowJumps: true }],
])(
  'a refresh that was refused because a file %s can be made all the same',
  async (_, code, allow, allowed) => {
    const { post, ended, calls } = host(({ input }) => {
      const { allowShrink, allowJumps } = input as { allowShrink: boolean; allowJumps: boolean };
      return allowShrink || allowJumps
        ? { sources: [{ source: 'FiscalData', runs: [RUN], notes: [] }], failures: [] }
        : { sources: [], failures: [{ dataset: 'us_debt', code, message: 'It lacks 20.' }] };
    });
    await post('refresh', { datasets: ['us_debt'] });
    expect(await ended()).toMatchObject([{ state: 'failed', code, message: 'It lacks 20.' }]);
    await post('refresh', { datasets: ['us_debt'], ...allow });
    expect((await ended()).find(({ state }) => state === 'done')).toMatchObject({ runs: [RUN] });
    expect(calls.at(-1)?.input).toEqual({ datasets: ['us_debt'], ...allowed });
  },
);

test('one job is cancelled by its number, or all are', async () => {
  const { post, ended } = host(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Failure('cancelled', 'Cancelled.')));
      }),
  );
  const { body } = await post('refresh', { datasets: ['us_debt', 'yields', 'jolts'] });
  const [first] = body.jobs as HostJob[];
  const after = await post('cancel', { job: first?.id });
  expect(after.status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const states = ((await post('cancel', {})).body.jobs as HostJob[]).map(({ state }) => state);
  expect(states.sort()).toEqual(['cancelled', 'running', 'running']);
  expect((await ended()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled']);
});

test('a dropped file is kept as a private copy, previewed under its own name, imported, and then removed', async () => {
  const seen: { path: string; text: string; mode: number }[] = [];
  const { upload, post, ended, calls } = host(({ name, input }) => {
    const { files, file } = input as { files?: { path: string }[]; file?: { path: string } };
    const path = file?.path ?? files?.[0]?.path ?? '';
    seen.push({ path, text: readFileSync(path, 'utf8'), mode: statSync(path).mode & 0o777 });
    return name === 'preview'
      ? { file: 'debt.csv', datasets: [] }
      : [{ file: 'debt.csv', runs: [RUN], notes: [] }];
  });
  const taken = await upload('debt ü.csv', 'date,value\n');
  expect(taken).toMatchObject({ status: 200, body: { name: 'debt ü.csv', bytes: 11 } });
  expect((await post('preview', { upload: taken.body.upload })).status).toBe(202);
  expect(await ended()).toMatchObject([{ kind: 'preview', state: 'done', preview: { file: 'debt.csv' } }]);
  expect((await post('import', { upload: taken.body.upload })).status).toBe(202);
  expect((await ended())[0]).toMatchObject({
    kind: 'import',
    state: 'done',
    runs: [RUN],
    title: 'debt ü.csv',
  });
  expect(seen.map(({ text, mode }) => [text, mode])).toEqual([
    ['date,value\n', 0o600],
    ['date,value\n', 0o600],
  ]);
  expect(calls[1]?.input).toMatchObject({
    files: [{ name: 'debt ü.csv' }],
    allowShrink: false,
    allowJumps: false,
  });
  expect(() => statSync(seen[0]?.path ?? '')).toThrow(/ENOENT/);
  expect((await post('preview', { upload: taken.body.upload })).status).toBe(404);
});

test('a file that nobody imported is gone when the host ends', async () => {
  const { upload } = host(() => ({}));
  await upload('other.csv', 'y');
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('almanac-upload.')).length;
  const before = folders();
  await uploads.close();
  expect(folders()).toBe(before - 1);
});

test('a bug shows the person no details; the log has them', async () => {
  const { post, ended, logs } = host(() => {
    throw new TypeError('x is not a function');
  });
  await post('refresh', { datasets: ['us_debt'] });
  expect((await ended())[0]?.message).toMatch(/^An error in Almanac itself/);
  expect(logs.join()).toContain('x is not a function');
});
