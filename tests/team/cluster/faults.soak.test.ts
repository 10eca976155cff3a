import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cutOff, limitsAcrossAFailover, teamWorksThrough, walksAcrossAFailover } from './asking-faults.ts';
import { missingForFleet } from './fleet.ts';
import { type OpenTeam, openTeamOfFleet } from './opened-team.ts';
import {
  killImports,
  killTheHolderOfTheLease,
  killWhileFollowing,
  raceWhileThePrimaryIsKilled,
} from './publishing-faults.ts';
import { walk } from './walk.ts';
import { witness } from './witness.ts';

/** Faults of a whole team: three databases, HAProxy, three nodes. The last lines are a table of what was counted. */

const missing = missingForFleet();
beforeEach(({ skip }) => skip(missing !== '', missing));

let at: OpenTeam;
beforeAll(async () => {
  if (missing === '') at = await openTeamOfFleet();
}, 600_000);
afterAll(() => {
  if (at) console.log(['', 'What was done | what was counted', ...at.table, ''].join('\n'));
  at?.end();
});

const LONG = { timeout: 600_000 };

it('two race to publish while the primary is killed', LONG, () => raceWhileThePrimaryIsKilled(at));
it('a node is cut off from the database', LONG, () => cutOff(at));
it('the holder of the lease is killed', LONG, () => killTheHolderOfTheLease(at));
it('imports are killed while they publish', LONG, () => killImports(at));
it('a node is killed while it follows', LONG, () => killWhileFollowing(at));
it('limits hold over three nodes across a failover', LONG, () => limitsAcrossAFailover(at));
it('pages are walked while a node and the primary fail', LONG, () => walksAcrossAFailover(at));
it('a team works through the primary itself', LONG, () => teamWorksThrough(at, 'the primary itself'));
it('a team works through PgBouncer', LONG, async () => {
  await walk(at.fleet, [12, 12]);
  await teamWorksThrough(at, 'PgBouncer in transaction mode');
});
it('in all of this nothing was answered twice differently at one version', () => {
  const { answers, versions, shared, differing } = witness.seen();
  at.note(
    'answers of all nodes, by question and version',
    `${answers} answers to ${versions} questions at one version each, ${shared} of them from several nodes, ${differing.length} differ`,
  );
  expect(differing).toEqual([]);
  // Else it has shown little.
  expect(shared).toBeGreaterThan(10);
});
