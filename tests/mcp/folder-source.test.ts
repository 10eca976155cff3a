import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DATA_FILE } from '../../service/contract/names.ts';
import { almanacAddresses, folderSource } from '../../service/mcp/index.ts';
import { guidePages, guidePieces, openGuide } from '../../service/mcp/serve.ts';
import { dismissIncident, incidentsOf, noteRemoved } from '../../service/process/incidents.ts';
import { announceInstance, ownProcessStart, removeInstance } from '../../service/process/instances.ts';
import type { Reader } from '../../service/store/index.ts';
import { publish, temporaryFolder } from '../api/folder.ts';

/** Reads of a data folder while other processes use it, and the addresses of its API and charts. */

function withQuits(value: string): string {
  const folder = temporaryFolder();
  publish(folder, 'jolts', [{ code: 'quits_rate_sa', date: '2026-08-01', value }]);
  return folder;
}
const quitsOf = (reader: Reader) =>
  reader.columns({ dataset: 'jolts', codes: ['quits_rate_sa'], from: 0, to: 99_999 })[0]?.values;

test('the data file is open only during a read, however long it takes and however it ends', async () => {
  const read = await folderSource(withQuits('2.1'));
  const kept: Reader[] = [];
  const late = await read(async (reader) => {
    kept.push(reader);
    await turn();
    return quitsOf(reader);
  });
  expect(late).toEqual(['2.1']);
  const fails = (reader: Reader): never => {
    kept.push(reader);
    throw new Error('a bug');
  };
  await expect(read(fails)).rejects.toThrow('a bug');
  expect(kept).toHaveLength(2);
  for (const reader of kept) expect(() => quitsOf(reader)).toThrow('not open');
});

test('an empty folder is filled with samples that end in the current week', { tags: 'soak' }, async () => {
  const read = await folderSource(temporaryFolder());
  const yields = await read(async (reader) => reader.holdings().find(({ dataset }) => dataset === 'yields'));
  expect(yields?.origin).toBe('sample');
  const newest = Math.max(...(yields?.series ?? []).map(({ last }) => last));
  const today = Math.floor(Date.now() / 86_400_000);
  expect(today - newest).toBeGreaterThanOrEqual(0);
  expect(today - newest).toBeLessThan(7);
});

test('a folder with data, even samples, gets no samples, and spreads are calculated', async () => {
  const folder = temporaryFolder();
  const yields = [
    { code: 'US10Y', date: '2026-11-18', value: '4.10' },
    { code: 'US2Y', date: '2026-11-18', value: '3.60' },
  ];
  publish(folder, 'yields', yields, 'sample');
  const read = await folderSource(folder);
  expect(await read(async (reader) => reader.holdings().map(({ dataset }) => dataset))).toEqual(['yields']);
  const spread = { dataset: 'yields', codes: ['US10Y_US2Y'], from: 0, to: 99_999 };
  expect(await read(async (reader) => reader.columns(spread)[0]?.values)).toEqual(['0.50']);
});

test('each read uses the copy of the team followed at that time, or the folder itself', async () => {
  const [own, team] = [withQuits('1.1'), withQuits('7.7')];
  let followed: string | undefined = team;
  const read = await folderSource(own, async () => followed);
  expect(await read(async (reader) => quitsOf(reader))).toEqual(['7.7']);
  followed = undefined;
  expect(await read(async (reader) => quitsOf(reader))).toEqual(['1.1']);
  followed = team;
  expect(await read(async (reader) => quitsOf(reader))).toEqual(['7.7']);
});

test('no data are made in a folder that follows a team', async () => {
  const [own, team] = [temporaryFolder(), withQuits('7.7')];
  const read = await folderSource(own, async () => team);
  expect(await read(async (reader) => quitsOf(reader))).toEqual(['7.7']);
  expect(readdirSync(own)).toEqual([]);
});

test('an unreadable folder is refused before the first read', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, DATA_FILE), 'no database');
  await expect(folderSource(folder)).rejects.toMatchObject({ code: 'broken_data_file' });
});

test.each([false, true])(
  'lost data are not replaced by samples, whether the notice is dismissed or not: %s',
  async (isDismissed) => {
    const folder = temporaryFolder();
    noteRemoved(folder, 'data', new Date('2026-11-20T12:00:00.000Z'));
    if (isDismissed) for (const { id } of incidentsOf(folder)) dismissIncident(folder, id);
    const read = await folderSource(folder);
    expect(await read(async (reader) => reader.holdings())).toEqual([]);
  },
);

test('the addresses are those of the Almanac that runs on the folder', () => {
  const folder = temporaryFolder();
  expect(almanacAddresses(folder, 4781)).toEqual({ api: 'http://127.0.0.1:4781', chart: 'almanac://view' });
  const announced = (pagePort: number | null, servicePort: number | null) => {
    announceInstance({
      ...{ kind: 'browser', dataDir: folder, pid: process.pid, processStart: ownProcessStart() },
      ...{ startedAt: '2026-11-20T12:00:00.000Z', pagePort, servicePort, secret: null },
    });
    return almanacAddresses(folder, 4781);
  };
  expect(announced(5001, 5002)).toEqual({
    api: 'http://127.0.0.1:5002',
    chart: 'http://127.0.0.1:5001/explore',
  });
  expect(announced(null, 5002)).toEqual({ api: 'http://127.0.0.1:5002', chart: 'almanac://view' });
  expect(announced(5001, null)).toEqual({
    api: 'http://127.0.0.1:4781',
    chart: 'http://127.0.0.1:5001/explore',
  });
  removeInstance(folder);
});

const ROOM = path.resolve(import.meta.dirname, '../../service/mcp');

test('the protocol’s library is loaded only when the first request needs it', () => {
  const files = readdirSync(ROOM, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const importing = (what: RegExp) =>
    files.filter((file) => what.test(readFileSync(path.join(ROOM, file), 'utf8'))).toSorted();
  // Static imports load at once, so the entry of the folder must not lead to one.
  const reads = importing(/^(import|export) (?!type )[^;]*from '@modelcontextprotocol\//m);
  expect(reads).toEqual(['server.ts']);
  expect(importing(/^(import|export) [^;]*from '\.\/server\.ts'/m)).toEqual([]);
});

test('the guide has the pages that the build of the page wrote, and none without a build', () => {
  const folder = temporaryFolder();
  expect(guidePages([folder, path.join(folder, 'none')])).toEqual(new Map());
  mkdirSync(path.join(folder, 'guide'));
  writeFileSync(path.join(folder, 'guide', 'units.md'), '# Units\n');
  writeFileSync(path.join(folder, 'guide', 'units.md.orig'), 'no page');
  expect(guidePages([path.join(folder, 'none'), folder, path.join(folder, 'guide')])).toEqual(
    new Map([['units', '# Units\n']]),
  );
});

test('a page’s title is its first heading, and its parts are numbered from the second', () => {
  const line = `${'x'.repeat(4000)}\n`;
  const long = ['## Before\n', `# Long page\n${line}`, `## Two\n${line}`, `## Three\n${line}# Not this\n`];
  const pages = new Map([
    ['long', long.join('')],
    ['plain', 'No heading.\n'],
  ]);
  expect(guidePieces(pages)).toEqual([
    { name: 'long', title: 'Guide: Long page', text: `${long[0]}${long[1]}` },
    { name: 'long/2', title: 'Guide: Long page, part 2', text: long[2] },
    { name: 'long/3', title: 'Guide: Long page, part 3', text: long[3] },
    { name: 'plain', title: 'Guide: plain', text: 'No heading.\n' },
  ]);
});

test('the guide is read once, at its first use, and kept', () => {
  const folder = temporaryFolder();
  const guide = openGuide([folder]);
  expect(guide()).toEqual([]);
  writeFileSync(path.join(folder, 'units.md'), '# Units\n');
  const read = guide();
  expect(read).toEqual([{ name: 'units', title: 'Guide: Units', text: '# Units\n' }]);
  rmSync(path.join(folder, 'units.md'));
  expect(guide()).toBe(read);
});
