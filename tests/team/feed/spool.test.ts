import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { CopiedTable, CopyFrame } from '../../../service/store/copy/index.ts';
import { openSpool } from '../../../service/team/feed/follow-feed.ts';
import type { FeedHead } from '../../../service/team/feed/lines.ts';
import { copyFolder, knownTeam, noteTeam } from '../../../service/team/feed/open-followed.ts';
import { allOf } from '../scripted.ts';

/** What a desktop keeps of a team beside the copy: rows on their way, and which team is at which address. */

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'almanac-spool-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const table = (name: string, isNote = false) => ({ name, isNote }) as CopiedTable;
const TABLES = [table('run'), table('observation'), table('fetch', true), table('whole_block', true)];
const head = (version: number, publish = `p${version}`) => ({ version, publish }) as FeedHead;
const frame = (of: string, ...texts: string[]): CopyFrame => ({
  table: of,
  columns: ['text'],
  rows: texts.map((text) => [text]),
});

function opened(file = path.join(folder(), 'spool')) {
  const spool = openSpool(file, TABLES);
  onTestFinished(() => spool.close());
  return { spool, file, frames: () => allOf(spool.frames()) };
}

it('knows how many rows of the last table came', async () => {
  const { spool, frames, file } = opened();
  expect([spool.head, spool.place(), await frames()]).toEqual([undefined, undefined, []]);
  spool.begin(head(7), true);
  expect([spool.head, spool.place()]).toEqual([head(7), undefined]);
  const all = [frame('run', 'a', 'é'), frame('run', 'b'), frame('observation', 'c', 'd')];
  for (const one of all.slice(0, 2)) spool.add(one);
  expect(spool.place()).toEqual({ version: 7, publishId: 'p7', table: 'run', rows: 3 });
  spool.add(all[2] as CopyFrame);
  expect(spool.place()).toEqual({ version: 7, publishId: 'p7', table: 'observation', rows: 2 });
  // The answer continues: what came stays.
  spool.begin(head(7), false);
  spool.add(frame('observation', 'e'));
  expect(spool.place()).toMatchObject({ table: 'observation', rows: 3 });
  expect(await frames()).toEqual([...all, frame('observation', 'e')]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // Another answer begins.
  spool.begin(head(8), true);
  expect([spool.head, spool.place(), await frames(), statSync(file).size]).toEqual([
    head(8),
    undefined,
    [],
    0,
  ]);
});

it('reads notes again where it continues, since they change without a new publish', async () => {
  const { spool, frames } = opened();
  spool.begin(head(7), true);
  const data = [frame('run', 'a'), frame('observation', 'b', 'c')];
  for (const one of [...data, frame('fetch', 'x'), frame('fetch', 'y'), frame('whole_block', 'z')])
    spool.add(one);
  expect(await frames()).toHaveLength(5);
  const place = { version: 7, publishId: 'p7', table: 'observation', rows: 2 };
  expect([spool.place(), await frames()]).toEqual([place, data]);
  expect(spool.place()).toEqual(place);
  spool.begin(head(7), false);
  spool.add(frame('fetch', 'new'));
  expect(await frames()).toEqual([...data, frame('fetch', 'new')]);
  expect([spool.place(), await frames()]).toEqual([place, data]);
  // Of notes alone nothing is left.
  spool.begin(head(8), true);
  spool.add(frame('fetch', 'x'));
  expect([spool.place(), await frames()]).toEqual([undefined, []]);
});

it('forgets what came, and leaves no file behind', async () => {
  const { spool, frames } = opened();
  spool.begin(head(7), true);
  spool.add(frame('fetch', 'x'));
  spool.clear();
  expect([spool.head, spool.place(), await frames()]).toEqual([undefined, undefined, []]);
  spool.begin(head(7), false);
  spool.add(frame('run', 'a'));
  expect([spool.place(), await frames()]).toEqual([
    { version: 7, publishId: 'p7', table: 'run', rows: 1 },
    [frame('run', 'a')],
  ]);
  const file = path.join(folder(), 'left');
  writeFileSync(file, 'of before');
  const other = openSpool(file, TABLES);
  expect(statSync(file).size).toBe(0);
  other.close();
  expect(() => statSync(file)).toThrow('ENOENT');
});

it('says where another program has changed its file, and where it cannot be made', async () => {
  const { spool, frames, file } = opened();
  spool.begin(head(7), true);
  spool.add(frame('run', 'a'));
  writeFileSync(file, readFileSync(file, 'utf8').replace('run', 'r"n'));
  await expect(frames()).rejects.toMatchObject({
    code: 'folder_unusable',
    message: `${file} was changed while it was read. Let other programs leave it alone.`,
  });
  writeFileSync(file, '{"end":true,"rows":1}'.padEnd(statSync(file).size - 1).concat('\n'));
  await expect(frames()).rejects.toMatchObject({ code: 'folder_unusable' });
  expect(() => openSpool('/nowhere/at/all', TABLES)).toThrow(
    expect.objectContaining({ code: 'folder_unusable' }),
  );
});

const [ONE, TWO] = ['11111111-2222-3333-4444-555555555555', '99999999-2222-3333-4444-555555555555'];
const [HERE, THERE] = ['https://data.example.org', 'https://other.example.org'];

it('each address has its team, and each team a folder', () => {
  const dataDir = folder();
  expect(knownTeam(dataDir, HERE)).toBeUndefined();
  noteTeam(dataDir, HERE, ONE);
  noteTeam(dataDir, THERE, TWO);
  expect([knownTeam(dataDir, HERE), knownTeam(dataDir, THERE)]).toEqual([ONE, TWO]);
  noteTeam(dataDir, HERE, TWO);
  expect([knownTeam(dataDir, HERE), knownTeam(dataDir, THERE)]).toEqual([TWO, TWO]);
  expect(knownTeam(dataDir, 'https://none.example.org')).toBeUndefined();
  expect(copyFolder(dataDir, ONE)).toBe(path.join(dataDir, 'teams', ONE));
  expect(statSync(path.join(dataDir, 'teams')).mode & 0o777).toBe(0o700);
});

it.for(['', '[]', '{', `{"${HERE}":"../../x"}`, `{"${HERE}":7}`])(
  'a list of addresses %j counts as none',
  (text) => {
    const dataDir = folder();
    noteTeam(dataDir, HERE, ONE);
    writeFileSync(path.join(dataDir, 'teams/addresses.json'), text);
    expect(knownTeam(dataDir, HERE)).toBeUndefined();
    noteTeam(dataDir, THERE, TWO);
    expect(knownTeam(dataDir, THERE)).toBe(TWO);
  },
);
