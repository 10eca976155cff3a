import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openFollower, withCopy } from '../../service/team/index.ts';
import { writeLongCsv } from '../bench/long-csv.ts';
import { seeded } from '../faults/damage.ts';
import { smallDisk } from '../support/small-disk.ts';
import { makeTeam, postgresOfFile, type TestNode, type TestTeam } from './team.ts';
import { temporaryFolder } from './temporary.ts';

/** Nodes that are killed at random moments, and disks that fill up. */

vi.setConfig({ testTimeout: 1_200_000 });
const postgres = postgresOfFile();

const PROGRAM = path.join(import.meta.dirname, 'measured-process.ts');
const ROWS = 20_000;
const KILLS = 10;
/** A number of rows that does not fit on the small disk. */
const MANY = 300_000;
const random = seeded(Number(process.env.ALMANAC_SOAK ?? 1));

/** @returns two files with the same days and different values. */
function files(rows = ROWS): readonly [string, string] {
  const folder = temporaryFolder('faults');
  const [one, two] = [path.join(folder, 'one.csv'), path.join(folder, 'two.csv')];
  writeLongCsv(one, rows);
  writeLongCsv(two, rows, 7);
  return [one, two];
}

/** The moment of a kill: ms after the process began its work, or as soon as the result is stored. */
type Kill = number | 'stored';

/**
 * Runs a node's work in a separate process.
 * @param kill absent: never. @returns the time that it published or followed, and whether it ended by itself.
 */
async function run({ where }: TestTeam, node: TestNode, words: readonly string[], kill?: Kill) {
  const [what = '', ...rest] = words;
  const child = spawn(
    process.execPath,
    [PROGRAM, where.address, where.passwordFile, what, node.dataDir, ...rest],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const at = { begun: Number.NaN, stored: Number.NaN };
  child.on('message', (moment: keyof typeof at) => {
    at[moment] = performance.now();
    if (moment === kill) child.kill('SIGKILL');
    if (moment === 'begun' && typeof kill === 'number') setTimeout(() => child.kill('SIGKILL'), kill);
  });
  const [code] = await once(child, 'exit');
  return { ms: at.stored - at.begun, isDone: code === 0 };
}

const versionOf = async (team: TestTeam) =>
  Number((await team.query<{ version: string }>('SELECT version FROM head'))[0]?.version);

it(`a node that is killed ${KILLS} times while it publishes loses nothing that was acknowledged, and stores nothing by halves`, async () => {
  const team = await makeTeam(postgres);
  const [node, other] = [team.node('killed'), team.node('other')];
  const [one, two] = files();
  const { ms } = await run(team, node, ['publish', one]);
  const counted = { stored: 0, not: 0, ended: 0 };
  let version = 1;
  for (let kill = 0; kill < KILLS; kill++) {
    const words = ['publish', version % 2 === 1 ? two : one];
    const { isDone } = await run(team, node, words, kill % 2 === 0 ? ms * random() : 'stored');
    const now = await versionOf(team);
    expect(now - version, 'one import is one publish, or none').toBeLessThanOrEqual(1);
    if (isDone) expect(now).toBe(version + 1);
    counted[isDone ? 'ended' : now > version ? 'stored' : 'not'] += 1;
    version = now;
    await other.follow();
    expect(await withCopy(node.dataDir, (copy) => copy.findBadRun())).toBeUndefined();
    expect(await other.verify()).toBeUndefined();
  }
  await node.follow();
  expect(await node.verify()).toBeUndefined();
  expect(node.dump()).toEqual(other.dump());
  const { stored, not, ended } = counted;
  console.log(
    `${KILLS} kills in mid-publish: ${stored} were stored, ${not} were not, ${ended} came too late`,
  );
  expect(stored).toBeGreaterThan(0);
  expect(not).toBeGreaterThan(0);
});

it(`a node that is killed ${KILLS} times while it follows has one publish or the other whole, and catches up by itself`, async () => {
  const team = await makeTeam(postgres);
  const [node, other] = [team.node('killed'), team.node('other')];
  const [one, two] = files();
  await run(team, other, ['publish', one]);
  const { ms } = await run(team, node, ['follow']);
  const counted = { arrived: 0, not: 0, ended: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    await run(team, other, ['publish', kill % 2 === 0 ? two : one]);
    const head = await versionOf(team);
    const { isDone } = await run(team, node, ['follow'], kill % 2 === 0 ? ms * random() : 'stored');
    const has = await withCopy(node.dataDir, async (copy) => copy.state()?.version);
    expect(has).toBeLessThanOrEqual(head);
    counted[isDone ? 'ended' : has === head ? 'arrived' : 'not'] += 1;
    expect(await withCopy(node.dataDir, (copy) => copy.findBadRun())).toBeUndefined();
  }
  await node.follow();
  expect(await node.verify()).toBeUndefined();
  const { arrived, not, ended } = counted;
  console.log(
    `${KILLS} kills in mid-follow: ${arrived} times the copy had got the publish, ${not} times not, ${ended} came too late`,
  );
  expect(arrived).toBeGreaterThan(0);
  expect(not).toBeGreaterThan(0);
});

it('a copy on a full disk stays as it is, says so in one line, and follows once there is room', async ({
  skip,
}) => {
  const disk = smallDisk(4);
  if ('why' in disk) return skip(true, `${disk.why}`);
  const team = await makeTeam(postgres);
  const publisher = team.node('publisher');
  await publisher.importText('series,as_of,ticker,name,sector,weight\nSP500,2024-01-01,A,A,,6\n');
  const small = team.node('small', {}, path.join(disk.path, 'data'));
  const lines: string[] = [];
  const follower = await openFollower({
    dataDir: small.dataDir,
    team: { ...team.where, node: 'small' },
    log: (line) => lines.push(line),
    everyMs: 50,
  });
  onTestFinished(() => follower.close());
  const [one] = files(MANY);
  await run(team, publisher, ['publish', one]);
  await vi.waitFor(() => expect(follower.standing().problem).toMatch(/disk|space/i), { timeout: 60_000 });
  expect(follower.standing()).toMatchObject({ version: 1 });
  expect(small.dump().constituent).toHaveLength(1);
  expect(small.dump().observation).toHaveLength(0);
  disk.grow(64);
  expect(await follower.reached(2, 30_000)).toBe(true);
  expect(await small.verify()).toBeUndefined();
  expect(lines).toEqual([expect.stringMatching(/stays as it is: /), expect.stringMatching(/follows again/)]);
});

it('a publish from a full disk is refused in one line, or reaches the team and comes back by following', async ({
  skip,
}) => {
  const disk = smallDisk(4);
  if ('why' in disk) return skip(true, `${disk.why}`);
  const team = await makeTeam(postgres);
  const [small, other] = [team.node('small', {}, path.join(disk.path, 'data')), team.node('other')];
  await small.importText('series,as_of,ticker,name,sector,weight\nSP500,2024-01-01,A,A,,6\n');
  const [one] = files(MANY);
  expect(await run(team, small, ['publish', one])).toMatchObject({ isDone: false });
  expect(small.dump().observation).toHaveLength(0);
  disk.grow(64);
  expect(await run(team, small, ['publish', one])).toMatchObject({ isDone: true });
  await other.follow();
  expect(await team.query('SELECT count(*) AS n FROM observation')).toEqual([{ n: `${MANY}` }]);
  for (const node of [small, other]) expect(await node.verify()).toBeUndefined();
});
