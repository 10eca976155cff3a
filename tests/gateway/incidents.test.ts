import { expect, test } from 'vitest';
import { createExports, createJobs, createUploads } from '../../electron/data-work/index.ts';
import { createGateway, type GatewayOptions } from '../../electron/gateway/index.ts';
import { Failure } from '../../service/contract/failure.ts';
import type { HostJob } from '../../service/contract/host.ts';
import type { Incident } from '../../service/contract/incidents.ts';
import { memoryVault } from '../support/memory-vault.ts';

const STATUS = { state: 'ready', port: 4780, message: null, problem: null, requests: 0 } as const;

function gatewayTo(over: Partial<GatewayOptions>, call?: (name: string, input: unknown) => unknown) {
  const asked = async (name: string, input: unknown) => call?.(name, input);
  const gateway = createGateway({
    mode: 'browser',
    version: '1.2.3',
    files: new Map(),
    supervisor: {
      start: () => undefined,
      status: () => STATUS,
      waitForStart: () => Promise.resolve(STATUS),
      call: asked as GatewayOptions['supervisor']['call'],
    },
    vault: memoryVault(),
    credential: 'internal',
    fetch,
    jobs: createJobs(() => undefined),
    uploads: createUploads(),
    exports: createExports(),
    describeHost: () => Promise.resolve('asked'),
    ...over,
  });
  return (path: string, init?: RequestInit) => gateway(new Request(`http://app${path}`, init));
}

test('the state lists incidents of the files, until they are dismissed', async () => {
  const incident: Incident = {
    id: 'data.sqlite.broken-2026-11-22T10-20-30Z',
    kind: 'damaged',
    what: 'data',
    at: '2026-11-22T10:20:30.000Z',
    file: '/data/data.sqlite.broken-2026-11-22T10-20-30Z',
    is_dismissed: false,
    rescue: null,
  };
  let open = [incident];
  const incidents = {
    open: () => open,
    dismiss: (id: string) => {
      open = open.filter((one) => one.id !== id);
    },
  };
  const ask = gatewayTo({ incidents });
  const dismiss = (body: string) =>
    ask('/host/dismiss-incident', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  expect(await (await ask('/host/state')).json()).toMatchObject({ incidents: [incident] });
  expect((await ask('/host/dismiss-incident')).headers.get('Allow')).toBe('POST');
  expect((await dismiss('{}')).status).toBe(422);
  expect(await (await dismiss(JSON.stringify({ id: 'other' }))).json()).toMatchObject({
    incidents: [incident],
  });
  expect(await (await dismiss(JSON.stringify({ id: incident.id }))).json()).toMatchObject({ incidents: [] });
});

test('a rescue is a job of its incident, and the job says what was left out', async () => {
  const calls: unknown[] = [];
  const ask = gatewayTo({}, (name, input) => {
    calls.push([name, input]);
    if ((input as { incident: string }).incident === 'gone')
      throw new Failure('invalid_file', 'There is no damaged data file gone to rescue from.');
    return { notes: ['A list was left out.'] };
  });
  const rescue = (body: unknown) =>
    ask('/host/rescue', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const jobs = async () => ((await (await ask('/host/jobs')).json()) as { jobs: HostJob[] }).jobs;
  const started = await rescue({ id: 'data.sqlite.broken-x' });
  expect(started.status).toBe(202);
  expect(await started.json()).toMatchObject({ jobs: [{ kind: 'rescue', title: 'data.sqlite.broken-x' }] });
  await expect.poll(jobs).toMatchObject([{ state: 'done', notes: ['A list was left out.'] }]);
  expect(calls).toEqual([['rescue', { incident: 'data.sqlite.broken-x' }]]);
  await rescue({ id: 'gone' });
  await expect
    .poll(async () => (await jobs())[0])
    .toMatchObject({ state: 'failed', code: 'invalid_file', message: expect.stringContaining('gone') });
  expect((await rescue({})).status).toBe(422);
});
