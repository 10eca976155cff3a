import { existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openCopy } from '../../../service/store/copy/index.ts';
import type { Sent } from '../../../service/team/feed/feed-client.ts';
import { type FollowOptions, openFollowed } from '../../../service/team/feed/open-followed.ts';
import { listening, temporaryFolder } from '../temporary.ts';

/** The states of a desktop that follows its team, over time; a server of the test plays the team. */

const KEY = 'alm_a_key_of_a_desktop';
const TEAM = '11111111-2222-3333-4444-555555555555';

/** The team's version and rows, and the status of its refusals (0: none). */
let team = { version: 0, problem: 0, rows: [] as unknown[] };
let asked: { after: string | null; wait: string | null; at: number }[] = [];
let tables: Record<string, string[]> = {};
let layout = 0;

function play(request: IncomingMessage, answer: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://x');
  if (team.problem !== 0) return void answer.writeHead(team.problem).end('{}');
  if (url.pathname === '/team/v1/about') {
    answer.setHeader('content-type', 'application/json');
    const about = { team: TEAM, version: team.version, role: 'read', key_name: 'Ann' };
    return void answer.end(JSON.stringify(about));
  }
  const after = url.searchParams.get('after');
  asked.push({ after, wait: url.searchParams.get('wait'), at: performance.now() });
  const { version } = team;
  const head = {
    ...{ format: 1, layout, tables, team: TEAM, version, publish: `p${version}`, notes: 0 },
    ...{ data_version: 1, file: 'f', after: Number(after), from: null },
  };
  const isSame = Number(after) === team.version && url.searchParams.get('publish') === `p${team.version}`;
  const frames = isSame ? [] : team.rows;
  const rows = frames.reduce<number>((sum, frame) => sum + (frame as { rows: unknown[] }).rows.length, 0);
  answer.setHeader('content-type', 'application/x-ndjson');
  answer.end([head, ...frames, { end: true, rows }].map((line) => `${JSON.stringify(line)}\n`).join(''));
}

let server: Server;
let address = '';
beforeEach(async () => {
  const copy = openCopy(temporaryFolder('tables'));
  tables = Object.fromEntries(copy.tables.map(({ name, columns }) => [name, [...columns]]));
  ({ layout } = copy);
  copy.close();
  server = createServer((request, answer) => play(request, answer));
  address = `http://${await listening(server)}`;
  team = { version: 3, problem: 0, rows: [dataset('a')] };
  asked = [];
});

const dataset = (id: string) => ({
  ...{ table: 'dataset', columns: tables.dataset },
  rows: [[id, 'file', '2026-11-20', 1]],
});

async function follows(options: Partial<FollowOptions> = {}) {
  const dataDir = options.dataDir ?? temporaryFolder('followed');
  const log: string[] = [];
  const sent: Sent[] = [];
  const followed = await openFollowed({
    ...{ dataDir, address, key: KEY, everyMs: 100 },
    ...{ log: (line: string) => log.push(line), onSent: (line: Sent) => sent.push(line) },
    ...options,
  });
  onTestFinished(() => followed.close());
  const becomes = (state: object) =>
    expect.poll(followed.state, { timeout: 20_000, interval: 5 }).toMatchObject(state);
  return { ...followed, dataDir, log, sent, becomes };
}

it('asks once for the team’s id, then catches up, is current, offline and current again', async () => {
  const before = Date.now();
  const desk = await follows({ address: `${address}/` });
  const folder = path.join(desk.dataDir, 'teams', TEAM);
  expect([desk.folder, desk.team, statSync(folder).mode & 0o777]).toEqual([folder, TEAM, 0o700]);
  expect(desk.state()).toEqual({
    ...{ follows: true, address, team: TEAM, version: 0, head: 0, state: 'catching up' },
    ...{ since: expect.any(String), lastAnswer: null },
  });
  desk.start();
  await desk.becomes({ state: 'current' });
  const current = desk.state();
  expect(current).toEqual({
    ...{ follows: true, address, team: TEAM, version: 3, head: 3, state: 'current' },
    ...{ since: expect.any(String), lastAnswer: expect.any(String) },
  });
  // Without new data the state keeps its time, and only the last answer is newer.
  await expect.poll(() => asked.length, { timeout: 10_000 }).toBeGreaterThan(3);
  const { lastAnswer, since } = current as { lastAnswer: string; since: string };
  await expect.poll(() => (desk.state() as { lastAnswer: string }).lastAnswer > lastAnswer).toBe(true);
  expect(desk.state()).toMatchObject({ since, state: 'current' });
  expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
  // The first questions ask for no wait.
  expect(asked.slice(0, 3).map(({ after, wait }) => [after, wait])).toEqual([
    ['0', '0'],
    ['3', '0'],
    ['3', '0'],
  ]);
  // The list of requests has those that brought data, and those that failed.
  expect(desk.sent.map(({ url, status }) => [new URL(url).pathname, status])).toEqual([
    ['/api/v1/changes', 200],
    ['/api/v1/changes', 200],
  ]);
  expect(JSON.stringify(desk.sent)).not.toContain(KEY);

  team.problem = 503;
  await desk.becomes({ state: 'offline' });
  const reason = `The team at ${address} cannot answer now (503).`;
  const offline = desk.state();
  expect(offline).toMatchObject({ version: 3, head: 3, reason });
  expect((offline as { since: string }).since > since).toBe(true);
  expect(desk.sent.at(-1)).toMatchObject({ status: 503, problem: reason });
  const count = desk.sent.length;
  team = { version: 4, problem: 0, rows: [dataset('b')] };
  await desk.becomes({ state: 'current', version: 4, head: 4 });
  expect(desk.state()).not.toHaveProperty('reason');
  expect(desk.sent.length).toBeGreaterThan(count);
  expect(desk.log).toEqual(["This computer has a copy of the team's data (version 3).", reason]);
  await desk.close();

  // The desktop knows its team now, so a start without the team shows the copy.
  team.problem = 500;
  const later = await follows({ dataDir: desk.dataDir });
  later.start();
  await later.becomes({ state: 'offline', version: 4, head: 4 });
});

it('new data arrive at once, however seldom the desktop asks, and the wait is asked for in whole seconds', async () => {
  const desk = await follows({ everyMs: 7400 });
  desk.start();
  await desk.becomes({ state: 'current', version: 3 });
  // After new data the desktop asks again without a wait, then with one.
  await expect.poll(() => asked.map(({ wait }) => wait), { timeout: 10_000 }).toEqual(['0', '7']);
});

it('a team that does not answer is asked after a second, then half as often; an answer resets the pause', {
  tags: 'soak',
}, async () => {
  const desk = await follows();
  team.problem = 503;
  const tries: number[] = [];
  const tell = () => tries.push(performance.now());
  server.on('request', tell);
  onTestFinished(() => void server.off('request', tell));
  const tried = (times: number) =>
    expect.poll(() => tries.length, { timeout: 20_000, interval: 5 }).toBe(times);
  desk.start();
  await tried(3);
  const [first = 0, second = 0, third = 0] = tries;
  // Pauses vary by a quarter; a busy machine is slower, never quicker.
  expect([second - first > 740, third - second > 1490]).toEqual([true, true]);
  team.problem = 0;
  await desk.becomes({ state: 'current' });
  team.problem = 503;
  await desk.becomes({ state: 'offline' });
  const before = tries.length;
  const begun = performance.now();
  await tried(before + 1);
  expect(performance.now() - begun).toBeLessThan(5000);
});

it('a refusal stays until a person changes something, and the team is asked seldom', async () => {
  const desk = await follows();
  team.problem = 401;
  desk.start();
  await desk.becomes({
    ...{ state: 'refused', version: 0 },
    reason: `The team at ${address} does not know the key. Enter the key that the team gave you.`,
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(desk.sent.filter(({ status }) => status === 401)).toHaveLength(1);
});

it('without its key the desktop shows its copy, and an unusable folder is named', async () => {
  const known = await follows();
  const nameless = await follows({ dataDir: known.dataDir, key: '' });
  nameless.start();
  await nameless.becomes({
    ...{ state: 'refused', version: 0, head: 0, lastAnswer: null },
    reason: "The team's key cannot be read on this computer. Enter it again in Settings, Data from.",
  });
  expect(asked).toEqual([]);

  const broken = await follows();
  writeFileSync(path.join(broken.folder, 'data.sqlite'), 'no database '.repeat(1000));
  broken.start();
  await broken.becomes({
    state: 'refused',
    reason: expect.stringMatching(/data\.sqlite is damaged or is not an Almanac data file/),
  });
});

it('files that a killed process left unfinished are removed at the next start', async () => {
  const first = await follows();
  const left = path.join(first.folder, 'changes.1-0123456789ab.draft');
  const mine = path.join(first.folder, `changes.${process.pid}-0123456789ab.draft`);
  for (const file of [left, mine]) writeFileSync(file, '');
  await follows({ dataDir: first.dataDir });
  // Process 1 is alive. This process did not make the draft with its own id: an earlier process did.
  expect([existsSync(left), existsSync(mine)]).toEqual([true, false]);
});

it.for([
  [503, 'team_unreachable'],
  [401, 'team_refused'],
] as const)('a team whose first answer is %i leaves no folder', async ([problem, code]) => {
  team.problem = problem;
  const dataDir = temporaryFolder('first');
  await expect(follows({ dataDir })).rejects.toMatchObject({ code });
  expect(existsSync(path.join(dataDir, 'teams'))).toBe(false);
});
