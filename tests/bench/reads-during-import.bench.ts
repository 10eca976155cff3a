import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dateText } from '../../service/calendar/dates.ts';
import { startService } from '../../service/compose.ts';
import { importFiles } from '../../service/ingest/index.ts';
import { stateRows, weekdayAt } from '../weekdays.ts';
import { printTable } from './measure.ts';

/**
 * A page of 500 yields over HTTP, one request after another with a pause, at rest and while the ingest thread
 * imports 400,000 rows. Client and service share this process; the thread has its own core if there are two.
 */

const CREDENTIAL = 'c'.repeat(43);
const PAUSE_MS = 2;
const IDLE_REQUESTS = 300;
const folder = join(import.meta.dirname, '../../.build/bench');
mkdirSync(folder, { recursive: true });
const place = mkdtempSync(join(folder, 'reads-'));

function writeYields(name: string, codes: readonly string[], days: number): string {
  const path = join(place, name);
  const rows = codes.flatMap((code) =>
    Array.from(
      { length: days },
      (_, at) => `${code},${dateText(weekdayAt(14_280 - at))},${(1 + (at % 899)) / 100}`,
    ),
  );
  writeFileSync(path, `series,date,value\n${rows.join('\n')}\n`);
  return path;
}

const dataDir = join(place, 'data');
const held = writeYields('held.csv', ['US2Y'], 5000);
const large = join(place, 'large.csv');
writeFileSync(large, `dataset,series,date,value,state\n${stateRows(400_000, '425').join('\n')}\n`);
await importFiles({ dataDir, files: [held], now: () => new Date() });
const log = (line: string) => console.error(line);
const options = { dataDir, port: 0, pageSize: 5000, sample: false, internalCredential: CREDENTIAL };
const service = await startService({ ...options, now: () => new Date(), log });

/** @returns milliseconds of one request. The offset changes, so that no page comes out of a cache. */
async function request(at: number): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${service.url}/yields/series=US2Y?limit=500&offset=${(at * 7) % 4500}`, {
    headers: { authorization: `Bearer ${CREDENTIAL}` },
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`Status ${answer.status}`);
  return performance.now() - start;
}

async function measure(goesOn: (at: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; goesOn(at); at++) {
    times.push(await request(at));
    await sleep(PAUSE_MS);
  }
  return times.sort((a, b) => a - b);
}

await measure((at) => at < 100);
const idle = await measure((at) => at < IDLE_REQUESTS);
let isOver = false;
const importing = service.calls.work
  .importFiles([{ path: large }], { signal: new AbortController().signal, onProgress: () => undefined })
  .finally(() => {
    isOver = true;
  });
const busy = await measure(() => !isOver);
await importing;
await service.close(0);
rmSync(place, { recursive: true });

const at = (times: readonly number[], share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
const ms = (value: number) => `${value.toFixed(1)} ms`;
printTable(
  [
    ['half of the requests', 0.5, '≤ 1.5'],
    ['95 of 100 requests', 0.95, '≤ 2.5'],
  ].map(([name, share, goal]) => ({
    name: `reads during an import, ${name} (${busy.length})`,
    ours: ms(at(busy, Number(share))),
    against: `${ms(at(idle, Number(share)))} without one`,
    ratio: (at(busy, Number(share)) / at(idle, Number(share))).toFixed(2),
    goal: String(goal),
  })),
);
