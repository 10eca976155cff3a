import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCopy } from '../../../service/store/copy/index.ts';
import { desktop, folder } from './desks.ts';

/** What a person is told where the team's address does not answer as a team does. One server plays all of them. */

const KEY = 'alm_a_key_that_must_not_be_told';
const TEAM = '11111111-2222-3333-4444-555555555555';
const OTHER = '99999999-2222-3333-4444-555555555555';

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

type Answer = { status?: number; type?: string; location?: string; body?: string };
const says =
  ({ status = 200, type = 'application/json', location, body = '' }: Answer) =>
  (_: IncomingMessage, answer: ServerResponse) =>
    void answer
      .writeHead(status, { 'content-type': type, ...(location !== undefined && { location }) })
      .end(body);

it.for<[string, Answer, RegExp]>([
  [
    'another program',
    { body: '<html>', type: 'text/html' },
    /No team's Almanac answers at http.*Check the address/,
  ],
  ['other JSON', { body: '{"team":"../../x"}' }, /No team's Almanac answers/],
  [
    'an Almanac of one computer',
    { status: 404, body: '{"detail":"Not Found"}' },
    /No team's Almanac answers/,
  ],
  ['a wrong key', { status: 401, body: '{"detail":"Not authenticated"}' }, /does not know the key/],
  ['a revoked key', { status: 403, body: '{"detail":"forbidden"}' }, /was revoked. Ask the team/],
  ['a closed door', { status: 403, body: '{"detail":"Forbidden"}' }, /does not let this computer in/],
  ['another name', { status: 421, body: '{}' }, /has another name/],
  [
    'a redirect',
    { status: 308, location: 'https://other.example/x?y' },
    /sends on to https:\/\/other\.example\. If/,
  ],
  ['a server in trouble', { status: 503, body: 'x'.repeat(50_000) }, /cannot answer now \(503\)/],
])('%s is told in one line, and nothing is made', async ([, answer, line]) => {
  play = says(answer);
  const dataDir = folder('refused');
  const starting = desktop(dataDir, { address, key: KEY });
  await expect(starting).rejects.toMatchObject({ message: expect.stringMatching(line) });
  const error: unknown = await starting.catch((thrown: unknown) => thrown);
  expect(String(error)).not.toContain(KEY);
  expect(existsSync(path.join(dataDir, 'teams'))).toBe(false);
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
    'of another team',
    (head) => [line({ ...head, team: OTHER })],
    /Another team answers at .*addresses\.json/,
  ],
  [
    'with a newer form',
    (head) => [line({ ...head, format: 2 })],
    /has a newer Almanac. Update the one on this/,
  ],
  [
    'with newer tables',
    (head) => [line({ ...head, layout: 99, tables: { run: ['id', 'new'] } })],
    /has a newer Almanac/,
  ],
  ['with older tables', (head) => [line({ ...head, layout: 1, tables: {} })], /has an older Almanac/],
  ['without an end', (head) => [line(head)], /does not answer: the connection broke/],
  ['with too few rows', (head) => [line(head), line({ end: true, rows: 7 })], /the connection broke/],
  ['that is no answer', () => ['hello\n'], /No team's Almanac answers/],
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
  play = says({ type: 'application/x-ndjson', body: make(head).join('') });
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
  expect(await ann.ask('back-up')).toMatchObject({ name: expect.stringMatching(/^data-.*\.sqlite$/) });
});

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const RUN_HASH = { table: 'run_hash', columns: ['run_id', 'rows', 'sha256'], rows: [[1, 5, 'x']] };

function run({ tables }: Record<string, unknown>) {
  const columns = (tables as Record<string, string[]>).run ?? [];
  const texts = ['kind', 'dataset', 'origin', 'source', 'location', 'sha256', 'fetched_at', 'finished_at'];
  return { table: 'run', columns, rows: [columns.map((name) => (texts.includes(name) ? 'x' : 1))] };
}
