import { expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import { Behind, type Change, CopyDisagrees } from '../../service/store/copy/index.ts';
import { openTeamDatabase, openTruth, publish, pull, readHead } from '../../service/team/index.ts';
import { HistoryDiffers } from '../../service/team/pull.ts';
import { allOf, tableOf } from './scripted.ts';
import { jolts, makeTeam, postgresOfFile } from './team.ts';

/** The publish that a change is based on, and the rows that a copy gets of newer publishes. */

const postgres = postgresOfFile();

async function opened() {
  const team = await makeTeam(postgres);
  const database = openTeamDatabase(team.where);
  onTestFinished(() => database.close());
  return { team, database };
}

it('a publish must be based on the newest one; notes may be based on any', async () => {
  const { team, database } = await opened();
  const options = { node: 'n', who: 'ann', now: () => new Date('2026-11-20T00:00:00Z'), patienceMs: 1000 };
  const { dataVersion: _, fileId: __, ...from } = await readHead(database);
  const change = (isNote: boolean, changes: object = {}): Change => ({
    ...{ from: { ...from, ...changes }, dataVersion: 5, isNote, tables: [], runs: [3, 4] },
  });
  const first = await publish(database, change(false), options);
  expect(first).toEqual({ ...from, version: 1, publishId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  const { publishId } = first;
  expect(await readHead(database)).toMatchObject({ ...first, dataVersion: 5 });
  for (const stale of [{}, { version: 1 }, { version: 1, publishId: 'another' }, { version: 2, publishId }])
    await expect(publish(database, change(false, stale), options)).rejects.toThrow(Behind);
  const second = await publish(database, change(false, first), options);
  expect(
    await team.query('SELECT version::int, publish_id, parent, at, node, who, runs FROM publish'),
  ).toEqual([
    ...[
      { version: 1, publish_id: publishId, parent: '' },
      { version: 2, publish_id: second.publishId, parent: publishId },
    ].map((row) => ({ ...row, at: '2026-11-20T00:00:00.000Z', node: 'n', who: 'ann', runs: '[3,4]' })),
  ]);
  expect(await team.query('SELECT at, who, what, detail FROM audit ORDER BY detail')).toEqual(
    [1, 2].map((version) => ({
      ...{ at: '2026-11-20T00:00:00.000Z', who: 'ann', what: 'publish' },
      detail: `{"version":${version},"node":"n","runs":[3,4]}`,
    })),
  );
  expect(await publish(database, change(true, second), options)).toEqual({ ...second, notes: 1 });
  // The copy lacks the first note, so its state stays as it was until it follows.
  expect(await publish(database, change(true, second), options)).toEqual(second);
  expect(await readHead(database)).toMatchObject({ ...second, notes: 2 });
});

it('the values that a publish supersedes must be the team’s, column by column', async () => {
  const { team, database } = await opened();
  await team.node('one').importText(jolts(8000, 8100));
  const { dataVersion, fileId: _, ...from } = await readHead(database);
  const columns = ['value', 'run_id', 'series_id', 'date'];
  const superseding = (row: (string | number)[]) => {
    const revision = tableOf(
      'revision',
      columns,
      ['series_id', 'date', 'run_id'],
      ['series_id', 'date', 'run_id'],
    );
    const tables = [{ table: revision, rows: () => [row], replaced: () => [], gone: () => [] }];
    const options = { node: 'n', who: 'a', now: () => new Date(), patienceMs: 1000 };
    return publish(database, { from, dataVersion, isNote: false, tables, runs: [] }, options);
  };
  for (const wrong of [
    ['8001', 1, 1, 19_723],
    ['8000', 2, 1, 19_723],
    ['8000', 1, 2, 19_723],
    ['8000', 1, 1, 19_754],
  ])
    await expect(superseding(wrong)).rejects.toThrow(
      new CopyDisagrees(`the value ${wrong[0]} of series ${wrong[2]} on day ${wrong[3]} is not the team's`),
    );
  // The right row passes the check, and then fails because it lacks columns.
  await expect(superseding(['8000', 1, 1, 19_723])).rejects.toMatchObject({ code: '23502' });
});

it('a pull has the rows that are newer than a copy, deleted keys first, and all notes', async () => {
  const { team, database } = await opened();
  await team.query("UPDATE head SET version = 3, publish_id = 'p3', notes = 9, data_version = 4");
  for (const version of [1, 2, 3]) {
    await team.query(`INSERT INTO publish VALUES (${version}, 'p${version}', '', '', '', '', '')`);
    await team.query(`INSERT INTO gone VALUES (${version}, 'dataset', '["g${version}"]')`);
    await team.query(`INSERT INTO dataset VALUES ('d${4 - version}', 'file', 'x', ${version}, ${version})`);
    await team.query(`INSERT INTO whole_block VALUES ('x', 'b${4 - version}', 0)`);
  }
  const tables = [
    tableOf('dataset', ['id', 'run_id'], ['id'], ['run_id']),
    tableOf('whole_block', ['dataset', 'block'], ['dataset', 'block'], [], true),
  ];
  type Walk = Parameters<typeof pull>[4];
  const pulled = (after: number | undefined, walk?: Walk, publishId = `p${after}`) =>
    pull(
      database,
      tables,
      after === undefined ? undefined : { version: after, publishId },
      async ({ head, frames, from }) => {
        expect(head).toMatchObject({ version: 3, publishId: 'p3', notes: 9, dataVersion: 4 });
        const rows = (await allOf(frames)).flatMap((frame) => frame.rows.map((row) => [frame.table, ...row]));
        return { rows, from };
      },
      walk,
    );
  const notes = ['b1', 'b2', 'b3'].map((block) => ['whole_block', 'x', block]);
  const data = [3, 2, 1].map((version) => ['dataset', `d${4 - version}`, version]);
  const gone = [2, 3].map((version) => ['gone', 'dataset', `["g${version}"]`]);
  const sorted = { from: undefined };
  expect(await pulled(undefined, sorted)).toEqual({ rows: [...data, ...notes], from: undefined });
  expect((await pulled(1, sorted)).rows).toEqual([...gone, ...data.slice(0, 2), ...notes]);
  expect((await pulled(2)).rows.slice(0, 2)).toEqual([gone[1], data[0]]);
  expect((await pulled(3)).rows.toSorted()).toEqual(notes);
  const place = (of: string, rows: number) => ({ from: { version: 3, publishId: 'p3', table: of, rows } });
  expect(await pulled(undefined, place('dataset', 1))).toEqual({
    rows: [...data.slice(1), ...notes],
    ...place('dataset', 1),
  });
  expect((await pulled(1, place('gone', 1))).rows).toEqual([...gone.slice(1), ...data.slice(0, 2), ...notes]);
  expect((await pulled(1, place('whole_block', 2))).rows).toEqual(notes.slice(2));
  for (const other of [{ version: 2 }, { publishId: 'p' }]) {
    const stale = { from: { ...place('dataset', 2).from, ...other } };
    expect(await pulled(undefined, stale)).toEqual({ rows: [...data, ...notes], from: undefined });
  }
  await expect(pulled(2, undefined, 'p1')).rejects.toThrow(
    new HistoryDiffers("the team's history has no publish p1 at version 2"),
  );
});

it('a damaged copy is rebuilt once, however often the database must be asked for it', async () => {
  const { team, database } = await opened();
  const node = team.node('one');
  await node.importText(jolts(8000));
  let reads = 0;
  let away = 2;
  const options = { node: 'n', who: 'a', now: () => new Date(), patienceMs: 5000 };
  const lines: string[] = [];
  const truth = openTruth(
    {
      ...database,
      async query(sql, values) {
        if (away-- > 0) throw new Failure('team_unreachable', 'Gone.');
        return await database.query(sql, values);
      },
      transaction(work, kind) {
        reads += 1;
        return database.transaction(work, kind);
      },
    },
    ...([node.dataDir, options, (line: string) => lines.push(line)] as const),
  );
  await truth.catchUp(new CopyDisagrees('a row is wrong'));
  expect([reads, lines]).toEqual([1, ["The copy of the team's data is being rebuilt: a row is wrong."]]);
  expect(await node.verify()).toBeUndefined();
});
