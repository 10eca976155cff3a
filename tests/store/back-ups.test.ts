import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKeys } from '../../service/keys/index.ts';
import { backUp, backUpPath, openReader, restore, storageOf } from '../../service/store/index.ts';
import { copySample } from '../support/sample-data.ts';

const NOW = new Date('2026-11-21T12:00:00.500Z');
const LATER = new Date('2026-11-22T12:00:00Z');

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-back-ups-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const dataFile = () => path.join(dataDir, 'data.sqlite');
const inFolder = () => readdirSync(path.join(dataDir, 'backups'));

const fill = () => copySample(dataDir);
function heldNow(): number {
  const reader = openReader(dataDir);
  try {
    return reader.holdings().reduce((sum, { count }) => sum + count, 0);
  } finally {
    reader.close();
  }
}
function forgetAll() {
  const db = new Sqlite(dataFile());
  db.exec(
    'DELETE FROM observation; DELETE FROM series; DELETE FROM dataset; DELETE FROM stretch; DELETE FROM revision',
  );
  db.close();
}

test('a back-up is one private file with all data and no keys', async () => {
  await fill();
  const keys = openKeys(dataDir, { now: () => NOW });
  await keys.create('notebook');
  await keys.close();
  // Drafts that a power cut left.
  mkdirSync(path.join(dataDir, 'backups'));
  for (const left of ['data-2026-11-20T12-00-00Z.sqlite', 'restore'])
    for (const beside of ['', '-journal'])
      writeFileSync(path.join(dataDir, 'backups', `${left}.99999999-0123456789ab.draft${beside}`), 'half');
  const made = backUp(dataDir, NOW);
  expect(made).toMatchObject({
    name: 'data-2026-11-21T12-00-00Z.sqlite',
    made_at: '2026-11-21T12:00:00.000Z',
    is_set_aside: false,
  });
  expect(inFolder()).toEqual([made.name]);
  const file = backUpPath(dataDir, made.name);
  expect(readFileSync(file).includes('notebook')).toBe(false);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  // A second back-up in the same second does not replace the first.
  expect(backUp(dataDir, NOW).name).toBe('data-2026-11-21T12-00-00Z-2.sqlite');
  const { files, back_ups } = storageOf(dataDir);
  expect(files.map(({ what, bytes }) => [what, bytes > 0])).toEqual([
    ['data', true],
    ['keys', true],
    ['work', false],
  ]);
  expect(back_ups.map(({ name }) => name).sort()).toEqual(inFolder().sort());
});

test('a restore brings back the data, also for open readers, and keeps what it replaced', async () => {
  await fill();
  const before = heldNow();
  const { name } = backUp(dataDir, NOW);
  forgetAll();
  const reader = openReader(dataDir);
  const version = reader.dataVersion();
  const emptied = reader.holdings().length;
  expect(emptied).toBe(0);
  const { set_aside } = await restore(dataDir, backUpPath(dataDir, name), name, LATER);
  expect(reader.dataVersion()).not.toBe(version);
  expect(reader.holdings().reduce((sum, { count }) => sum + count, 0)).toBe(before);
  reader.close();
  expect(heldNow()).toBe(before);
  expect(storageOf(dataDir).back_ups[0]).toMatchObject({ name: set_aside, is_set_aside: true });
  expect(inFolder().filter((file) => file.includes('part'))).toEqual([]);
  await restore(dataDir, backUpPath(dataDir, set_aside), set_aside, LATER);
  expect(heldNow()).toBe(0);
});

test.each([
  [
    'a text',
    (file: string) => writeFileSync(file, 'no database at all, but long enough to be looked at as one'),
  ],
  ['an empty file', (file: string) => writeFileSync(file, '')],
  [
    'a database of another program',
    (file: string) => {
      const db = new Sqlite(file);
      db.exec('CREATE TABLE note(text TEXT)');
      db.close();
    },
  ],
  [
    'a damaged back-up',
    (file: string) => {
      const bytes = readFileSync(backUpPath(dataDir, backUp(dataDir, NOW).name));
      bytes.fill(0x5a, 8192 * 4, 8192 * 40);
      writeFileSync(file, bytes);
    },
  ],
  [
    'a back-up that breaks off',
    (file: string) => {
      const bytes = readFileSync(backUpPath(dataDir, backUp(dataDir, NOW).name));
      writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)));
    },
  ],
])('%s is refused in words, and nothing changes', async (_, make) => {
  await fill();
  const chosen = path.join(dataDir, 'chosen.sqlite');
  make(chosen);
  const before = heldNow();
  const files = existsSync(path.join(dataDir, 'backups')) ? inFolder() : [];
  await expect(restore(dataDir, chosen, 'chosen.sqlite', LATER)).rejects.toMatchObject({
    code: 'invalid_file',
    message: expect.stringMatching(
      /^chosen\.sqlite is damaged, or is not a back-up .* Nothing was changed\.$/,
    ),
  });
  expect(heldNow()).toBe(before);
  expect(inFolder()).toEqual(files);
});

test('a back-up of a newer Almanac is refused, with that reason', async () => {
  await fill();
  const { name } = backUp(dataDir, NOW);
  const db = new Sqlite(backUpPath(dataDir, name));
  db.pragma('user_version = 99');
  db.close();
  await expect(restore(dataDir, backUpPath(dataDir, name), name, LATER)).rejects.toMatchObject({
    code: 'newer_version',
    message: expect.stringContaining(name),
  });
  expect(heldNow()).toBeGreaterThan(0);
});

test('while another program writes, a restore is refused, with that reason', async () => {
  await fill();
  const { name } = backUp(dataDir, NOW);
  forgetAll();
  const other = new Sqlite(dataFile());
  other.exec('BEGIN IMMEDIATE');
  try {
    await expect(restore(dataDir, backUpPath(dataDir, name), name, LATER)).rejects.toMatchObject({
      code: 'folder_in_use',
    });
  } finally {
    other.exec('ROLLBACK');
    other.close();
  }
  expect(heldNow()).toBe(0);
  expect(inFolder()).toEqual([name]);
});

test.each(['../data.sqlite', 'data.sqlite', 'data-2026-11-21T12-00-00Z.sqlite/../../keys.sqlite', ''])(
  'only a back-up can be named: not %j',
  async (name) => {
    await fill();
    expect(() => backUpPath(dataDir, name)).toThrow(/no back-up/);
  },
);

test('the oldest back-ups above the kept number are removed, and files replaced by a restore stay', async () => {
  await fill();
  const first = backUp(dataDir, NOW);
  await restore(dataDir, backUpPath(dataDir, first.name), first.name, NOW);
  const hours = [1, 2, 3].map(
    (hour) => backUp(dataDir, new Date(LATER.getTime() + hour * 3_600_000), 2).name,
  );
  const { back_ups: left } = storageOf(dataDir);
  expect(left.filter(({ is_set_aside }) => !is_set_aside).map(({ name }) => name)).toEqual(
    hours.slice(1).toReversed(),
  );
  expect(left.filter(({ is_set_aside }) => is_set_aside)).toHaveLength(1);
});
