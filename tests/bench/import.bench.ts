import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeLongCsv } from './long-csv.ts';
import { type BenchRow, has, median, printTable } from './measure.ts';

/**
 * Imports a long CSV of 10⁶ rows with all checks, the comparison with stored values, counts and run records,
 * against `.import` of the sqlite3 shell into one table with the same key and settings. Then imports the same
 * file again. The start of either process is not part of the time.
 */

const ROUNDS = 5;
const ROWS = 1_000_000;
const folder = join(import.meta.dirname, '../../.build/bench');
const PROCESS = join(import.meta.dirname, 'import-process.ts');
const SETTINGS = 'PRAGMA page_size=8192; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;';
const TABLE =
  'CREATE TABLE observation(dataset TEXT, series TEXT, date TEXT, value TEXT, state TEXT, PRIMARY KEY(dataset, series, state, date)) WITHOUT ROWID;';

type Imported = { ms: number; added: number; unchanged: number; peakMb: number };

function ours(dataDir: string, file: string): Imported {
  return JSON.parse(execFileSync(process.execPath, [PROCESS, dataDir, file], { encoding: 'utf8' }));
}

function shell(path: string, file: string): number {
  const run = (input: string) => execFileSync('sqlite3', ['-bail', path], { input, encoding: 'utf8' });
  run(`${SETTINGS}\n${TABLE}`);
  const start = performance.now();
  run(`PRAGMA synchronous=FULL;\n.import --csv --skip 1 ${file} observation\n`);
  const ms = performance.now() - start;
  const count = run('SELECT count(*) FROM observation;').trim();
  if (count !== String(ROWS)) throw new Error(`The shell imported ${count} rows`);
  return ms;
}

if (!has('sqlite3')) {
  console.log('import: the sqlite3 shell is not there; nothing to compare with.');
} else {
  mkdirSync(folder, { recursive: true });
  const place = mkdtempSync(join(folder, 'import-'));
  const file = join(place, 'long.csv');
  writeLongCsv(file, ROWS);
  const first: Imported[] = [];
  const again: Imported[] = [];
  const peer: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = join(place, `data-${round}`);
    first.push(ours(dataDir, file));
    peer.push(shell(join(place, 'peer.sqlite'), file));
    again.push(ours(dataDir, file));
    rmSync(dataDir, { recursive: true });
    for (const name of ['peer.sqlite', 'peer.sqlite-wal', 'peer.sqlite-shm'])
      rmSync(join(place, name), { force: true });
  }
  if (first.some(({ added }) => added !== ROWS) || again.some(({ unchanged }) => unchanged !== ROWS)) {
    throw new Error('An import did not hold what it should');
  }
  const size = `${(statSync(file).size / 1e6).toFixed(0)} MB`;
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const [once, twice, import_] = [
    median(first.map((one) => one.ms)),
    median(again.map((one) => one.ms)),
    median(peer),
  ];
  const peak = Math.max(...first.map(({ peakMb }) => peakMb));
  const rows: BenchRow[] = [
    {
      name: `import of 10⁶ rows (${size})`,
      ours: ms(once),
      against: `${ms(import_)} sqlite3 .import`,
      ratio: (once / import_).toFixed(2),
      goal: '≤ 1.0',
    },
    {
      name: 'the same file again',
      ours: ms(twice),
      against: `${ms(once)} the first time`,
      ratio: (twice / once).toFixed(2),
      goal: '≤ 0.6',
    },
    {
      name: 'peak memory of the import',
      ours: `${peak.toFixed(0)} MB`,
      against: '',
      ratio: '',
      goal: '≤ 200 MB',
    },
  ];
  printTable(rows);
  rmSync(place, { recursive: true });
}
