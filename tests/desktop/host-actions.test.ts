import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExports, createJobs, createUploads, type Uploads } from '../../electron/data-work/index.ts';
import { createChosenFiles } from '../../electron/desktop/index.ts';
import { createGateway, type GatewayOptions } from '../../electron/gateway/index.ts';
import type { Upload } from '../../service/contract/host.ts';
import { memoryVault } from '../support/memory-vault.ts';

let folder: string;
let uploads: Uploads;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-chosen-'));
  uploads = createUploads(1_000);
});
afterEach(async () => {
  await uploads.close();
  await rm(folder, { recursive: true, force: true });
});

function open(over: Partial<GatewayOptions> = {}) {
  const status = { state: 'ready' as const, port: 4780, message: null, problem: null, requests: 0 };
  const gateway = createGateway({
    mode: 'desktop',
    version: '1.2.3',
    files: new Map(),
    supervisor: {
      start: () => undefined,
      status: () => status,
      waitForStart: () => Promise.resolve(status),
      call: () => Promise.reject(new Error('nothing is asked of the service')),
    },
    vault: memoryVault(),
    credential: 'internal',
    fetch,
    jobs: createJobs(() => undefined),
    uploads,
    exports: createExports(),
    describeHost: () => Promise.resolve(''),
    ...over,
  });
  return async (action: string, body: unknown) => {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = await gateway(new Request(`app://bundle/host/${action}`, init));
    return { status: answer.status, body: await answer.json() };
  };
}

test('a file that was chosen in a dialog becomes an upload once, and the page never gets its path', async () => {
  const file = path.join(folder, 'debt.csv');
  await writeFile(file, 'a,b\n1,2\n');
  const chosen = createChosenFiles();
  const { grant, name } = chosen.grant(file);
  expect(name).toBe('debt.csv');
  expect(grant).not.toContain('debt');
  const ask = open({ chosenFiles: chosen });
  const taken = await ask('take-file', { grant });
  expect(taken).toEqual({ status: 200, body: { upload: expect.any(String), name: 'debt.csv', bytes: 8 } });
  expect(JSON.stringify(taken.body)).not.toContain(folder);
  const copy = uploads.borrow((taken.body as Upload).upload);
  expect(await readFile(copy?.path ?? '', 'utf8')).toBe('a,b\n1,2\n');
  expect((await ask('take-file', { grant })).status).toBe(404);
});

test('no file is read without a grant of the dialog, and none in browser mode', async () => {
  const ask = open({ chosenFiles: createChosenFiles() });
  for (const grant of ['/etc/passwd', '', 'x'.repeat(32)])
    expect((await ask('take-file', { grant })).status).toBe(404);
  expect((await ask('take-file', { path: '/etc/passwd' })).status).toBe(422);
  expect((await open()('take-file', { grant: 'x' })).status).toBe(404);
});

test('a chosen file that is too large or no longer there is refused with a sentence', async () => {
  const chosen = createChosenFiles();
  const large = path.join(folder, 'large.csv');
  await writeFile(large, 'x'.repeat(2_000));
  const ask = open({ chosenFiles: chosen });
  expect((await ask('take-file', chosen.grant(large))).status).toBe(413);
  const gone = await ask('take-file', { grant: chosen.grant(path.join(folder, 'gone.csv')).grant });
  expect(gone).toEqual({
    status: 422,
    body: { detail: expect.stringMatching(/^gone\.csv could not be read/) },
  });
});

test('the newest of many unused grants stay valid', () => {
  const chosen = createChosenFiles();
  const grants = Array.from({ length: 20 }, (_, i) => chosen.grant(`/data/${i}.csv`).grant);
  expect(chosen.redeem(grants[0] as string)).toBeUndefined();
  expect(chosen.redeem(grants[19] as string)).toEqual({ path: '/data/19.csv', name: '19.csv' });
});

test('the page’s marks of the start reach the host', async () => {
  const onStartupMarks = vi.fn();
  const ask = open({ onStartupMarks });
  const marks = { first_paint: 1_700_000_000_000, data_visible: 1_700_000_000_100.5 };
  expect((await ask('startup-marks', marks)).status).toBe(200);
  expect(onStartupMarks).toHaveBeenCalledWith(marks);
  expect((await ask('startup-marks', { first_paint: 'now' })).status).toBe(422);
  expect(onStartupMarks).toHaveBeenCalledOnce();
});
