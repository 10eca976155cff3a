import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openReader } from '../../service/store/index.ts';
import { makeFolder, publishRows, runOf } from '../store/folder.ts';
import { findFaults, openRaw } from '../store/raw.ts';
import { killSeed, seeded } from './damage.ts';

const KILLS = process.env.ALMANAC_SOAK ? 100 : 6;
const DAYS = 4000;
const SERIES = 5;

/**
 * A script that writes publish after publish until it is killed. Publish n gives every day the value n, so
 * a half-written publish would show two values. Prints n after the commit.
 */
const WRITER = (store: string) => `
  import { writeSync } from 'node:fs';
  import { openWriter } from '${store}';
  const writer = openWriter(process.argv[1]);
  for (let n = Number(process.argv[2]); ; n++) {
    const open = writer.begin({ kind: 'import', dataset: 'd', origin: 'file', source: 's', location: 'l', sha256: '', fetchedAt: '2026' });
    for (let s = 0; s < ${SERIES}; s++) {
      const series = open.series({ dataset: 'd', code: 's' + s, area: '' });
      for (let day = 0; day < ${DAYS}; day++) open.observation(series, day, String(n), day + 1);
    }
    open.commit();
    writeSync(1, n + '\\n');
  }`;

test(`a writer killed at ${KILLS} random moments leaves whole publishes, and loses no confirmed one`, async () => {
  using folder = makeFolder();
  const store = new URL('../../service/store/index.ts', import.meta.url).href;
  publishRows(
    folder.path,
    runOf('d'),
    Array.from({ length: SERIES }, (_, s) => s).flatMap((s) =>
      Array.from({ length: DAYS }, (__, day) => ({ code: `s${s}`, area: '', day, value: '0' })),
    ),
  );
  const seed = killSeed();
  const random = seeded(seed);
  console.log(`Seed ${seed}`);
  let newest = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', WRITER(store), folder.path, String(newest + 1)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let said = '';
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
    });
    // The time counts from the first commit, so that the kill hits a publish or a commit and not the start.
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, random() * 120));
    child.kill('SIGKILL');
    await once(child, 'close');
    const confirmed = Number(said.trim().split('\n').at(-1));
    using raw = openRaw(folder.path);
    const values = raw.db.prepare('SELECT DISTINCT value FROM observation').pluck().all().map(Number);
    expect(values).toHaveLength(1);
    newest = values[0] ?? Number.NaN;
    // The last commit may not have been printed yet.
    expect(newest - confirmed === 0 || newest - confirmed === 1).toBe(true);
    expect(findFaults(raw.db)).toEqual([]);
    expect(raw.db.prepare('SELECT count(*) FROM revision').pluck().get()).toBe(newest * SERIES * DAYS);
    const reader = openReader(folder.path);
    expect(reader.holdings()[0]?.count).toBe(SERIES * DAYS);
    reader.close();
  }
}, 1_800_000);
