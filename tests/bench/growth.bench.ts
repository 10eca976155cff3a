import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openReader, openWriter, type Position, type Reader } from '../../service/store/index.ts';
import { encoded } from '../store/encoded.ts';
import { valueText } from './fill-folder.ts';
import { type BenchRow, printTable, rounds } from './measure.ts';

/** First, middle and last page of 5,000 rows of 20 series with 10⁴ to 10⁷ rows, and bytes per row on disk. */

const SERIES = 20;
const PAGE = 5000;
const ROUNDS = 30;
const FIRST_DAY = -20_000;
const CODES = Array.from({ length: SERIES }, (_, place) => `series_${place}`);

function filled(rows: number): string {
  const dataDir = join(import.meta.dirname, '../../.build/bench', `growth-${rows}`);
  mkdirSync(dataDir, { recursive: true });
  if (heldRows(dataDir) === rows) return dataDir;
  rmSync(dataDir, { recursive: true, force: true });
  const writer = openWriter(dataDir);
  const publish = writer.begin({
    kind: 'import',
    dataset: 'grid',
    origin: 'file',
    source: 'bench',
    location: 'bench',
    sha256: '',
    fetchedAt: '2026-01-01T00:00:00.000Z',
  });
  for (const [place, code] of CODES.entries()) {
    const series = publish.series({ dataset: 'grid', code, area: '' });
    for (let day = 0; day < rows / SERIES; day++)
      publish.observation(series, FIRST_DAY + day, valueText(place, day), 1);
  }
  publish.commit();
  writer.close();
  return dataDir;
}

function heldRows(dataDir: string): number {
  try {
    const reader = openReader(dataDir);
    const held = reader.holdings()[0]?.count ?? 0;
    reader.close();
    return held;
  } catch {
    // The folder has an older layout or is incomplete, so it is made again.
    return 0;
  }
}

function timed(work: () => { count: number }): number {
  const started = performance.now();
  const { count } = work();
  const ms = performance.now() - started;
  if (count !== PAGE) throw new Error(`${count} rows`);
  return ms;
}

function pagesOf(reader: Reader, rows: number) {
  const selection = { dataset: 'grid', codes: CODES, from: FIRST_DAY, to: FIRST_DAY + rows };
  const lastOffset = rows - PAGE;
  const byToken = (offset: number) => {
    const after: Position | undefined =
      offset === 0 ? undefined : { day: FIRST_DAY + offset / SERIES - 1, seriesId: SERIES };
    return () => timed(() => encoded(reader.observations(selection, { after, limit: PAGE }), 'json'));
  };
  const byOffset = (offset: number) => () =>
    timed(() => encoded(reader.observationsAt(selection, { offset, limit: PAGE }), 'json'));
  return {
    tokenFirst: byToken(0),
    tokenMiddle: byToken(rows / 2),
    tokenLast: byToken(lastOffset),
    offsetFirst: byOffset(0),
    offsetMiddle: byOffset(rows / 2),
    offsetLast: byOffset(lastOffset),
  };
}

const table: BenchRow[] = [];
const firsts: number[] = [];
for (const rows of [1e4, 1e6, 1e7]) {
  const dataDir = filled(rows);
  const reader = openReader(dataDir);
  const started = performance.now();
  reader.countObservations({ dataset: 'grid', codes: CODES, from: FIRST_DAY + 1, to: FIRST_DAY + rows });
  const counts = performance.now() - started;
  const found = await rounds(ROUNDS, pagesOf(reader, rows));
  reader.close();
  firsts.push(found.tokenFirst);
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  for (const [name, first, middle, last, goal] of [
    ['token', found.tokenFirst, found.tokenMiddle, found.tokenLast, '≤ 1.3'],
    ['offset', found.offsetFirst, found.offsetMiddle, found.offsetLast, '≤ 2'],
  ] as const) {
    table.push({
      name: `${rows} rows by ${name}: last page, against first`,
      ours: `${ms(last)} (middle ${ms(middle)})`,
      against: ms(first),
      ratio: (last / first).toFixed(2),
      goal,
    });
  }
  table.push({
    name: `${rows} rows: counts read once after each publish`,
    ours: ms(counts),
    against: '',
    ratio: '',
    goal: '',
  });
  table.push({
    name: `${rows} rows: bytes a row on disk`,
    ours: (statSync(join(dataDir, 'data.sqlite')).size / rows).toFixed(1),
    against: '',
    ratio: '',
    goal: '',
  });
}
table.push({
  name: 'first page at 10⁷ rows, against 10⁴',
  ours: `${firsts[2]?.toFixed(2)} ms`,
  against: `${firsts[0]?.toFixed(2)} ms`,
  ratio: ((firsts[2] ?? Number.NaN) / (firsts[0] ?? Number.NaN)).toFixed(2),
  goal: '≤ 1.5',
});
printTable(table);
