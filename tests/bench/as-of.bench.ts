import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openReader, openWriter } from '../../service/store/index.ts';
import { encoded } from '../store/encoded.ts';
import { valueText } from './fill-folder.ts';
import { type BenchRow, printTable, rounds } from './measure.ts';

/**
 * Pages as of a day against pages of today: 20 series of 50,000 days. One day in a hundred was revised later,
 * and the last hundred days were published later. Also a page of revisions, newest first. No HTTP.
 */

const CODES = Array.from({ length: 20 }, (_, place) => `series_${place}`);
const [DAYS, LATE_DAYS, PAGE, ROUNDS] = [50_000, 100, 5000, 30];
const dataDir = join(import.meta.dirname, '../../.build/bench/as-of');
rmSync(dataDir, { recursive: true, force: true });
mkdirSync(dataDir, { recursive: true });

const writer = openWriter(dataDir);
function publish(fetchedAt: string, days: Iterable<number>, salt: number): void {
  const open = writer.begin({
    kind: 'import',
    dataset: 'grid',
    origin: 'file',
    source: 'bench',
    location: 'bench',
    sha256: '',
    fetchedAt,
  });
  let row = 1;
  for (const day of days) {
    for (const [place, code] of CODES.entries()) {
      const series = open.series({ dataset: 'grid', code, area: '' });
      open.observation(series, day, valueText(place, day + salt), row++);
    }
  }
  open.commit();
}
const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, at) => from + at * step);
publish('2026-01-01T00:00:00Z', range(0, DAYS - LATE_DAYS), 0);
publish('2026-02-01T00:00:00Z', range(0, DAYS - LATE_DAYS, 100), 1);
publish('2026-03-01T00:00:00Z', range(DAYS - LATE_DAYS, DAYS), 0);
writer.close();

const reader = openReader(dataDir);
const then = '2026-01-15T23:59:59.999Z';
let round = 0;
const page = (codes: readonly string[], asOf?: string) => () => {
  const from = (round++ % 64) * 100;
  const started = performance.now();
  const { count } = encoded(
    reader.observations({ dataset: 'grid', codes, from, to: DAYS, asOf }, { limit: PAGE }),
    'json',
  );
  if (count !== PAGE) throw new Error(`${count} rows`);
  return performance.now() - started;
};
const revisions = () => {
  const started = performance.now();
  if (reader.revisions({ dataset: 'grid' }, { limit: 1000 }).rows.length !== 1000)
    throw new Error('Revisions are missing');
  return performance.now() - started;
};
const ms = (value: number) => `${value.toFixed(2)} ms`;
const table: BenchRow[] = [];
for (const [name, codes] of [
  ['5 of 20 series by date', CODES.slice(0, 5)],
  ['one series', CODES.slice(3, 4)],
] as const) {
  const found = await rounds(ROUNDS, { asOf: page(codes, then), now: page(codes) });
  table.push({
    name: `${PAGE} rows as of a day, ${name}`,
    ours: ms(found.asOf),
    against: `${ms(found.now)} as of now`,
    ratio: (found.asOf / found.now).toFixed(2),
    goal: '',
  });
}
const { first } = await rounds(ROUNDS, { first: revisions });
table.push({ name: '1000 revisions, newest first', ours: ms(first), against: '', ratio: '', goal: '' });
printTable(table);
reader.close();
