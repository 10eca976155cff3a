import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCopy } from '../../../service/store/copy/index.ts';
import { desktop, folder, asked as requested } from './desks.ts';

/** What a person is told where the team's address does not answer as a team does. One server plays all of them. */

const KEY = 'alm_a_key_that_must_not_be_told';
const TEAM = '11111111-2222-3333-4444-555555555555';

let play: (request: IncomingMessage, answer: ServerResponse) => void = () => undefined;
const server = createServer((request, answer) => play(request, answer));
let address = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  if (at !== null && typeof at === 'object') address = `http://127.0.0.1:${at.port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A folder that has followed the team at this address before. */
function known(): string {
  const dataDir = folder('known');
  mkdirSync(path.join(dataDir, 'teams'));
  writeFileSync(path.join(dataDir, 'teams/addresses.json'), JSON.stringify({ [address]: TEAM }));
  return dataDir;
}

it.for<[string, (head: Record<string, unknown>) => string[], RegExp]>([
  [
    'with newer tables',
    (head) => [line({ ...head, layout: 99, tables: { run: ['id', 'new'] } })],
    /has a newer Almanac/,
  ],
  [
    'of a run without its rows',
    (head) => [line(head), line(RUN_HASH), line(run(head)), line({ end: true, rows: 2 })],
    /are not those that were published \(run 1 has 0 rows and wrote 5\)/,
  ],
])('changes %s leave the copy as it is', async ([, make, reason]) => {
  const dataDir = known();
  const data = folder('layout');
  const copy = openCopy(data);
  const tables = Object.fromEntries(copy.tables.map(({ name, columns }) => [name, columns]));
  const { layout } = copy;
  copy.close();
  const head = {
    ...{ format: 1, layout, tables, team: TEAM, version: 3, publish: 'p3', notes: 0, data_version: 3 },
    ...{ file: 'f', after: 0, from: null },
  };
  play = (_, answer) =>
    void answer.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(make(head).join(''));
  const ann = await desktop(dataDir, { address, key: KEY });
  await expect
    .poll(() => ann.team(), { timeout: 10_000 })
    .toMatchObject({ version: 0, reason: expect.stringMatching(reason) });
  expect((await ann.get('/api/v1/catalog')).status).toBe(200);
  expect(ann.logs.join('\n')).not.toContain(KEY);
});

it('without its key a computer shows the copy that it has, and asks nobody', async () => {
  let asked = 0;
  play = () => {
    asked += 1;
  };
  const ann = await desktop(known(), { address, key: '' });
  await expect
    .poll(() => ann.team(), { timeout: 10_000 })
    .toMatchObject({
      state: 'refused',
      reason: expect.stringMatching(/key cannot be read .* Enter it again/),
    });
  expect([(await ann.get('/api/v1/catalog')).status, asked]).toEqual([200, 0]);
  // What is the person's own is backed up as ever.
  expect(await ann.calls.endpoints['back-up']({}, requested)).toMatchObject({
    name: expect.stringMatching(/^data-.*\.sqlite$/),
  });
});

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const RUN_HASH = { table: 'run_hash', columns: ['run_id', 'rows', 'sha256'], rows: [[1, 5, 'x']] };

function run({ tables }: Record<string, unknown>) {
  const columns = (tables as Record<string, string[]>).run ?? [];
  const texts = ['kind', 'dataset', 'origin', 'source', 'location', 'sha256', 'fetched_at', 'finished_at'];
  return { table: 'run', columns, rows: [columns.map((name) => (texts.includes(name) ? 'x' : 1))] };
}
