import { expect, it } from 'vitest';
import { openTeamWriter } from '../../service/store/copy/index.ts';
import { verifyCopy, withCopy } from '../../service/team/index.ts';
import { openRaw } from '../store/raw.ts';
import { jolts, makeTeam, postgresOfFile, type TestNode } from './team.ts';

const postgres = postgresOfFile();

/** Changes the copy of a node directly in its file. */
function damage(node: TestNode, sql: string): void {
  using raw = openRaw(node.dataDir);
  raw.db.exec(sql);
}

const badRun = (node: TestNode) => withCopy(node.dataDir, (copy) => copy.findBadRun());

it.for([
  [
    "UPDATE observation SET value = '9' WHERE date = 19723",
    /observation with series_id 1, date 19723: value is 9 in the copy and 8001 in/,
    true,
  ],
  [
    'DELETE FROM revision',
    /a row of revision with series_id 1, date 19723, run_id 1 is missing in the copy/,
    true,
  ],
  [
    "INSERT INTO observation VALUES (1, 3, '5', 2, 2, NULL)",
    /series_id 1, date 3 is in the copy and not in/,
    true,
  ],
  [
    "INSERT INTO constituent(list_id, rank, ticker, name, sector, weight) VALUES (1, 7, 'Z', 'Z', '', '1')",
    /list_id 1, rank 7 is in the copy and not in/,
    true,
  ],
  [
    "UPDATE constituent SET weight = '7' WHERE rank = 0",
    /constituent with list_id 1, rank 0: weight is 7/,
    true,
  ],
  ["UPDATE dataset SET updated_at = '2020-01-01T00:00:00Z'", /dataset with id .*updated_at is 2020/, false],
  ['UPDATE data_state SET data_version = 77', /the copy counts 77 changes of data, the team 3/, false],
] as const)('a comparison names the first difference: %s', async ([sql, says, isOfRun]) => {
  const team = await makeTeam(postgres);
  const node = team.node('one');
  await node.importText(jolts(8000, 8100), '2026-11-01T00:00:00Z');
  await node.importText(jolts(8001, 8100), '2026-11-02T00:00:00Z');
  await node.importText('series,as_of,ticker,name,sector,weight\nSP500,2024-01-01,A,A,,6\n');
  expect([await node.verify(), await badRun(node)]).toEqual([undefined, undefined]);
  damage(node, sql);
  expect(await node.verify()).toMatch(says);
  // Damage in rows that runs wrote is found without the team's database, too.
  expect((await badRun(node)) !== undefined).toBe(isOfRun);
});

it('a comparison includes notes only if the copy has the newest, and fails for an older version', async () => {
  const team = await makeTeam(postgres);
  const [node, other] = [team.node('one'), team.node('two')];
  const noted = (of: TestNode, block: string) => {
    const writer = openTeamWriter(of.dataDir, of.truth);
    return writer.noteWholeBlocks('jolts', [block]).finally(() => writer.close());
  };
  await node.importText(jolts(8000));
  await noted(node, 'a');
  const compared = () => withCopy(node.dataDir, (copy) => verifyCopy(node.database, copy));
  expect(await compared()).toEqual({ version: 1, rows: expect.any(Number), difference: undefined });
  damage(node, "DELETE FROM whole_block; INSERT INTO whole_block VALUES ('jolts', 'z')");
  expect((await compared()).difference).toBe(
    'a row of whole_block with dataset jolts, block a is missing in the copy',
  );
  await other.follow();
  await noted(other, 'b');
  expect((await compared()).difference).toBeUndefined();
  for (const behind of [
    () => other.importText(jolts(8001)),
    () => team.query("UPDATE head SET version = 1, publish_id = 'another'"),
  ]) {
    await behind();
    await expect(compared()).rejects.toMatchObject({
      code: 'team_refused',
      message: expect.stringMatching(
        /^The copy has version 1 and the team [12]: something was published meanwhile\. Try again\.$/,
      ),
    });
  }
});

it('the copies of a team that was restored to an earlier time follow it, with new ETags', async () => {
  const team = await makeTeam(postgres);
  const [one, two, late] = [team.node('one'), team.node('two'), team.node('late')];
  await one.importText(jolts(8000));
  for (const node of [two, late]) await node.follow();
  const saved = await team.snapshot();
  await one.importText(jolts(8001));
  await two.follow();
  await team.restore(saved);
  // The same version comes again, with other data.
  await team.node('three').importText(jolts(8002));
  const before = one.dump();
  for (const node of [one, two]) {
    await node.follow();
    expect(await node.verify()).toBeUndefined();
    expect(node.dump().observation).toMatchObject([{ value: '8002' }]);
    expect(node.lines).toEqual([
      expect.stringMatching(/rebuilt: the team's history has no publish .* at version 2/),
    ]);
  }
  await one.follow();
  expect(two.dump()).toEqual(one.dump());
  const state = ({ data_state }: ReturnType<TestNode['dump']>) =>
    data_state?.[0] as { file_id: string; data_version: number };
  expect(state(one.dump()).data_version).toBe(state(before).data_version);
  // A node whose history is gone is refused, and publishes again on the restored history.
  await one.importText(jolts(8003));
  await team.restore(saved);
  const ids = [before, one.dump()].map((dump) => state(dump).file_id);
  // Both file ids stay unused from now on; even a copy with exactly the restored data takes a new id.
  for (const node of [two, late]) await node.follow();
  expect(late.dump()).toEqual(two.dump());
  expect(new Set([...ids, state(late.dump()).file_id]).size).toBe(3);
  await one.importText(jolts(8004));
  expect(await one.verify()).toBeUndefined();
  expect(one.dump().revision).toMatchObject([{ value: '8000' }]);
});

it('rows that differ from those that their run wrote are not taken', async () => {
  const team = await makeTeam(postgres);
  await team.node('one').importText(jolts(8000));
  await team.query("UPDATE observation SET value = '1'");
  const node = team.node('two');
  await expect(node.follow()).rejects.toThrow(/not those that were published \(run 1 has other rows/);
  expect(node.dump().observation).toEqual([]);
});

it('a copy that was being rebuilt when its process ended is rebuilt, and no ETags change', async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one');
  await node.importText(jolts(8000));
  const whole = node.dump();
  damage(node, "UPDATE team_copy SET publish_id = 'being made anew x'; DELETE FROM series");
  await node.follow();
  expect(node.dump()).toEqual(whole);
});
