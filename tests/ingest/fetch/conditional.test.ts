import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rememberFailedRuns } from '../../../service/calls/create-calls.ts';
import { importFiles } from '../../../service/ingest/index.ts';
import { bea, GOOD, send } from '../../faults/fetch-fixtures.ts';
import { type Handler, startPublisherServer } from './publisher-server.ts';
import { refreshChannel } from './refresh-channel.ts';
import { held, makeDataDir, NOW, refreshed } from './refreshing.ts';

const DATASET = ['personal_income_and_outlays'];
const MODIFIED = 'Wed, 26 Aug 2026 12:30:02 GMT';

/** A server that answers 304 to a client that has its file. */
const conditional: Handler = ({ headers }, response) => {
  const isHeld = headers['if-none-match'] === '"a"' || headers['if-modified-since'] === MODIFIED;
  response.writeHead(isHeld ? 304 : 200, { etag: '"a"', 'last-modified': MODIFIED });
  response.end(isHeld ? undefined : GOOD);
};

test('a file that the publisher has not changed is neither sent nor imported again', async () => {
  const server = await startPublisherServer(conditional);
  const dataDir = makeDataDir();
  await refreshed(dataDir, DATASET, { mirror: server.mirror });
  const before = held(dataDir);
  const { outcomes, events } = await refreshed(dataDir, DATASET, { mirror: server.mirror });
  expect(server.asked[0]?.headers).not.toHaveProperty('if-none-match');
  expect(server.asked[1]?.headers).toMatchObject({ 'if-none-match': '"a"', 'if-modified-since': MODIFIED });
  expect(outcomes).toMatchObject([{ state: 'unchanged', runs: [] }]);
  expect(events.map(({ t }) => t)).toEqual(['progress', 'unchanged', 'outcome', 'done']);
  expect(held(dataDir)).toEqual(before);
});

test.each<[string, (dataDir: string) => Promise<unknown> | undefined]>([
  [
    'another file was imported since',
    (dataDir) => {
      const file = path.join(path.dirname(dataDir), 'NipaDataM.txt');
      writeFileSync(file, bea('26,000,000'));
      return importFiles({ dataDir, files: [file], now: () => NOW });
    },
  ],
  [
    'the data file is gone',
    (dataDir) => {
      for (const name of ['data.sqlite', 'data.sqlite-wal', 'data.sqlite-shm'])
        rmSync(path.join(dataDir, name), { force: true });
      return undefined;
    },
  ],
])('the whole file is fetched if %s', async (_, happens) => {
  const server = await startPublisherServer(conditional);
  const dataDir = makeDataDir();
  await refreshed(dataDir, DATASET, { mirror: server.mirror });
  await happens(dataDir);
  const { outcomes } = await refreshed(dataDir, DATASET, { mirror: server.mirror });
  expect(server.asked[1]?.headers).not.toHaveProperty('if-none-match');
  expect(outcomes).toMatchObject([{ state: 'stored' }]);
});

test('a file that could not be imported is fetched again', async () => {
  const server = await startPublisherServer((_, response) =>
    response.writeHead(200, { etag: '"bad"' }).end('%SeriesCode,Period,Value\nA065RC,2026M13,"1"\n'),
  );
  const dataDir = makeDataDir();
  const { outcomes } = await refreshed(dataDir, DATASET, { mirror: server.mirror });
  expect(outcomes).toMatchObject([{ state: 'failed', refused: { code: 'invalid_file' } }]);
  await refreshed(dataDir, DATASET, { mirror: server.mirror });
  expect(server.asked[1]?.headers).not.toHaveProperty('if-none-match');
});

const BEA = 'personal_income_and_outlays';

test('failed runs are remembered, by hand or by schedule, and successful ones are not', async () => {
  const channel = await refreshChannel(send('', {}, 403));
  const { calls, how } = channel;
  const failed = async () => (await calls.endpoints.runs()).failed;
  expect(await failed()).toEqual([]);
  await channel.refresh(BEA);
  await expect(channel.bySchedule(BEA)).rejects.toThrow(/403/);
  const file = { path: path.join(import.meta.dirname, 'refresh-channel.ts'), name: 'notes.txt' };
  await expect(calls.work.preview(file, how)).rejects.toThrow('notes.txt');
  await expect(calls.work.importFiles([file], how)).rejects.toThrow('notes.txt');
  expect(await failed()).toMatchObject([
    {
      id: 3,
      kind: 'import',
      dataset: null,
      location: 'notes.txt',
      message: expect.stringContaining('notes.txt'),
    },
    { id: 2, kind: 'refresh', dataset: BEA, is_scheduled: true, message: expect.stringContaining('403') },
    { id: 1, kind: 'refresh', dataset: BEA, is_scheduled: false, message: expect.stringContaining('403') },
  ]);
  expect((await failed())[0]?.failed_at).toBe(NOW.toISOString());
});

test('at most a hundred failed runs are remembered', () => {
  const runs = rememberFailedRuns(() => NOW);
  for (let i = 0; i < 500; i++)
    runs.note({
      dataset: 'us_debt',
      kind: 'refresh',
      is_scheduled: true,
      location: '',
      message: 'No answer.',
    });
  expect(runs.list().length).toBeLessThanOrEqual(100);
  expect(runs.list()[0]?.id).toBe(500);
});
