import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../contract/failure.ts';
import { openCopy } from '../store/copy/index.ts';
import { openTeamDatabase } from './connect.ts';
import { followOnce, rebuild } from './follow.ts';
import type { FollowInput, FollowMessage } from './follower.ts';
import { expectTeam } from './set-up.ts';

/** Entry of the thread that follows a team. It ends with its process, or when it is terminated; SQLite then rolls back. */

/** After an error that will not pass by itself. */
const SLOW_MS = 5000;

const { dataDir, team, everyMs, checkEveryMs } = workerData as FollowInput;
const say = (message: FollowMessage) => parentPort?.postMessage(message);
const log = (line: string) => say({ t: 'log', line });

async function run(): Promise<void> {
  const database = openTeamDatabase(team);
  const copy = openCopy(dataDir);
  let isExpected = false;
  let headVersion = copy.state()?.version ?? 0;
  let seenAt: number | null = null;
  let problem: string | null = null;
  /** What a check of the whole copy found. */
  let damage: string | undefined;

  /** One look at the team. @returns how long to wait before the next, in ms. */
  async function look(): Promise<number> {
    try {
      if (!isExpected) await expectTeam(database);
      isExpected = true;
      if (damage !== undefined) {
        log(`The copy of the team's data is made anew: ${damage}.`);
        await rebuild(database, copy);
        damage = undefined;
      }
      const head = await followOnce(database, copy, log);
      headVersion = head.version;
      seenAt = Date.now();
      if (problem !== null) log('The copy of the team’s data follows again.');
      problem = null;
      return everyMs;
    } catch (error) {
      // Another process imports into this copy.
      if (error instanceof Failure && error.code === 'folder_in_use') return everyMs;
      if (!copy.state()) throw error;
      const says = error instanceof Failure ? error.message : String(error);
      // The words change while a database stops and starts.
      const isNews = problem === null || !(error instanceof Failure && error.code === 'team_unreachable');
      if (isNews && says !== problem) log(`The copy of the team’s data stays as it is: ${says}`);
      problem = says;
      return error instanceof Failure && error.code === 'team_unreachable' ? everyMs : SLOW_MS;
    }
  }

  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;
  while (true) {
    const waitMs = await look();
    const state = copy.state();
    if (state)
      say({
        t: 'standing',
        standing: {
          teamId: state.teamId,
          fileId: copy.fileId(),
          version: state.version,
          headVersion: Math.max(headVersion, state.version),
          seenAt,
          problem,
        },
      });
    if (problem === null && !checking && performance.now() - checkedAt > checkEveryMs) {
      checkedAt = performance.now();
      checking = copy
        .findBadRun()
        .then((found) => {
          damage = found;
        })
        .catch((error: unknown) => log(`The copy could not be checked: ${String(error)}`))
        .finally(() => {
          checking = undefined;
        });
    }
    await sleep(waitMs);
  }
}

run().catch((error: unknown) => {
  const code = error instanceof Failure ? error.code : undefined;
  say({ t: 'failed', code, message: error instanceof Error ? error.message : String(error) });
});
