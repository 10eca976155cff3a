import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importFiles } from '../../../service/ingest/index.ts';
import { bea, GOOD } from '../../faults/fetch-fixtures.ts';
import { type Handler, startPublisherServer } from './publisher-server.ts';
import { held, makeDataDir, NOW, refreshed } from './refreshing.ts';

const DATASET = ['personal_income_and_outlays'];
const MODIFIED = 'Wed, 26 Aug 2026 12:30:02 GMT';

/** A server that knows what it sent yesterday. */
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
])('the whole file is fetched where %s', async (_, happens) => {
  const server = await startPublisherServer(conditional);
  const dataDir = makeDataDir();
  await refreshed(dataDir, DATASET, { mirror: server.mirror });
  await happens(dataDir);
  const { outcomes } = await refreshed(dataDir, DATASET, { mirror: server.mirror });
  expect(server.asked[1]?.headers).not.toHaveProperty('if-none-match');
  expect(outcomes).toMatchObject([{ state: 'stored' }]);
});

test('a file that was fetched but could not be imported is fetched again', async () => {
  const server = await startPublisherServer((_, response) =>
    response.writeHead(200, { etag: '"bad"' }).end('%SeriesCode,Period,Value\nA065RC,2026M13,"1"\n'),
  );
  const dataDir = makeDataDir();
  const { outcomes } = await refreshed(dataDir, DATASET, { mirror: server.mirror });
  expect(outcomes).toMatchObject([{ state: 'failed', refused: { code: 'invalid_file' } }]);
  await refreshed(dataDir, DATASET, { mirror: server.mirror });
  expect(server.asked[1]?.headers).not.toHaveProperty('if-none-match');
});
