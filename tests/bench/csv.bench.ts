import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CODES, FIRST_DAY, filledFolder, question, ROWS } from './fill-folder.ts';
import { has, median, pinned, printTable, residentMb, rounds } from './measure.ts';
import { plainTableFile } from './plain-database.ts';
import { BEARER, startServiceProcess } from './service-process.ts';

/** CSV of 10⁶ rows over HTTP against `sqlite3 -csv` on the same rows; delays of other requests; memory. */

const service = await startServiceProcess(filledFolder());
const csv = `${service.url}${question(CODES.length, FIRST_DAY)}&format=csv`;
const plain = plainTableFile();
const waits: number[] = [];
await (await fetch(service.url + question(1, FIRST_DAY, FIRST_DAY + 50), { headers: BEARER })).text();
const before = residentMb(service.pid);
let peak = before;

const found = await rounds(5, { ours: () => download(), shell: () => shell() });
let watched = 0;
for (let i = 0; i < 3; i++) watched += await whileWatching(download);
waits.sort((a, b) => a - b);
printTable([
  {
    name: `CSV of ${ROWS} rows over HTTP`,
    ours: `${found.ours.toFixed(0)} ms`,
    against: has('sqlite3') ? `${found.shell.toFixed(0)} ms sqlite3 -csv` : 'sqlite3 is not installed',
    ratio: has('sqlite3') ? (found.ours / found.shell).toFixed(2) : '',
    goal: '≤ 0.80',
  },
  {
    name: `other requests meanwhile (${waits.length} in ${watched.toFixed(0)} ms)`,
    ours: `median ${median(waits).toFixed(1)}, longest ${(waits.at(-1) ?? 0).toFixed(1)} ms`,
    against: '',
    ratio: '',
    goal: '≤ 25 ms',
  },
  {
    name: 'memory growth',
    ours: `${(peak - before).toFixed(0)} MB`,
    against: '',
    ratio: '',
    goal: '≤ 110 MB',
  },
]);
await service.stop();

/** @returns milliseconds until the last byte. */
function download(): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(csv, { headers: BEARER }, (answer) => {
      let lines = -1;
      answer.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
      });
      answer.on('end', () =>
        lines === ROWS ? resolve(performance.now() - started) : reject(new Error(`${lines} rows`)),
      );
    }).on('error', reject);
  });
}

async function shell(): Promise<number> {
  if (!has('sqlite3')) return Number.NaN;
  const started = performance.now();
  const sql = `SELECT date, series, value FROM obs WHERE dataset = 'jolts'`;
  const [program = '', ...args] = pinned(0, ['sqlite3', '-csv', plain, sql]);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.resume();
  await once(child, 'close');
  return performance.now() - started;
}

/** Asks for a small page every few milliseconds while `work` runs. */
async function whileWatching(work: () => Promise<number>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let isDone = false;
  const asked = (async () => {
    for (let day = FIRST_DAY; !isDone; day++) {
      waits.push(await ask(agent, day));
      peak = Math.max(peak, residentMb(service.pid));
      await sleep(3);
    }
  })();
  const ms = await work();
  isDone = true;
  await asked;
  agent.destroy();
  return ms;
}

function ask(agent: Agent, day: number): Promise<number> {
  const started = performance.now();
  const url = service.url + question(1, day, day + 50);
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: BEARER }, (answer) => {
      answer.resume().on('end', () => resolve(performance.now() - started));
    }).on('error', reject);
  });
}
