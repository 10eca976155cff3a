import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createExports, createJobs, createUploads } from '../../electron/data-work/index.ts';
import { createGateway, type GatewayOptions } from '../../electron/gateway/index.ts';
import { BODY_BYTES } from '../../service/contract/body.ts';
import { Failure } from '../../service/contract/failure.ts';
import { type ExportAnswer, PLAIN_CSV, type ViewExport } from '../../service/contract/table-export.ts';
import { exportView } from '../../service/tables/index.ts';
import { memoryVault } from '../support/memory-vault.ts';
import { hold, makeFolder, type Observed } from '../tables/held-data.ts';

type Job = { asked: ViewExport; folder: string };
type Write = (job: Job, signal: AbortSignal, onRows: (rows: number) => void) => Promise<unknown>;

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
const writeView: Write = (job, signal, onRows) =>
  exportView({ ...job, dataDir: held.dataDir, now: new Date() }, signal, onRows);

/** A gateway whose service writes exports as the service does, or as the test says. */
function host(write: Write = writeView, lifetimeMs?: number) {
  const status = { state: 'ready' as const, port: 4780, message: null, problem: null, requests: 0 };
  const folders: string[] = [];
  const exports = createExports(lifetimeMs);
  onTestFinished(() => exports.close());
  const call = (
    _: string,
    job: Job,
    { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: { rows: number }) => void },
  ) => {
    folders.push(job.folder);
    return write(job, signal, (rows) => onProgress({ rows }));
  };
  const gateway = createGateway({
    mode: 'browser',
    version: '1.2.3',
    files: new Map(),
    supervisor: {
      start: () => undefined,
      status: () => status,
      waitForStart: () => Promise.resolve(status),
      call: call as unknown as GatewayOptions['supervisor']['call'],
    },
    vault: memoryVault(),
    credential: 'internal',
    fetch,
    jobs: createJobs(() => undefined),
    uploads: createUploads(),
    exports,
    describeHost: () => Promise.resolve(''),
  });
  const ask = (target: string, init?: RequestInit) => gateway(new Request(`http://app${target}`, init));
  const make = (over: object = {}, more: RequestInit = {}) =>
    ask('/host/export?id=abcdefgh', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...ASKED, ...over }),
      ...more,
    });
  const made = async (over: object = {}) => (await (await make(over)).json()) as ExportAnswer;
  return { ask, make, made, exports, folders };
}

test('an export is answered when it is whole, and each of its files can be fetched once, with its length', async () => {
  const { ask, made, folders } = host();
  const { receipt, file, sidecar } = await made();
  expect([file.name, sidecar?.name]).toEqual([NAME, `${NAME}.json`]);
  const answer = await ask(file.url);
  expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="${NAME}"`);
  expect(answer.headers.get('Content-Type')).toContain('text/csv');
  expect(answer.headers.get('Content-Length')).toBe(String(receipt.bytes));
  const bytes = await answer.bytes();
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(receipt.sha256);
  expect((await ask(file.url)).status).toBe(404);
  const told = (await (await ask(sidecar?.url ?? '')).json()) as { receipt: object; is_sample: boolean };
  expect(told).toMatchObject({ receipt, is_sample: true });
  await vi.waitFor(() => expect(existsSync(folders[0] ?? '')).toBe(false));
});

test('the desktop takes the provenance by the ticket of the file, once, and not by its own', async () => {
  const { ask, made, exports, folders } = host();
  const { file, sidecar } = await made();
  const ticketOf = (url = '') => url.split('/').at(-1) ?? '';
  await (await ask(file.url)).bytes();
  expect(await exports.takeSidecar(ticketOf(sidecar?.url))).toBeUndefined();
  expect(JSON.parse((await exports.takeSidecar(ticketOf(file.url))) ?? '')).toMatchObject({
    is_sample: true,
  });
  expect(await exports.takeSidecar(ticketOf(file.url))).toBeUndefined();
  expect(existsSync(folders[0] ?? '')).toBe(false);
});

test('a body that is not an export is refused and leaves nothing', async () => {
  const { ask, make, folders } = host();
  expect((await ask('/host/export?id=abcdefgh')).status).toBe(405);
  expect((await make({}, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
  expect(
    (await ask('/host/export?id=..', { method: 'POST', headers: { 'Content-Type': 'application/json' } }))
      .status,
  ).toBe(422);
  for (const wrong of [
    { search: undefined },
    { search: 'x'.repeat(12_001) },
    { format: 'pdf' },
    { layout: 'round' },
    { csv: { ...PLAIN_CSV, separator: '|' } },
    { names: 'path' },
  ])
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

test('an export reports how many rows it has written so far', async () => {
  const writing = Promise.withResolvers<void>();
  const { ask, make } = host(async (job, signal, onRows) => {
    onRows(5000);
    await writing.promise;
    return writeView(job, signal, onRows);
  });
  const progress = async () => {
    const told = await ask('/host/export-progress?id=abcdefgh');
    return told.ok ? told.json() : told.status;
  };
  expect(await progress()).toEqual({ rows: 0, total: null });
  const answer = make();
  await vi.waitFor(async () => expect(await progress()).toEqual({ rows: 5000, total: null }), 10_000);
  writing.resolve();
  expect((await answer).status).toBe(200);
  expect(await progress()).toEqual({ rows: 0, total: null });
});

test('a cancelled export leaves nothing, whether by its id or because the page went away', async () => {
  for (const way of ['id', 'signal'] as const) {
    const leaving = new AbortController();
    const { ask, make, folders } = host(
      (_, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped'))),
        ),
    );
    const answer = make({}, { signal: leaving.signal });
    await vi.waitFor(() => expect(folders).toHaveLength(1));
    if (way === 'signal') leaving.abort();
    else
      await ask('/host/cancel-export', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ id: 'abcdefgh' }),
      });
    expect((await answer).ok).toBe(false);
    expect(existsSync(folders[0] ?? '')).toBe(false);
  }
});

test('a service that dies while it writes leaves no file and nothing to fetch; the next one writes', async () => {
  let isDying = true;
  const { make, folders } = host(async (job, signal) => {
    if (!isDying) return writeView(job, signal, () => undefined);
    writeFileSync(path.join(job.folder, NAME), 'date,series,val');
    // As the supervisor says of everything that was asked of a process that has ended.
    throw new Failure('cancelled', 'The data service stopped before it had answered.');
  });
  const answer = await make();
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
  expect(await answer.text()).not.toContain('/download/');
  expect(existsSync(folders[0] ?? '')).toBe(false);
  isDying = false;
  expect((await make()).status).toBe(200);
});

test('files that nobody fetches are removed after a while, and all when the host ends', async () => {
  const short = host(undefined, 20);
  const { file } = await short.made();
  await vi.waitFor(() => expect(existsSync(short.folders[0] ?? '')).toBe(false));
  expect((await short.ask(file.url)).status).toBe(404);
  const open = host();
  await open.made();
  await open.exports.close();
  expect(existsSync(path.dirname(open.folders[0] ?? ''))).toBe(false);
});
