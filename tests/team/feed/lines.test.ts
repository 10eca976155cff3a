import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CopiedTable, CopyFrame } from '../../../service/store/copy/index.ts';
import { openSpool } from '../../../service/team/feed/follow-feed.ts';
import {
  type FeedHead,
  headOf,
  placeText,
  readLine,
  readPlace,
  writeLine,
} from '../../../service/team/feed/lines.ts';
import { copyFolder, knownTeam, noteTeam } from '../../../service/team/feed/open-followed.ts';
import { allOf } from '../scripted.ts';
import { temporaryFolder } from '../temporary.ts';

describe('the lines of the change feed', () => {
  const TEAM = '11111111-2222-3333-4444-555555555555';
  const HEAD = {
    ...{ format: 1, layout: 5, tables: { run: ['id', 'kind'] }, team: TEAM, version: 7, publish: 'p-7' },
    ...{ notes: 3, data_version: 6, file: 'f0', after: 2, from: null },
  };
  const FRAME = {
    table: 'run',
    columns: ['id', 'kind'],
    rows: [
      [1, 'file'],
      [2, null],
    ],
  };

  it('each kind of line is recognised', () => {
    expect(readLine(JSON.stringify(HEAD))).toEqual({ head: HEAD });
    expect(readLine(JSON.stringify({ ...HEAD, from: '7.p-7.run.1' }))).toEqual({
      head: { ...HEAD, from: '7.p-7.run.1' },
    });
    expect(readLine(JSON.stringify(FRAME))).toEqual({ frame: FRAME });
    expect(readLine('{"table":"run","columns":[],"rows":[]}')).toEqual({
      frame: { table: 'run', columns: [], rows: [] },
    });
    expect(readLine('{"end":false,"rows":12}')).toEqual({ end: { end: false, rows: 12 } });
  });

  it.for<[string, unknown]>([
    ['a head without a team', { ...HEAD, team: 'x' }],
    ['a head of a negative version', { ...HEAD, version: -1 }],
    ['a head with half a version', { ...HEAD, after: 0.5 }],
    ['a head whose tables have no lists', { ...HEAD, tables: { run: 'id' } }],
    ['a frame with a row that is too short', { ...FRAME, rows: [[1, 'file'], [2]] }],
    ['a frame with a row that is too long', { ...FRAME, rows: [[1, 'file', 3]] }],
    ['a frame with a row that is none', { ...FRAME, rows: ['ab'] }],
    ['a frame without a table', { ...FRAME, table: 1 }],
    ['a frame without columns', { table: 'run', rows: [] }],
    ['a frame without rows', { table: 'run', columns: [] }],
    ['an end that does not say how many', { end: true }],
    ['an end with a negative number', { end: true, rows: -1 }],
    ['nothing', null],
    ['a number', 5],
  ])('%s is not a line', ([, value]) => {
    expect(readLine(JSON.stringify(value))).toBeUndefined();
  });

  it('a text that is not JSON is not a line', () => {
    for (const text of ['', 'hello', '{"end":true,"rows":1', '<html>'])
      expect(readLine(text)).toBeUndefined();
  });

  it('a line is written with its line break, and read again', () => {
    expect(writeLine({ end: true, rows: 3 })).toBe('{"end":true,"rows":3}\n');
    const text = { ...FRAME, rows: [[1, 'two\nlines\r\u2028']] };
    expect(writeLine(text).indexOf('\n')).toBe(writeLine(text).length - 1);
    expect(readLine(writeLine(text).trimEnd())).toEqual({ frame: text });
  });

  it('a head gives the place of a copy in the team’s history', () => {
    expect(headOf(HEAD)).toEqual({
      ...{ teamId: TEAM, version: 7, publishId: 'p-7', notes: 3, dataVersion: 6, fileId: 'f0' },
    });
  });

  it.for([
    ['7.2f1c-90.observation.1500', { version: 7, publishId: '2f1c-90', table: 'observation', rows: 1500 }],
    ['0..whole_block.0', { version: 0, publishId: '', table: 'whole_block', rows: 0 }],
    [
      '123456789012345.p.run.999999999999999',
      { version: 123_456_789_012_345, publishId: 'p', table: 'run', rows: 999_999_999_999_999 },
    ],
  ] as const)('the place %s is read and written', ([written, place]) => {
    expect(readPlace(written)).toEqual(place);
    expect(placeText(place)).toBe(written);
  });

  it.for([
    ...['', '7', '7.p.run', '7.p.run.', '.p.run.1', 'x.p.run.1', '7.p.run.1.', ' 7.p.run.1', '7.p.run.1\n'],
    ...['-7.p.run.1', '7.p.run.-1', '7.p;.run.1', '7.p.run;x.1', '7.p..1', '7.p.run.1.5'],
    ...['1234567890123456.p.run.1', '7.p.run.1234567890123456'],
  ])('%j is not a place', (text) => {
    expect(readPlace(text)).toBeUndefined();
  });
});

describe('the files that a desktop keeps beside its copy of a team', () => {
  const table = (name: string, isNote = false) => ({ name, isNote }) as CopiedTable;
  const TABLES = [table('run'), table('observation'), table('fetch', true), table('whole_block', true)];
  const head = (version: number, publish = `p${version}`) => ({ version, publish }) as FeedHead;
  const frame = (of: string, ...texts: string[]): CopyFrame => ({
    table: of,
    columns: ['text'],
    rows: texts.map((text) => [text]),
  });

  function opened(file = path.join(temporaryFolder('spool'), 'spool')) {
    const spool = openSpool(file, TABLES);
    onTestFinished(() => spool.close());
    return { spool, file, frames: () => allOf(spool.frames()) };
  }

  it('knows the number of rows that came of the last table', async () => {
    const { spool, frames, file } = opened();
    expect([spool.head, spool.place(), await frames()]).toEqual([undefined, undefined, []]);
    spool.begin(head(7), true);
    expect([spool.head, spool.place()]).toEqual([head(7), undefined]);
    const all = [frame('run', 'a', 'é'), frame('run', 'b'), frame('observation', 'c', 'd')];
    for (const one of all.slice(0, 2)) spool.add(one);
    expect(spool.place()).toEqual({ version: 7, publishId: 'p7', table: 'run', rows: 3 });
    spool.add(all[2] as CopyFrame);
    expect(spool.place()).toEqual({ version: 7, publishId: 'p7', table: 'observation', rows: 2 });
    // The answer continues, so its first rows stay.
    spool.begin(head(7), false);
    spool.add(frame('observation', 'e'));
    expect(spool.place()).toMatchObject({ table: 'observation', rows: 3 });
    expect(await frames()).toEqual([...all, frame('observation', 'e')]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
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
    // An answer that brought only notes leaves nothing.
    spool.begin(head(8), true);
    spool.add(frame('fetch', 'x'));
    expect([spool.place(), await frames()]).toEqual([undefined, []]);
  });

  it('forgets its rows, and leaves no file behind', async () => {
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
    const file = path.join(temporaryFolder('spool'), 'left');
    writeFileSync(file, 'of before');
    const other = openSpool(file, TABLES);
    expect(statSync(file).size).toBe(0);
    other.close();
    expect(() => statSync(file)).toThrow('ENOENT');
  });

  it('reports a file that another program has changed, and one that cannot be made', async () => {
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

  it('each address leads to its team, and each team has a folder', () => {
    const dataDir = temporaryFolder('spool');
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
    'a list of addresses with the text %j is ignored',
    (text) => {
      const dataDir = temporaryFolder('spool');
      noteTeam(dataDir, HERE, ONE);
      writeFileSync(path.join(dataDir, 'teams/addresses.json'), text);
      expect(knownTeam(dataDir, HERE)).toBeUndefined();
      noteTeam(dataDir, THERE, TWO);
      expect(knownTeam(dataDir, THERE)).toBe(TWO);
    },
  );
});
