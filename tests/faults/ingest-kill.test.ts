import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { importFiles } from '../../service/ingest/index.ts';
import { openReader } from '../../service/store/index.ts';
import { findFaults, openRaw } from '../store/raw.ts';
import { killSeed, seeded } from './damage.ts';
import { rowsOfVersion, writeVersion } from './ingest-versions.ts';

const KILLS = process.env.ALMANAC_SOAK ? 600 : 8;
/** The number of children at a time. */
const LANES = 2;
/**
 * The longest time from a child's first `r` (reading) or `c` (committing) to its kill, in ms. Every third
 * kill follows `c`, close to a commit; the others follow `r`, and may come after several imports.
 */
const LONGEST_MS = { r: 100, c: 12 };
const ROOT = join(import.meta.dirname, '../..');

/** Bundles the child into one JavaScript file, which starts in a fifth of the time. @returns its path. */
async function bundleChild(): Promise<string> {
  const outDir = join(ROOT, '.build', `ingest-loop-${process.pid}`);
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'silent',
    root: ROOT,
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: { ssr: join(import.meta.dirname, 'ingest-loop.ts'), outDir, target: 'node22', minify: false },
  });
  return join(outDir, 'ingest-loop.js');
}

/** Kills a child `afterMs` after it first prints `word`. @returns its lines, each a word and a version. */
async function killAfter(
  program: string,
  folder: string,
  word: 'r' | 'c',
  afterMs: number,
): Promise<string[]> {
  const child = spawn(process.execPath, [program, folder, '2'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let said = '';
  const begun = Promise.withResolvers<void>();
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString();
    if (said.includes(`${word} `)) begun.resolve();
  });
  await Promise.race([begun.promise, closed]);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  child.kill('SIGKILL');
  const [, signal] = await closed;
  expect(signal).toBe('SIGKILL');
  return said.trim().split('\n');
}

/** Expects a sound store with one whole version, `confirmed` or the next. @returns the version. */
function check(dataDir: string, confirmed: number): number {
  const reader = openReader(dataDir);
  const held = reader.holdings().map(({ count }) => count);
  reader.close();
  using raw = openRaw(dataDir);
  expect(findFaults(raw.db)).toEqual([]);
  const values = raw.db.prepare('SELECT DISTINCT value FROM observation').pluck().all().map(Number);
  expect(values).toHaveLength(1);
  const [version = Number.NaN] = values;
  expect([confirmed, confirmed + 1]).toContain(version);
  expect(held.reduce((sum, count) => sum + count, 0)).toBe(rowsOfVersion(version));
  const revisions = Array.from({ length: version - 1 }, (_, at) => rowsOfVersion(at + 1));
  expect(raw.db.prepare('SELECT count(*) FROM revision').pluck().get()).toBe(
    revisions.reduce((sum, count) => sum + count, 0),
  );
  expect(raw.db.prepare("SELECT count(*) FROM run WHERE dataset = 'yields'").pluck().get()).toBe(version);
  return version;
}

test(`an import killed at ${KILLS} random moments leaves the old data or the new, never a part of the new`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-kill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const seed = killSeed();
  const random = seeded(seed);
  const plan = Array.from({ length: KILLS }, (_, at) => {
    const word = at % 3 === 0 ? 'c' : 'r';
    return { word, afterMs: random() * LONGEST_MS[word] } as const;
  });
  const program = await bundleChild();
  const template = join(folder, 'template');
  const file = join(folder, 'version-1.csv');
  writeFileSync(file, writeVersion(1));
  await importFiles({ dataDir: join(template, 'data'), files: [file], now: () => new Date() });
  const moments = { read: 0, commit: 0, between: 0 };
  const outcomes = { old: 0, new: 0 };

  async function kill(at: number, { word: after, afterMs }: (typeof plan)[number]): Promise<void> {
    const own = join(folder, String(at));
    cpSync(template, own, { recursive: true });
    const said = await killAfter(program, own, after, afterMs);
    const [word = '', last = ''] = said.at(-1)?.split(' ') ?? [];
    const confirmed = word === 'd' ? Number(last) : Number(last) - 1;
    const version = check(join(own, 'data'), confirmed);
    moments[({ r: 'read', c: 'commit', d: 'between' } as const)[word] ?? 'between'] += 1;
    if (word !== 'd') outcomes[version === confirmed ? 'old' : 'new'] += 1;
    rmSync(own, { recursive: true });
  }

  const rest = [...plan.entries()];
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) await kill(...next);
    }),
  );
  console.log(
    `Seed ${seed}: ${KILLS} kills, ${moments.read} while the file was read and staged, ${moments.commit} round the commit, ${moments.between} between two imports; of those inside an import ${outcomes.old} left the old data, ${outcomes.new} the new.`,
  );
  expect(moments.read).toBeGreaterThan(0);
  expect(moments.commit).toBeGreaterThan(0);
  expect(outcomes.old).toBeGreaterThan(0);
}, 1_200_000);
