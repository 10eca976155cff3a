import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openCopy } from '../../../service/store/copy/index.ts';
import type { FeedClient, FeedQuestion } from '../../../service/team/feed/feed-client.ts';
import { OtherHistory } from '../../../service/team/feed/feed-failures.ts';
import { followFeedOnce, openSpool } from '../../../service/team/feed/follow-feed.ts';
import type { FeedHead, FeedLine } from '../../../service/team/feed/lines.ts';
import { openRaw } from '../../store/raw.ts';
import { allOf } from '../scripted.ts';

/** One question of a desktop to its team, and the effect on its copy. */

const TEAM = '11111111-2222-3333-4444-555555555555';
const ADDRESS = 'https://data.example.org';

/** A desktop whose team gives the next of `answers`: lines, or an error that is thrown. */
type Desk = ReturnType<typeof desk>;
function desk() {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-desk-'));
  const copy = openCopy(folder);
  const file = path.join(folder, 'spool');
  const spool = openSpool(file, copy.tables);
  onTestFinished(() => {
    spool.close();
    copy.close();
    expect(readdirSync(folder)).not.toContain('spool');
    rmSync(folder, { recursive: true, force: true });
  });
  const state = { answers: [] as (FeedLine[] | Error)[], asked: [] as FeedQuestion[] };
  const log: string[] = [];
  const heads: number[] = [];
  const client = {
    async *changes(question: FeedQuestion) {
      state.asked.push(question);
      const answer = state.answers.shift() ?? [];
      if (answer instanceof Error) throw answer;
      yield* answer;
    },
  } as Partial<FeedClient> as FeedClient;
  const tables = Object.fromEntries(copy.tables.map(({ name, columns }) => [name, [...columns]]));
  const head = (changes: Partial<FeedHead> = {}): { head: FeedHead } => ({
    head: {
      ...{ format: 1, layout: copy.layout, tables, team: TEAM, version: 3, publish: 'p3', notes: 0 },
      ...{ data_version: 2, file: 'f', after: 0, from: null, ...changes },
    },
  });
  const parts = {
    ...{ client, copy, spool, team: TEAM, address: ADDRESS },
    log: (line: string) => log.push(line),
    onHead: (version: number) => heads.push(version),
  };
  const datasets = () => {
    using raw = openRaw(folder);
    return raw.db.prepare('SELECT id, origin FROM dataset ORDER BY id').all();
  };
  return {
    ...{ folder, copy, spool, log, heads, head, tables, datasets, state },
    follow: (answers: (FeedLine[] | Error)[], waitSeconds = 0, damage?: string, team = TEAM) => {
      state.answers = answers;
      state.asked = [];
      return followFeedOnce({ ...parts, team }, waitSeconds, damage);
    },
  };
}

const OTHER = '99999999-2222-3333-4444-555555555555';

const columns = ['id', 'origin', 'updated_at', 'run_id'];
const dataset = (...ids: string[]): FeedLine => ({
  frame: { table: 'dataset', columns, rows: ids.map((id) => [id, 'file', '2026-11-20', 1]) },
});
const gone = (...ids: string[]): FeedLine => ({
  frame: {
    table: 'gone',
    columns: ['table_name', 'key'],
    rows: ids.map((id) => ['dataset', JSON.stringify([id])]),
  },
});
const note = (block: string): FeedLine => ({
  frame: { table: 'whole_block', columns: ['dataset', 'block'], rows: [['jolts', block]] },
});
const end = (rows: number, isEnd = true): FeedLine => ({ end: { end: isEnd, rows } });
const NOTHING = { publish: '', notes: undefined, file: undefined, from: undefined, wait: 0, after: 0 };

it('the first copy gets all data, newer data are added to it, and an answer without new data changes nothing', async () => {
  const { follow, head, datasets, copy, log, heads, state, spool } = desk();
  expect(await follow([[head(), dataset('a', 'b'), end(2)]], 5)).toBe(true);
  expect(state.asked).toEqual([{ ...NOTHING, wait: 5 }]);
  expect(datasets()).toEqual([
    { id: 'a', origin: 'file' },
    { id: 'b', origin: 'file' },
  ]);
  const first = { teamId: TEAM, version: 3, publishId: 'p3', notes: 0, dataVersion: 2, fileId: 'f' };
  expect(copy.head()).toEqual(first);
  expect([log, heads]).toEqual([["This computer has a copy of the team's data (version 3)."], [3]]);

  const has = { after: 3, publish: 'p3', notes: 0, file: 'f', from: undefined, wait: 30 };
  expect(await follow([[head({ after: 3 }), end(0)]], 30)).toBe(false);
  expect(state.asked).toEqual([has]);
  expect([spool.head, await allOf(spool.frames())]).toEqual([undefined, []]);

  const newer = { version: 4, publish: 'p4', data_version: 3, after: 3, notes: 1, file: 'g' };
  expect(await follow([[head(newer), gone('a'), dataset('c'), note('x'), end(3)]], 30)).toBe(true);
  expect(state.asked).toEqual([has]);
  expect(datasets()).toEqual([
    { id: 'b', origin: 'file' },
    { id: 'c', origin: 'file' },
  ]);
  expect(copy.head()).toEqual({
    ...{ teamId: TEAM, version: 4, publishId: 'p4', notes: 1, dataVersion: 3, fileId: 'g' },
  });
  expect([log.length, heads, spool.head]).toEqual([1, [3, 3, 4], undefined]);
});

it.for<[string, Partial<FeedHead>]>([
  ['notes', { notes: 1 }],
  ['file', { file: 'g' }],
  ['publish', { publish: 'p3b' }],
  ['version', { version: 4 }],
])('a different %s alone counts as new data', async ([, changes]) => {
  const { follow, head, copy } = desk();
  await follow([[head(), end(0)]]);
  expect(await follow([[head({ after: 3, ...changes }), end(0)]])).toBe(true);
  const { file = 'f', notes = 0, publish = 'p3', version = 3 } = changes;
  expect(copy.head()).toMatchObject({ fileId: file, notes, publishId: publish, version });
});

it('an answer in parts is applied as one, at its end', async () => {
  const { follow, head, datasets, copy, state } = desk();
  const part = head({ from: '3.p3.dataset.1' });
  expect(
    await follow(
      [
        [head(), dataset('a'), end(1, false)],
        [part, dataset('b'), end(1, false)],
        [head({ from: '3.p3.dataset.2' }), dataset('c'), end(1)],
      ],
      30,
    ),
  ).toBe(true);
  expect(state.asked.map(({ from, wait }) => [from, wait])).toEqual([
    [undefined, 30],
    ['3.p3.dataset.1', 0],
    ['3.p3.dataset.2', 0],
  ]);
  expect(datasets()).toHaveLength(3);

  // If the team has a newer publish by now, the answer begins again at the first row.
  const moved = { version: 5, publish: 'p5', after: 3 };
  await follow([
    [head({ ...moved, version: 4, publish: 'p4' }), dataset('d'), end(1, false)],
    [head(moved), dataset('e'), end(1)],
  ]);
  expect([copy.state()?.version, datasets().map((row) => (row as { id: string }).id)]).toEqual([
    5,
    ['a', 'b', 'c', 'e'],
  ]);
});

it('rows that came before an answer broke off are not asked for again, unless they were for another copy', async () => {
  const { follow, head, datasets, copy, state } = desk();
  await expect(follow([[head(), dataset('a', 'b')]])).rejects.toMatchObject({
    code: 'team_unreachable',
    message: `The team at ${ADDRESS} does not answer: the connection broke.`,
  });
  expect([copy.state(), datasets()]).toEqual([undefined, []]);
  expect(await follow([[head({ from: '3.p3.dataset.2' }), dataset('c'), end(1)]])).toBe(true);
  expect(state.asked).toEqual([{ ...NOTHING, from: '3.p3.dataset.2' }]);
  expect(datasets()).toHaveLength(3);

  // Half of an answer for version 3 came, and another process has brought the copy to version 4.
  await follow([[head({ version: 4, publish: 'p4', after: 3 }), dataset('d')]]).catch(() => undefined);
  const from = { teamId: TEAM, version: 3, publishId: 'p3', notes: 0 };
  const none = (async function* () {
    yield* [];
  })();
  await copy.apply(from, {
    head: { ...from, version: 4, publishId: 'p4', dataVersion: 3, fileId: 'f' },
    frames: none,
  });
  await follow([[head({ version: 5, publish: 'p5', after: 4 }), dataset('e'), end(1)]]);
  expect(state.asked).toMatchObject([{ after: 4, publish: 'p4', from: undefined }]);
  expect(datasets().map((row) => (row as { id: string }).id)).toEqual(['a', 'b', 'c', 'e']);
});

it('a copy that is damaged, unfinished, or of another history is rebuilt from all data of the team', async () => {
  const { follow, head, datasets, copy, log, state, folder } = desk();
  await follow([[head(), dataset('a', 'b'), end(2)]]);
  const all = (version: number, ...ids: string[]): FeedLine[] => [
    head({ version, publish: `p${version}` }),
    dataset(...ids),
    end(ids.length),
  ];
  expect(await follow([all(4, 'c')], 30, 'run 1 has other rows')).toBe(true);
  expect(state.asked).toEqual([NOTHING]);
  expect([datasets(), copy.state()?.version]).toEqual([[{ id: 'c', origin: 'file' }], 4]);

  expect(await follow([new OtherHistory('It has no publish p4'), all(3, 'd')], 30)).toBe(true);
  expect(state.asked).toMatchObject([{ after: 4, wait: 30 }, NOTHING]);
  expect([datasets(), copy.state()?.version]).toEqual([[{ id: 'd', origin: 'file' }], 3]);

  {
    using raw = openRaw(folder);
    raw.db.exec("UPDATE team_copy SET publish_id = 'being made anew x'");
  }
  expect(await follow([all(3, 'e')], 30)).toBe(true);
  expect([state.asked, datasets()]).toEqual([[NOTHING], [{ id: 'e', origin: 'file' }]]);

  // These rows contradict the copy.
  const wrong: FeedLine = { frame: { table: 'gone', columns: ['table_name', 'key'], rows: [['x', '[1]']] } };
  expect(await follow([[head({ version: 4, publish: 'p4', after: 3 }), wrong, end(1)], all(4, 'f')])).toBe(
    true,
  );
  expect(datasets()).toEqual([{ id: 'f', origin: 'file' }]);
  const rebuilt = "The copy of the team's data is being rebuilt:";
  expect(log.slice(1)).toEqual([
    `${rebuilt} run 1 has other rows.`,
    `${rebuilt} It has no publish p4.`,
    `${rebuilt} there is no table x.`,
  ]);

  // The complete answer of the team has the same fault: no copy can be made of it.
  await expect(follow([[head({ version: 5 }), wrong, end(1)]], 0, 'x')).rejects.toMatchObject({
    code: 'team_refused',
    message: `The data that the team at ${ADDRESS} sends are not those that were published (there is no table x). The team must look after its database.`,
  });
  // The rows that came were forgotten, so the next question starts from the beginning.
  await follow([all(6, 'g')], 0, 'x');
  expect(state.asked).toEqual([NOTHING]);
});

it('a rebuilt copy continues where its answer broke off, and logs the rebuilding once', async () => {
  const { follow, head, datasets, log, state } = desk();
  await follow([[head(), dataset('a'), end(1)]]);
  await expect(follow([[head(), dataset('b')]], 0, 'damaged')).rejects.toMatchObject({
    code: 'team_unreachable',
  });
  await follow([[head({ from: '3.p3.dataset.1' }), dataset('c'), end(1)]], 0, 'damaged');
  expect(state.asked).toEqual([{ ...NOTHING, from: '3.p3.dataset.1' }]);
  expect(datasets().map((row) => (row as { id: string }).id)).toEqual(['b', 'c']);
  expect(log.slice(1)).toEqual(["The copy of the team's data is being rebuilt: damaged."]);
});

const NEWER = `The team at ${ADDRESS} has a newer Almanac. Update the one on this computer; until then it shows the data that it has.`;
const OLDER = `The team at ${ADDRESS} has an older Almanac than this computer. It must be updated there; until then this computer shows the data that it has.`;
const NO_TEAM = `No team's Almanac answers at ${ADDRESS}. Check the address: it is what people of the team open in a browser.`;
const BROKE = `The team at ${ADDRESS} does not answer: the connection broke.`;
const ANOTHER = `Another team answers at ${ADDRESS} than the one of which this computer has a copy (${TEAM}). If that is meant, remove teams/addresses.json from the data folder and start Almanac again.`;

it.for<[string, (made: Desk) => FeedLine[], string, string]>([
  ['of another team', ({ head }) => [head({ team: OTHER }), end(0)], 'team_refused', ANOTHER],
  ['of a newer form', ({ head }) => [head({ format: 2 }), end(0)], 'newer_version', NEWER],
  ['of newer tables', ({ head }) => [head({ layout: 999, tables: {} }), end(0)], 'newer_version', NEWER],
  ['of older tables', ({ head }) => [head({ layout: 1, tables: {} }), end(0)], 'team_refused', OLDER],
  ['of an older form', ({ head }) => [head({ format: 0 }), end(0)], 'team_refused', OLDER],
  [
    'whose tables have other columns',
    ({ head, tables, copy }) => [head({ layout: copy.layout, tables: { ...tables, run: ['id'] } }), end(0)],
    'team_refused',
    OLDER,
  ],
  ['without a head', () => [end(0)], 'team_refused', NO_TEAM],
  ['with a row before its head', () => [dataset('a'), end(1)], 'team_refused', NO_TEAM],
  ['with two heads', ({ head }) => [head(), head(), end(0)], 'team_refused', NO_TEAM],
  [
    'that continues where nobody asked',
    ({ head }) => [head({ from: '3.p3.run.1' }), end(0)],
    'team_refused',
    NO_TEAM,
  ],
  [
    'with a frame of other columns',
    ({ head }) => [head(), { frame: { table: 'dataset', columns: ['id'], rows: [['a']] } }, end(1)],
    'team_refused',
    NO_TEAM,
  ],
  [
    'with a frame of no table',
    ({ head }) => [head(), { frame: { table: 'x', columns: [], rows: [] } }, end(0)],
    'team_refused',
    NO_TEAM,
  ],
  ['with a row too few', ({ head }) => [head(), dataset('a'), end(2)], 'team_unreachable', BROKE],
  ['with a row too many', ({ head }) => [head(), dataset('a', 'b'), end(1)], 'team_unreachable', BROKE],
  ['without an end', ({ head }) => [head()], 'team_unreachable', BROKE],
])('an answer %s leaves the copy as it is', async ([, lines, code, message]) => {
  const made = desk();
  const { follow, head, datasets, copy } = made;
  await follow([[head({ version: 2, publish: 'p2' }), dataset('held'), end(1)]]);
  await expect(follow([lines(made)])).rejects.toMatchObject({ code, message });
  expect([datasets(), copy.state()?.version]).toEqual([[{ id: 'held', origin: 'file' }], 2]);
});

it('a folder with the copy of another team sends no question', async () => {
  const { follow, head, state } = desk();
  await follow([[head(), end(0)]]);
  await expect(follow([], 0, undefined, OTHER)).rejects.toMatchObject({
    code: 'team_refused',
    message: ANOTHER,
  });
  expect(state.asked).toEqual([]);
});
