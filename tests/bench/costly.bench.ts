import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseView } from '../../renderer/view/parse-view.ts';
import { dateText } from '../../service/calendar/dates.ts';
import { openWriter } from '../../service/store/index.ts';
import { linesOf } from '../../service/view/lines.ts';
import { column } from '../view/some-columns.ts';
import { weekdayAt } from '../weekdays.ts';
import { median, printTable } from './measure.ts';
import { BEARER, startServiceProcess } from './service-process.ts';

/**
 * Delay by costly requests: the slowest answer of `/healthz`, asked every 2 ms meanwhile, against the slowest
 * during a page of 5,000 rows. In the last rows the page in the browser calculates the formulas itself.
 */

const DAYS = 15_000;
const CODES = ['US3M', 'US6M', 'US1Y', 'US2Y', 'US5Y', 'US7Y', 'US10Y', 'US30Y'];
const ROUNDS = 3;
const GOAL_MS = 50;

const dates = Array.from({ length: DAYS }, (_, i) => dateText(weekdayAt(14_900 - DAYS + i)));
const textOf = (place: number, i: number) => (1 + ((i * (place + 3)) % 900) / 100).toFixed(2);
const folder = join(import.meta.dirname, '../../.build/bench');
mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(folder, 'costly-'));
fill();

const many = (text: string, times: number, between: string) => Array(times).fill(text).join(between);
const FORMULAS = {
  'a^120 eight times': many('a^120', 8, '*'),
  'a^120 28 times': many('a^120', 28, '*'),
  '2^1999 25 times': many('2^1999', 25, '*'),
  'powers below zero': many('(a/b)^-60', 15, '*'),
  'sums of powers': many('(a^100-b^100)', 14, '+'),
  logarithms: many('ln(a/b)', 16, '+'),
  'a logarithm of powers': 'ln(b^400/c^400)*ln(a^400/d^400)',
  'large powers of e': many('exp(600+a)', 14, '+'),
  'powers of e in each other': 'exp(exp(exp(a/20)))',
  'averages of averages': `${many('ma(', 20, '')}a/b${many(',500)', 20, '')}`,
  'lags of lags': `${many('lag(', 25, '')}a${many(',1)', 25, '')}`,
  'the least of 95': `min(${many('a', 95, ',')})`,
  quotients: many('a/b', 45, '*'),
  'a number of 190 digits': `a*${'9'.repeat(190)}`,
  'forty formulas': Array.from({ length: 40 }, (_, i) => `ln(a/b)+ln(c/d)+${i}`).join(),
};
const series = `series=${CODES.map((code) => `yields.${code}`).join()}`;
const view = (words: string) => `/api/v1/view?${series}&from=ROUND&${words}`;
const REQUESTS: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(FORMULAS).map(([name, text]) => [
      `view, ${name}`,
      view(`formulas=${encodeURIComponent(text)}`),
    ]),
  ),
  'view, growth and long averages': view('units=cca&average=520'),
  'view, CSV': view('units=pca&format=csv'),
  'view, workbook': view('format=xlsx'),
  'view, Parquet': view('format=parquet'),
  'yields, all as CSV': `/yields/series=${CODES.join()}?date_from=ROUND&format=csv`,
  'yields, wide Parquet': `/yields/series=${CODES.join()}?date_from=ROUND&format=parquet&layout=wide`,
  'yields, growth of the last page': `/yields/series=${CODES.join()}?date_from=ROUND&units=pc1&limit=5000&offset=60000`,
  'FRED, all observations': '/fred/series/observations?series_id=DGS10&file_type=json',
  'FRED, a graph of eight':
    '/graph/fredgraph.csv?id=DGS3MO,DGS6MO,DGS1,DGS2,DGS5,DGS7,DGS10,DGS30&transformation=pc1',
  'FRED, a search of stars': `/fred/series/search?search_type=series_id&search_text=${many('*1', 60, '')}`,
};

const service = await startServiceProcess(dataDir);
const agent = new Agent({ keepAlive: true });
try {
  const plain = `/yields/series=${CODES.join()}?date_from=ROUND&limit=5000`;
  await waits(plain);
  const usual = median(await waits(plain));
  const rows = [];
  for (const [name, path] of Object.entries(REQUESTS)) {
    const most = median(await waits(path));
    rows.push({
      name,
      ours: `${most.toFixed(0)} ms`,
      against: `${usual.toFixed(0)} ms`,
      ratio: (most / usual).toFixed(1),
      goal: `≤ ${GOAL_MS} ms`,
    });
  }
  const easy = inPage('a-b');
  for (const [name, text] of Object.entries(FORMULAS).slice(0, -1)) {
    const took = inPage(text);
    rows.push({
      name: `page, ${name}`,
      ours: `${took.toFixed(0)} ms`,
      against: `${easy.toFixed(0)} ms of a-b`,
      ratio: (took / easy).toFixed(1),
      goal: 'ends',
    });
  }
  printTable(rows);
} finally {
  agent.destroy();
  await service.stop();
  rmSync(dataDir, { recursive: true });
}

async function waits(path: string): Promise<number[]> {
  const found: number[] = [];
  // Each round asks for another range, so that nothing comes out of a cache.
  for (let round = 0; round < ROUNDS; round++)
    found.push(await longestWait(path.replace('ROUND', `19${70 + round}-01-01`)));
  return found;
}

/** @returns milliseconds of the slowest answer of `/healthz` during a request. */
async function longestWait(path: string): Promise<number> {
  let isOver = false;
  const asked = fetch(service.url + path, { headers: BEARER })
    .then((answer) => answer.arrayBuffer())
    .finally(() => {
      isOver = true;
    });
  let most = 0;
  while (!isOver) {
    most = Math.max(most, await health());
    await sleep(2);
  }
  await asked;
  return most;
}

function health(): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    get(`${service.url}/healthz`, { agent }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - start));
    }).once('error', reject);
  });
}

/** @returns milliseconds in which the page calculates a chart of one formula. */
function inPage(formulas: string): number {
  const some = CODES.slice(0, 4);
  const columns = some.map((code, place) =>
    column(
      `yields.${code}`,
      dates,
      dates.map((_, i) => textOf(place, i)),
    ),
  );
  const { view } = parseView({ series: some.map((code) => `yields.${code}`).join(), formulas });
  const start = performance.now();
  linesOf(view, columns, { from: dates[0] as string, to: dates.at(-1) as string });
  return performance.now() - start;
}

function fill(): void {
  const writer = openWriter(dataDir);
  const source = { source: 'bench', location: 'bench', sha256: '', fetchedAt: '2026-01-01T00:00:00.000Z' };
  const publish = writer.begin({ kind: 'import', dataset: 'yields', origin: 'file', ...source });
  for (const [place, code] of CODES.entries()) {
    const id = publish.series({ dataset: 'yields', code, area: '' });
    for (let i = 0; i < DAYS; i++) publish.observation(id, weekdayAt(14_900 - DAYS + i), textOf(place, i), 1);
  }
  publish.commit();
  writer.close();
}
