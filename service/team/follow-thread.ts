import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../contract/failure.ts';
import { loadInThread } from '../process/thread.ts';
import { type Copy, openCopy } from '../store/copy/index.ts';
import { loadSqlite, noteCheck } from '../store/index.ts';
import { openTeamDatabase } from './connect.ts';
import { damagedSince, damageOf, openCopyChecks, setCopyAside } from './damaged-copy.ts';
import { followOnce, rebuild } from './follow.ts';
import type { FollowInput, FollowMessage } from './follower.ts';
import { expectTeam } from './set-up.ts';

/** Entry of the thread that follows a team. It may be terminated at any time: SQLite then rolls back. */

/** The wait after an error that will not pass by itself. */
const SLOW_MS = 5000;

loadInThread(loadSqlite);
const { dataDir, team, everyMs, checkEveryMs } = workerData as FollowInput;
const say = (message: FollowMessage) => parentPort?.postMessage(message);
const log = (line: string) => say({ t: 'log', line });

/** Opens the copy, setting a damaged file aside. A service that has it open then opens the new file. */
function opened(): Copy {
  try {
    return openCopy(dataDir);
  } catch (error) {
    const damage = damageOf(error);
    if (damage === undefined) throw error;
    setCopyAside(dataDir, damage, log);
    return openCopy(dataDir);
  }
}

async function run(): Promise<void> {
  // One query runs at a time.
  const database = openTeamDatabase({ ...team, connections: 1 });
  const copy = opened();
  let isExpected = false;
  let seenAt: number | null = null;
  let problem: string | null = null;
  /** Why the copy must be rebuilt. */
  let damage: string | undefined;
  /** The time of noted damage that was handled: the note stays if it cannot be overwritten. */
  let known: string | undefined;

  function found(what: string | undefined): void {
    if (what === undefined || damage !== undefined) return;
    damage = what;
    log(`The copy of the team's data is being rebuilt: ${what}.`);
  }

  async function rebuildCopy(): Promise<void> {
    try {
      await rebuild(database, copy);
    } catch (error) {
      const worse = damageOf(error);
      if (worse !== undefined) setCopyAside(dataDir, worse, log);
      throw error;
    }
    damage = undefined;
    noteCheck(dataDir, 'ok', new Date());
    known = damagedSince(dataDir);
  }

  function reportStanding(): void {
    const state = copy.state();
    if (!state) return;
    const standing = { teamId: state.teamId, fileId: copy.fileId(), version: state.version };
    say({ t: 'standing', standing: { ...standing, seenAt, problem } });
  }

  /** @returns how long to wait before the next look, in ms. */
  async function look(): Promise<number> {
    try {
      if (!isExpected) await expectTeam(database);
      isExpected = true;
      const since = damagedSince(dataDir);
      if (since !== undefined && since !== known) found('a part of its file could not be read');
      if (damage !== undefined) await rebuildCopy();
      await followOnce(database, copy, log);
      seenAt = Date.now();
      if (problem !== null) log('The copy of the team’s data follows again.');
      problem = null;
      reportStanding();
      return everyMs;
    } catch (error) {
      // Another process is importing into this copy.
      if (error instanceof Failure && error.code === 'folder_in_use') {
        reportStanding();
        return everyMs;
      }
      const what = damageOf(error);
      if (what !== undefined && damage === undefined) {
        found(what);
        return everyMs;
      }
      if (what !== undefined || !copy.state()) throw error;
      const says = error instanceof Failure ? error.message : String(error);
      // Messages change while a database stops and starts: log only the first one.
      const isNews = problem === null || !(error instanceof Failure && error.code === 'team_unreachable');
      if (isNews && says !== problem) log(`The copy of the team’s data stays as it is: ${says}`);
      problem = says;
      reportStanding();
      return error instanceof Failure && error.code === 'team_unreachable' ? everyMs : SLOW_MS;
    }
  }

  const checkIfDue = openCopyChecks(copy, checkEveryMs, found, log);
  while (true) {
    const waitMs = await look();
    if (problem === null) checkIfDue();
    await sleep(waitMs);
  }
}

run().catch((error: unknown) => {
  const code = error instanceof Failure ? error.code : undefined;
  say({ t: 'failed', code, message: error instanceof Error ? error.message : String(error) });
});
