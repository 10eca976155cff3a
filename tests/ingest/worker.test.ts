import { describe, expect, onTestFinished, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { startService } from '../../service/compose.ts';
import type { DataJob } from '../../service/contract/app-state.ts';
import type { IngestProgress } from '../../service/contract/ingest.ts';
import { type IngestWorker, openIngestWorker } from '../../service/ingest/worker/index.ts';
import { BEARER, startChild } from '../support/service-child.ts';
import { stateRows, weekdayAt } from '../weekdays.ts';
import { type Folder, makeFolder, NOW } from './folder.ts';

const DEBT = 'dataset,series,date,value\nus_debt,total_public_debt_outstanding,2024-01-02,36104343213.10\n';
const TABLES = ['series', 'observation', 'stretch'];

const YIELDS = 2000;

/** One yield on each of 2,000 days, whose `value` identifies the file, and rows of the states. */
function largeFile(rows: number, value = '4.25'): string {
  const lines = Array.from(
    { length: YIELDS },
    (_, at) => `yields,US2Y,${dateText(weekdayAt(at - YIELDS + 14_280))},${value},`,
  );
  return `dataset,series,date,value,state\n${[...lines, ...stateRows(rows - YIELDS, '425')].join('\n')}\n`;
}

function openWorker(folder: Folder): IngestWorker & { logs: string[] } {
  const logs: string[] = [];
  const worker = openIngestWorker({
    dataDir: folder.dataDir,
    now: () => NOW,
    log: (line) => void logs.push(line),
  });
  onTestFinished(() => worker.close());
  return { ...worker, logs };
}

describe('the ingest thread', () => {
  test('imports like the function, and reports its progress', async () => {
    const folder = makeFolder();
    const same = makeFolder();
    const text = largeFile(200_000);
    const seen: IngestProgress[] = [];
    const worker = openWorker(folder);
    const file = { path: folder.write('copy-17.csv', text), name: 'yields.csv' };
    const imported = await worker.import([file], { onProgress: (progress) => seen.push(progress) });
    const [right] = await same.import([same.write('yields.csv', text)]);
    expect(imported).toMatchObject([
      { file: 'yields.csv', runs: right?.runs, notes: [], format: right?.format },
    ]);
    expect(folder.dump(TABLES)).toBe(same.dump(TABLES));
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(['recognise', 'read', 'publish']);
    expect(seen.every((progress) => progress.file === 'yields.csv')).toBe(true);
    expect(seen.at(-1)?.rows).toBe(200_000);
    expect(worker.logs).toEqual([]);
  });

  test('a failure has its code, message and place', async () => {
    const folder = makeFolder();
    const worker = openWorker(folder);
    const path = folder.write('x', 'series,date,value\nUS2Y,2024-02-30,1\n');
    await expect(worker.import([{ path, name: 'bad.csv' }])).rejects.toMatchObject({
      name: 'Failure',
      code: 'invalid_file',
      message:
        'bad.csv, line 2, column "date": "2024-02-30" is not a date; a real day written YYYY-MM-DD is right.',
      at: { file: 'bad.csv', line: 2, column: 'date' },
    });
    // The thread continues with the next job.
    expect(await worker.import([{ path: folder.write('debt.csv', DEBT) }])).toHaveLength(1);
  });

  test('runs one job at a time, in the order of the calls; each can be cancelled', async () => {
    const folder = makeFolder();
    const worker = openWorker(folder);
    await worker.import([{ path: folder.write('debt.csv', DEBT) }]);
    const before = folder.dump();
    const large = { path: folder.write('large.csv', largeFile(300_000)) };
    const [first, second] = [new AbortController(), new AbortController()];
    const order: string[] = [];
    const waits: IngestProgress[] = [];
    const running = worker
      .import([large], {
        signal: first.signal,
        onProgress: ({ phase, rows }) => phase === 'read' && rows > 0 && first.abort(),
      })
      .finally(() => order.push('first'));
    const waiting = worker
      .import([large], { signal: second.signal, onProgress: (progress) => waits.push(progress) })
      .finally(() => order.push('second'));
    const last = worker.preview({ path: folder.write('more.csv', DEBT) }).finally(() => order.push('third'));
    second.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect((await last).datasets).toMatchObject([{ unchanged: 1 }]);
    expect(waits).toEqual([{ file: large.path, phase: 'wait', bytes: 0, totalBytes: 0, rows: 0 }]);
    expect(order).toEqual(['second', 'first', 'third']);
    expect(folder.dump()).toBe(before);
  });

  test('closing cancels the running job, and leaves the data as before', async () => {
    const folder = makeFolder();
    const worker = openWorker(folder);
    const large = { path: folder.write('large.csv', largeFile(300_000)) };
    const begun = Promise.withResolvers<void>();
    const job = worker.import([large], { onProgress: ({ rows }) => rows > 0 && begun.resolve() });
    const ended = expect(job).rejects.toMatchObject({ code: 'cancelled' });
    await begun.promise;
    await worker.close();
    await ended;
    expect(folder.dump(['observation', 'run'])).toBe('observation\nrun');
    await expect(worker.import([large])).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a service that imports', () => {
  test('answers requests from the old data during an import, and from the new data after it', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('held.csv', largeFile(YIELDS, '1.00'))]);
    const service = await startService({
      dataDir: folder.dataDir,
      port: 0,
      pageSize: 5000,
      sample: false,
      internalCredential: 'c'.repeat(43),
      now: () => NOW,
      log: () => undefined,
    });
    onTestFinished(() => service.close(0));
    const path = folder.write('new.csv', largeFile(400_000, '2.00'));
    let result: unknown;
    const how = { signal: new AbortController().signal, onProgress: () => undefined, allowJumps: true };
    const importing = service.calls.work.importFiles([{ path }], how).then((imported) => {
      result = imported;
    });
    const headers = { authorization: `Bearer ${'c'.repeat(43)}` };
    const values: string[] = [];
    while (result === undefined) {
      const answer = await fetch(`${service.url}/yields/series=US2Y?limit=1`, { headers });
      expect(answer.status).toBe(200);
      const { rows } = (await answer.json()) as { rows: { value: string }[] };
      values.push(rows[0]?.value ?? '');
    }
    await importing;
    expect(result).toMatchObject([
      {
        runs: [
          { added: 0, revised: YIELDS },
          { dataset: 'ui_state_weekly_claims', added: 398_000 },
        ],
      },
    ]);
    // All answers before the commit have the old data, and there are many.
    expect(values.filter((value) => value === '1.00').length).toBeGreaterThan(20);
    expect([...new Set(values)].filter((value) => value !== '1.00' && value !== '2.00')).toEqual([]);
    expect(values.slice(values.indexOf('2.00') < 0 ? values.length : values.indexOf('2.00'))).not.toContain(
      '1.00',
    );
    const after = await fetch(`${service.url}/yields/series=US2Y?limit=1&offset=1999`, { headers });
    expect(await after.json()).toMatchObject({ total_rows: YIELDS, rows: [{ value: '2.00' }] });
  }, 120_000);

  test('handles a preview, a failure and a cancelled import in its own process', async () => {
    const folder = makeFolder();
    const service = startChild({ dataDir: folder.dataDir, pageSize: 5000 });
    onTestFinished(() => void service.child.kill('SIGKILL'));
    const { ask, post, origin } = await service.listening();
    const upload = async (name: string, body: string) => {
      const answer = await fetch(`${origin}/host/upload?name=${name}`, {
        method: 'POST',
        headers: BEARER,
        body,
      });
      return ((await answer.json()) as { upload: string }).upload;
    };
    const newest = async () => ((await (await ask('/host/jobs')).json()) as { jobs: DataJob[] }).jobs[0];
    const ended = async () => {
      await expect.poll(async () => (await newest())?.state, { timeout: 30_000 }).not.toBe('running');
      return newest();
    };
    await post('preview', { upload: await upload('debt.csv', DEBT) });
    expect(await ended()).toMatchObject({
      ...{ state: 'done', preview: { datasets: [{ dataset: 'us_debt', added: 1 }] } },
    });
    await post('import', { upload: await upload('none.csv', 'no,such,columns\n') });
    expect(await ended()).toMatchObject({ state: 'failed', message: expect.stringContaining('none.csv') });
    await post('import', { upload: await upload('large.csv', largeFile(300_000)) });
    await expect.poll(async () => (await newest())?.progress?.rows ?? 0, { interval: 5 }).toBeGreaterThan(0);
    await post('cancel');
    expect(await ended()).toMatchObject({ state: 'cancelled', runs: [] });
    expect(await service.stop()).toBe(0);
    expect(folder.dump(['observation'])).toBe('observation');
  });
});
