import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { createExports, createJobs, createUploads } from '../../electron/data-work/index.ts';
import { createGateway, type GatewayOptions } from '../../electron/gateway/index.ts';
import { Failure } from '../../service/contract/failure.ts';
import type { HostJob } from '../../service/contract/host.ts';
import { memoryVault } from '../support/memory-vault.ts';

type Call = { name: string; input: unknown; signal: AbortSignal | undefined };
const uploads = createUploads(1_000_000);
afterEach(() => uploads.close());

/** A host whose service answers as the test says; `calls` is what it was asked. */
function host(answer: (call: Call) => unknown, isUp = true, isUpLater = isUp) {
  const calls: Call[] = [];
  const logs: string[] = [];
  const status = {
    state: 'ready' as const,
    port: isUp ? 4780 : undefined,
    message: null,
    problem: null,
    requests: 0,
  };
  const call = async (
    name: string,
    input: unknown,
    how: { signal?: AbortSignal; onProgress?: unknown } = {},
  ) => {
    calls.push({ name, input, signal: how.signal });
    return answer({ name, input, signal: how.signal });
  };
  const gateway = createGateway({
    mode: 'browser',
    version: '1.2.3',
    files: new Map(),
    supervisor: {
      start: () => undefined,
      status: () => status,
      settle: () => Promise.resolve({ ...status, port: isUpLater ? 4780 : undefined }),
      call: call as GatewayOptions['supervisor']['call'],
    },
    vault: memoryVault(),
    credential: 'internal',
    fetch,
    jobs: createJobs((line) => logs.push(line)),
    uploads,
    exports: createExports(),
    describeHost: () => Promise.resolve('asked'),
  });
  const get = async (path: string) => {
    const found = await gateway(new Request(`http://app/host/${path}`));
    return { status: found.status, body: await found.json() };
  };
  const post = async (path: string, body: unknown) => {
    const found = await gateway(
      new Request(`http://app/host/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    return { status: found.status, body: await found.json() };
  };
  const upload = async (name: string, bytes: string) => {
    const address = `http://app/host/upload?name=${encodeURIComponent(name)}`;
    const found = await gateway(new Request(address, { method: 'POST', body: bytes }));
    return { status: found.status, body: await found.json() };
  };
  /** Waits until no job runs. */
  const ended = async (): Promise<HostJob[]> => {
    for (;;) {
      const { jobs } = (await get('jobs')).body as { jobs: HostJob[] };
      if (jobs.every(({ state }) => state !== 'running')) return jobs;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return { get, post, upload, ended, calls, logs };
}

const RUN = { runId: 1, dataset: 'us_debt', added: 3, revised: 1, unchanged: 0, first: 1, last: 2 };

test('a refresh is one job for each dataset, and tells what it stored or why it failed', async () => {
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

test('a job is cancelled by its number, or all are', async () => {
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

test('a file whose import failed can be tried again, and is gone when it is discarded or the host ends', async () => {
  const { upload, post, ended } = host(() => {
    throw new Failure('invalid_file', 'debt.csv, line 3: bad.');
  });
  const one = (await upload('debt.csv', 'x')).body.upload;
  await post('import', { upload: one });
  expect(await ended()).toMatchObject([{ state: 'failed', message: 'debt.csv, line 3: bad.' }]);
  expect((await post('preview', { upload: one })).status).toBe(202);
  await ended();
  expect((await post('discard', { upload: one })).status).toBe(200);
  expect((await post('import', { upload: one })).status).toBe(404);
  await upload('other.csv', 'y');
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('almanac-upload-')).length;
  const before = folders();
  await uploads.close();
  expect(folders()).toBe(before - 1);
});

test('a file that is too large is refused and not kept', async () => {
  const small = createUploads(10);
  const stream = (text: string) => new Response(text).body;
  expect(await small.take('big.csv', stream('x'.repeat(11)))).toBe('too-large');
  expect(await small.take('fits.csv', stream('x'.repeat(10)))).toMatchObject({ bytes: 10 });
  await small.close();
});

test('an error of ours tells the person nothing of its insides, and the log everything', async () => {
  const { post, ended, logs } = host(() => {
    throw new TypeError('x is not a function');
  });
  await post('refresh', { datasets: ['us_debt'] });
  expect((await ended())[0]?.message).toMatch(/^An error in Almanac itself/);
  expect(logs.join()).toContain('x is not a function');
});

test('the state, the runs and the switch come from the service', async () => {
  const { get, post, calls } = host(({ name }) =>
    name === 'runs' || name === 'failed-runs' ? [] : { auto_refresh: false, datasets: [] },
  );
  expect((await get('data-state')).body).toEqual({ auto_refresh: false, datasets: [] });
  expect((await get('runs')).body).toEqual({ runs: [], failed: [] });
  expect((await post('auto-refresh', { is_on: false })).status).toBe(200);
  expect(calls.map(({ name }) => name)).toEqual(['data-state', 'runs', 'failed-runs', 'set-auto-refresh']);
  expect(calls[3]?.input).toEqual({ isOn: false });
});

test('a sample is made by a request of its own', async () => {
  const { get, post, calls } = host(() => ({ datasets: 9 }));
  expect((await get('make-sample')).status).toBe(405);
  expect((await post('make-sample', {})).body).toEqual({ datasets: 9 });
  expect(calls.map(({ name }) => name)).toEqual(['make-sample']);
});

test('how publishers are asked is set by one action, and a bad contact is told', async () => {
  const state = { auto_refresh: true, allow_fred: true, contact: 'me@example.org', datasets: [] };
  const { post, get, calls } = host(() => state);
  const body = { allow_fred: true, contact: 'me@example.org' };
  expect(await post('refresh-settings', body)).toEqual({ status: 200, body: state });
  expect(calls).toMatchObject([
    { name: 'set-refresh-settings', input: { allowFred: true, contact: 'me@example.org' } },
  ]);
  expect((await get('refresh-settings')).status).toBe(405);
  expect((await post('refresh-settings', { allow_fred: 'yes', contact: '' })).status).toBe(422);
  expect(calls).toHaveLength(1);
  const refusing = host(() => {
    throw new Failure('wrong_usage', 'The contact must be one line.');
  });
  const refused = await refusing.post('refresh-settings', { allow_fred: false, contact: 'a\nb' });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain('The contact must be one line.');
});

test('a change that a full disk does not take is told in the words of the service, not as an error of ours', async () => {
  const said = 'The settings were not changed: the disk is full.';
  const full = host(() => {
    throw new Failure('folder_unusable', said);
  });
  expect(await full.post('auto-refresh', { is_on: true })).toEqual({ status: 409, body: { detail: said } });
});

test('a key that stands in what the service says is not repeated', async () => {
  const key = `alm_${'k'.repeat(32)}`;
  const telling = host(() => {
    throw new Failure('wrong_usage', `There is no series ${key}, nor ?api_key=0123456789abcdef.`);
  });
  const { status, body } = await telling.get('explain?dataset=us_debt&series=x&date=2025-03-01');
  expect(status).toBe(422);
  expect(JSON.stringify(body)).not.toMatch(/kkk|0123456789abcdef/);
  expect(JSON.stringify(body)).toContain('There is no series');
});

test('what does not fit is refused, and without a service there is nothing but the jobs', async () => {
  const { get, post } = host(() => ({}));
  expect((await get('refresh')).status).toBe(405);
  expect((await post('jobs', {})).status).toBe(405);
  expect((await post('refresh', { datasets: 'us_debt' })).status).toBe(422);
  expect((await post('import', { upload: 'made-up' })).status).toBe(404);
  const starting = host(() => ({ auto_refresh: true, datasets: [] }), false, true);
  expect((await starting.get('data-state')).status).toBe(200);
  const down = host(() => ({}), false);
  expect((await down.get('data-state')).status).toBe(503);
  expect((await down.post('refresh', { datasets: ['us_debt'] })).status).toBe(503);
  expect((await down.get('jobs')).body).toEqual({ jobs: [] });
});

test('an observation and the revisions of a series are asked for by what the address names', async () => {
  const { get, calls } = host(({ name }) => ({ told: name }));
  const series = 'dataset=ui_state_weekly_claims&series=initial_claims&area=CA';
  expect(await get(`explain?${series}&date=2025-03-01`)).toEqual({ status: 200, body: { told: 'explain' } });
  expect(await get(`revisions?${series}`)).toEqual({ status: 200, body: { told: 'revisions' } });
  const asked = { dataset: 'ui_state_weekly_claims', series: 'initial_claims', area: 'CA' };
  expect(calls.map(({ name, input }) => ({ name, input }))).toEqual([
    { name: 'explain', input: { ...asked, date: '2025-03-01' } },
    { name: 'revisions', input: { ...asked, limit: 10 } },
  ]);
});

test('what names no observation is refused with the sentence of the service', async () => {
  const { get } = host(() => {
    throw new Failure('wrong_usage', 'There is no series us_debt.x with a history.');
  });
  expect(await get('explain?dataset=us_debt&series=x')).toEqual({
    status: 422,
    body: { detail: 'There is no series us_debt.x with a history.' },
  });
});
