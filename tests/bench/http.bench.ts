import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateText } from '../../service/calendar/dates.ts';
import { CODES, DAYS, FIRST_DAY, filledFolder, question } from './fill-folder.ts';
import { load } from './load.ts';
import { type BenchRow, pinned, printTable, residentMb, rounds } from './measure.ts';
import { plainTableFile } from './plain-database.ts';
import { BEARER, startServiceProcess } from './service-process.ts';

/** Pages of 5,000 and 100 rows, repeated and first-time, against ready bytes and against the ordinary way. */

const HERE = import.meta.dirname;
const PATHS = 15_000;
const folder = join(HERE, '../../.build/bench');
const stops: (() => void)[] = [];

async function peer(script: string, ...args: string[]): Promise<string> {
  const [program = '', ...rest] = pinned(0, [process.execPath, join(HERE, script), ...args]);
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  stops.push(() => child.kill());
  const [line] = await once(child.stdout, 'data');
  return `http://127.0.0.1:${String(line).trim()}`;
}

const service = await startServiceProcess(filledFolder());
// A second folder with the same data, because only one service runs on a folder.
const small = await startServiceProcess(filledFolder('http-100'), 100);
const rows: BenchRow[] = [];
const rssIdle = residentMb(service.pid);

for (const [size, { url }, sources] of [
  [5000, service, 5],
  [100, small, 5],
] as const) {
  const warm = question(sources, FIRST_DAY + 5);
  const first = Array.from({ length: PATHS }, (_, i) =>
    question(sources, FIRST_DAY + 10 + i * Math.floor((DAYS - 2000) / PATHS)),
  );
  const answer = await fetch(url + warm, { headers: { ...BEARER, 'Accept-Encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `page-${size}.json`);
  writeFileSync(file, body);
  const plainHttp = await peer('ready-server.ts', 'http', file);
  const fastify = await peer('ready-server.ts', 'fastify', file);
  const ordinary = await peer('plain-server.ts', plainTableFile());
  const codes = CODES.slice(0, sources).join(',');
  const ordinaryPaths = first
    .slice(0, 3000)
    .map((_, i) => `/page?series=${codes}&date_from=${dateText(FIRST_DAY + 10 + i * 15)}&limit=${size}`);
  const with8 = { connections: 8, seconds: 1, headers: BEARER };
  const with1 = { connections: 1, seconds: 1, headers: BEARER };
  // Each round of first pages begins at the end of the last round, so that no page is asked for twice.
  let at = 0;
  const fresh = () => {
    at = (at + 2999) % first.length;
    return [...first.slice(at), ...first.slice(0, at)];
  };
  const contenders = {
    warm: () => load(url, [warm], with8),
    http: () => load(plainHttp, ['/'], with8),
    fastify: () => load(fastify, ['/'], with8),
    first: () => load(url, fresh(), with1),
    ordinary: () => load(ordinary, ordinaryPaths, with1),
    fastify1: () => load(fastify, ['/'], with1),
  };
  // Warms up: code that has just started is still being compiled.
  await rounds(1, contenders);
  const found = await rounds(7, contenders);
  const row = (name: string, ours: number, against: number, peerName: string, goal: string) =>
    rows.push({
      name: `${size} rows, ${name}`,
      ours: `${Math.round(ours)}/s`,
      against: `${Math.round(against)}/s ${peerName}`,
      ratio: (ours / against).toFixed(2),
      goal,
    });
  row(
    'asked before, 8 connections',
    found.warm,
    found.fastify,
    'Fastify, ready Buffer',
    size === 100 ? '≥ 0.9' : '≥ 0.80',
  );
  row('asked before, 8 connections', found.warm, found.http, 'node:http, ready Buffer', '');
  row(
    'first time, 1 connection',
    found.first,
    found.fastify1,
    'Fastify, ready Buffer',
    size === 100 ? '≥ 0.45' : '',
  );
  row(
    'first time, 1 connection',
    found.first,
    found.ordinary,
    'Fastify .all() + stringify',
    size === 5000 ? '≥ 2.3' : '≥ 1.0',
  );
}
const rssLoaded = residentMb(service.pid);
rows.push({
  name: 'memory, idle',
  ours: `${rssIdle.toFixed(0)} MB`,
  against: '',
  ratio: '',
  goal: '≤ 85 MB',
});
rows.push({
  name: 'memory, after load',
  ours: `${rssLoaded.toFixed(0)} MB`,
  against: '',
  ratio: '',
  goal: '≤ 200 MB',
});
printTable(rows);
for (const stop of stops) stop();
await service.stop();
await small.stop();
