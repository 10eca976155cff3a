import { execFile } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { writeLongCsv } from '../bench/long-csv.ts';
import type { Measured } from './measured-process.ts';
import { makeTeam, postgresOfFile } from './team.ts';
import { temporaryFolder } from './temporary.ts';

/** Measures publishing, new copies, a full revision and comparisons of a million (`ALMANAC_ROWS`) values. */

vi.setConfig({ testTimeout: 3_600_000 });
const postgres = postgresOfFile();

const ROWS = Number(process.env.ALMANAC_ROWS ?? 1_000_000);
const PROCESS = path.join(import.meta.dirname, 'measured-process.ts');
/** No work holds all rows, so these limits of the heap and of all memory suffice for any number of rows. */
const HEAP_MB = 160;
const MOST_MB = 400;

it(`publishes ${ROWS} values and their revision, and makes new copies, in memory that does not grow with them`, async () => {
  const folder = temporaryFolder('many');
  const [first, second] = ['first.csv', 'second.csv'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  writeLongCsv(first, ROWS);
  writeLongCsv(second, ROWS, 7);
  const { where } = await makeTeam(postgres);
  const moved = await makeTeam(postgres);
  const took: Record<string, Measured> = {};
  const measure = async (name: string, what: string, data: string, file = '', at = where) => {
    const heap = `--max-old-space-size=${HEAP_MB}`;
    const words = [heap, PROCESS, at.address, at.passwordFile, what, path.join(folder, data), file];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    took[name] = JSON.parse(stdout) as Measured;
    console.log(`${name}: ${stdout.trim()}`);
  };
  await measure('import alone', 'alone', 'alone', first);
  await measure('import at a node', 'publish', 'one', first);
  await measure('new copy', 'follow', 'two');
  await measure('comparison', 'verify', 'two');
  await measure('revision alone', 'alone', 'alone', second);
  await measure('revision at a node', 'publish', 'one', second);
  await measure('revision followed', 'follow', 'two');
  await measure('new copy of both', 'follow', 'three');
  for (const name of ['one', 'two', 'three']) {
    await measure(`comparison of ${name}`, 'verify', name);
    expect(took[`comparison of ${name}`]?.difference).toBeUndefined();
  }
  await measure('moved into a team', 'move-in', 'alone', '', moved.where);
  const bytes = statSync(path.join(folder, 'three/data.sqlite')).size;
  const found = { rows: ROWS, bytes, took };
  console.log(JSON.stringify(found));
  if (process.env.ALMANAC_MEASURED) writeFileSync(process.env.ALMANAC_MEASURED, JSON.stringify(found));
  for (const [name, { peakMb }] of Object.entries(took)) expect(peakMb, name).toBeLessThan(MOST_MB);
});
