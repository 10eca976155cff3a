import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { importFiles } from '../../service/ingest/index.ts';
import { openKeys } from '../../service/keys/index.ts';
import {
  moveIn,
  openFollower,
  openTeamDatabase,
  openTruth,
  setUpTeam,
  type TeamAddress,
  withTeamKeys,
} from '../../service/team/index.ts';
import type { Measured } from '../team/measured-process.ts';
import { type ServeProcess, startServe } from '../team/node-process.ts';
import { missingForPostgres, startPostgres } from '../team/postgres.ts';
import { FIRST_DAY, filledFolder, question } from './fill-folder.ts';
import { writeLongCsv } from './long-csv.ts';
import { type BenchRow, printTable, rounds } from './measure.ts';

/**
 * A team's node against one computer's service: pages with admission, several nodes, the delay of a copy, a
 * large import. PostgreSQL does not wait for its disk. Everything shares this computer's processors.
 */

const HERE = import.meta.dirname;
/** Each key may send 100 requests per minute. */
const KEYS = 3000;
const REQUESTS_A_KEY = 60;
const PAGES = 40;
const ROUNDS = 15;
const PUBLISHES = 120;
const IMPORTED = 1_000_000;

const table: BenchRow[] = [];
const ms = (value: number) => `${value.toFixed(2)} ms`;

/** Counts the requests of all clients, so that no key is used again within its minute. */
let asked = 0;

/** A client that acts like many programs: some tens of requests with one key, then with the next. */
function asker(keys: readonly string[]) {
  const agent = new Agent({ keepAlive: true });
  const one = (url: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'X-API-Key': keys[Math.floor(asked++ / REQUESTS_A_KEY) % keys.length] ?? '' };
      get(url, { agent, headers }, (answer) => {
        answer
          .resume()
          .on('end', () =>
            answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode} of ${url}`)),
          );
      }).on('error', reject);
    });
  return { one, close: () => agent.destroy() };
}

/** Pages one after another over one connection. */
async function benchPages(
  computer: ServeProcess,
  own: readonly string[],
  node: ServeProcess,
  teams: readonly string[],
) {
  const [desktop, team] = [asker(own), asker(teams)];
  let fresh = 0;
  for (const rows of [5000, 100]) {
    const to = (day: number) => FIRST_DAY + day + rows / 5 - 1;
    // Each service gets the same pages once.
    const timed = async (ask: typeof desktop, { url }: ServeProcess, begin: number | undefined) => {
      const started = performance.now();
      for (let at = 0; at < PAGES; at++) {
        const day = begin === undefined ? 7 : begin + at;
        await ask.one(url + question(5, FIRST_DAY + day, to(day)));
      }
      return (performance.now() - started) / PAGES;
    };
    for (const kind of ['asked before', 'first time'] as const) {
      const begin = () => (kind === 'asked before' ? undefined : 1000 + fresh * PAGES);
      const found = await rounds(ROUNDS, {
        desktop: () => timed(desktop, computer, begin()),
        node: () => timed(team, node, begin()).finally(() => fresh++),
      });
      table.push({
        name: `page of ${rows} rows, ${kind}, with admission`,
        ours: `${ms(found.node)} at a node`,
        against: `${ms(found.desktop)} at one computer`,
        ratio: (found.node / found.desktop).toFixed(2),
        goal: '≤ 1.3',
      });
    }
  }
  desktop.close();
  team.close();
}

/** @returns answers per second, with 24 concurrent requests spread over these nodes. */
async function manyAt(nodes: readonly ServeProcess[], keys: readonly string[]): Promise<number> {
  const { one, close } = asker(keys);
  const [inFlight, seconds] = [24, 4];
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const path = question(5, FIRST_DAY, FIRST_DAY + 19);
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < end) await one(`${nodes[count++ % nodes.length]?.url}${path}`);
    }),
  );
  close();
  return count / seconds;
}

/** Measures how long after the answer to a publish another node has the data. */
async function benchLag(where: TeamAddress, place: string): Promise<void> {
  const database = openTeamDatabase(where);
  const say = (line: string) => console.error(line);
  const dataDir = join(place, 'publisher');
  const truth = openTruth(database, dataDir, { node: 'p', who: 'bench', now: () => new Date() }, say);
  const follower = await openFollower({
    dataDir: join(place, 'follower'),
    team: { ...where, node: 'f' },
    log: say,
  });
  const lags: number[] = [];
  const file = join(place, 'small.csv');
  await truth.catchUp();
  for (let at = 0; at < PUBLISHES; at++) {
    writeFileSync(file, `dataset,series,date,value\njolts,job_openings_level_sa,2024-01-01,${8000 + at}\n`);
    await importFiles({ dataDir, truth, files: [file], now: () => new Date(), allowJumps: true });
    const [{ version } = { version: 0 }] = await database.query<{ version: number }>(
      'SELECT version FROM head',
    );
    const started = performance.now();
    if (!(await follower.reached(version, 10_000))) throw new Error(`Version ${version} did not arrive`);
    lags.push(performance.now() - started);
  }
  await follower.close();
  await database.close();
  const sorted = lags.sort((a, b) => a - b);
  const share = (of: number) => sorted[Math.floor(sorted.length * of)] ?? Number.NaN;
  table.push({
    name: `a publish is at another node, over ${PUBLISHES}`,
    ours: `${share(0.5).toFixed(0)} ms; p99 ${share(0.99).toFixed(0)} ms`,
    against: 'asks every 250 ms',
    ratio: '',
    goal: 'p99 ≤ 1000 ms',
  });
}

/** @returns milliseconds of processor time of an import in a separate process. */
function imported({ address, passwordFile = '' }: TeamAddress, ...words: string[]): number {
  const program = join(HERE, '../team/measured-process.ts');
  const printed = execFileSync(process.execPath, [program, address, passwordFile, ...words], {
    encoding: 'utf8',
  });
  return (JSON.parse(printed) as Measured).cpuMs;
}

const missing = missingForPostgres();
if (missing !== '') {
  console.log(`team: ${missing}`);
} else {
  const parent = join(HERE, '../../.build/bench');
  mkdirSync(parent, { recursive: true });
  const place = mkdtempSync(join(parent, 'team-'));
  const postgres = await startPostgres();
  const served: ServeProcess[] = [];
  try {
    const newTeam = async (): Promise<TeamAddress> => {
      const where = await postgres.freshDatabase();
      const database = openTeamDatabase(where);
      await setUpTeam(database, new Date());
      await database.close();
      return where;
    };

    await benchLag(await newTeam(), place);

    const file = join(place, 'long.csv');
    writeLongCsv(file, IMPORTED);
    const found = await rounds(3, {
      alone: () =>
        imported(
          { address: 'postgres://nobody@nowhere/none', passwordFile: postgres.passwordFile },
          'alone',
          fresh(),
          file,
        ),
      node: async () => imported(await newTeam(), 'publish', fresh(), file),
    });
    table.push({
      name: 'import of 10⁶ rows, processor time',
      ours: `${found.node.toFixed(0)} ms at a node`,
      against: `${found.alone.toFixed(0)} ms at one computer`,
      ratio: (found.node / found.alone).toFixed(2),
      goal: '≤ 4',
    });

    const where = await newTeam();
    const own = filledFolder('team');
    const database = openTeamDatabase(where);
    await moveIn(database, own, { node: 'bench', who: 'bench', now: () => new Date() });
    await database.close();
    const teams = await withTeamKeys(where, async (keys) => {
      const made: string[] = [];
      for (let at = 0; at < KEYS; at++) made.push((await keys.create(`key ${at}`)).key);
      return made;
    });
    const ownKeys = openKeys(own, { now: () => new Date() });
    const owns: string[] = [];
    for (let at = 0; at < KEYS; at++) owns.push((await ownKeys.create(`key ${at}`)).key);
    await ownKeys.close();
    const computer = await startServe(own);
    served.push(computer);
    const nodes: ServeProcess[] = [];
    for (let at = 0; at < 4; at++) {
      const node = await startServe(join(place, `node-${at}`), { where, name: `node-${at}` });
      served.push(node);
      nodes.push(node);
    }
    await benchPages(computer, owns, nodes[0] as ServeProcess, teams);
    const many = await rounds(3, {
      one: () => manyAt(nodes.slice(0, 1), teams),
      two: () => manyAt(nodes.slice(0, 2), teams),
      four: () => manyAt(nodes, teams),
    });
    for (const [name, rate] of [
      ['2 nodes', many.two],
      ['4 nodes', many.four],
    ] as const)
      table.push({
        name: `pages of 100 rows a second, ${name} on ${availableParallelism()} processors`,
        ours: `${rate.toFixed(0)}/s`,
        against: `${many.one.toFixed(0)}/s 1 node`,
        ratio: (rate / many.one).toFixed(2),
        goal: '',
      });
    printTable(table);
  } finally {
    await Promise.all(served.map((one) => one.stop()));
    await postgres.end();
    rmSync(place, { recursive: true, force: true });
  }

  function fresh(): string {
    return mkdtempSync(join(place, 'data-'));
  }
}
