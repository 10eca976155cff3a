import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs, { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ended, startCommandLine } from '../support/command-line.ts';
import { COMMAND_LINE } from '../support/programs.ts';
import { hold, makeFolder, type Observed } from '../tables/held-data.ts';
import { almanac } from './almanac.ts';

/** Enough rows that an export is still running when it is interrupted. */
const ROWS = 300_000;
let folder: ReturnType<typeof makeFolder>;
let place: string;
let target: string;

beforeAll(() => {
  folder = makeFolder();
  const codes = ['US1Y', 'US2Y', 'US5Y', 'US10Y', 'US30Y'];
  const rows: Observed[] = [];
  for (let day = 0; day < ROWS / codes.length; day++) {
    const date = new Date(Date.UTC(1860, 0, 1 + day)).toISOString().slice(0, 10);
    for (const code of codes) rows.push([date, code, `${day % 89}.${day % 7}`]);
  }
  hold(folder.dataDir, 'yields', rows);
});
afterAll(() => folder.close());
beforeEach(() => {
  place = path.join(folder.dataDir, 'exports');
  fs.mkdirSync(place);
  target = path.join(place, 'yields.parquet');
  writeFileSync(target, 'the old file');
});
afterEach(() => fs.rmSync(place, { recursive: true, force: true }));

const args = () => ['export', 'yields', '-o', target, '--data-dir', folder.dataDir];
const parts = () => readdirSync(place).filter((name) => name.endsWith('.draft'));

function expectOldFile(): void {
  expect(readFileSync(target, 'utf8')).toBe('the old file');
  expect(readdirSync(place)).toEqual(['yields.parquet']);
}

/** Waits until a part of the file is written. */
async function underWay(child: ChildProcess): Promise<void> {
  while (child.exitCode === null && !parts().some((name) => statSync(path.join(place, name)).size > 0)) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

describe('an export that is interrupted', () => {
  test('by kill -9 leaves the old file, and the next export removes the unfinished one', async () => {
    const child = startCommandLine(args());
    const end = ended(child);
    await underWay(child);
    child.kill('SIGKILL');
    expect((await end).signal).toBe('SIGKILL');
    expect(readFileSync(target, 'utf8')).toBe('the old file');
    expect(parts()).toHaveLength(1);
    expect((await almanac(...args())).status).toBe(0);
    expect(readdirSync(place)).toEqual(['yields.parquet']);
    expect(readFileSync(target).toString('latin1', 0, 4)).toBe('PAR1');
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s leaves only the old file, and prints one line',
    async (signal) => {
      const child = startCommandLine(args());
      const end = ended(child);
      await underWay(child);
      child.kill(signal);
      const { status, err } = await end;
      expect(status).toBe(1);
      expect(err).toMatch(/^almanac: Stopped[^\n]*\n$/);
      expectOldFile();
    },
  );

  test('by a limit of file size leaves the old file', async ({ skip }) => {
    skip(process.platform === 'win32', 'needs a POSIX shell');
    const limited = spawn(
      'sh',
      ['-c', 'ulimit -f 100; exec "$0" "$@"', process.execPath, COMMAND_LINE, ...args()],
      {
        env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const { status, err } = await ended(limited);
    expect(status).toBe(1);
    expect(err).toMatch(/^almanac: [^\n]*larger than this system allows[^\n]*\n$/);
    expectOldFile();
  });

  test('by a full disk leaves the old file, and prints one line', async ({ skip }) => {
    const disk = path.join(place, 'disk');
    fs.mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', disk]).status === 0;
    skip(!mounted, 'a small file system cannot be mounted here (needs root)');
    try {
      const small = path.join(disk, 'yields.csv');
      writeFileSync(small, 'the old file');
      const { status, err } = await almanac('export', 'yields', '-o', small, '--data-dir', folder.dataDir);
      expect(status).toBe(1);
      expect(err).toMatch(/^almanac: [^\n]*the disk is full[^\n]*\n$/);
      expect(readdirSync(disk)).toEqual(['yields.csv']);
      expect(readFileSync(small, 'utf8')).toBe('the old file');
    } finally {
      spawnSync('umount', [disk]);
    }
  });

  const TO_OUTPUT: [words: string, options: { tags?: 'soak' }][] = [
    ['export yields', {}],
    ['view series=yields.US1Y,yields.US2Y', { tags: 'soak' }],
    ['view series=yields.US1Y --format json', {}],
  ];

  for (const [words, options] of TO_OUTPUT) {
    const all = () => [...words.split(' '), '--data-dir', folder.dataDir];
    const fails = (why: string) => ({
      status: 1,
      err: `almanac: ${why}: the export is not complete.\n`,
    });

    test(`${words}: a reader that goes away ends it with status 1 and one line`, options, async () => {
      const child = startCommandLine(all());
      const end = ended(child);
      child.stdout?.once('data', () => child.stdout?.destroy());
      expect(await end).toMatchObject(fails('The output was closed before the end'));
    });

    test(
      `${words}: a full disk behind the output ends it with status 1 and one line`,
      options,
      async ({ skip }) => {
        skip(!fs.existsSync('/dev/full'), 'there is no /dev/full here');
        const full = fs.openSync('/dev/full', 'w');
        const { NODE_OPTIONS: _, ...env } = process.env;
        const child = spawn(process.execPath, [COMMAND_LINE, ...all()], {
          env,
          stdio: ['ignore', full, 'pipe'],
        });
        fs.closeSync(full);
        expect(await ended(child)).toMatchObject(fails('The disk is full'));
      },
    );
  }
});
