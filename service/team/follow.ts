import { randomBytes } from 'node:crypto';
import {
  type Copy,
  CopyDisagrees,
  type CopyHead,
  type CopyState,
  isUnfinished,
  openCopy,
  type Truth,
} from '../store/copy/index.ts';
import { openTeamDatabase, type TeamDatabase } from './connect.ts';
import { teamRefused } from './failures.ts';
import { type PublishOptions, patiently, publish } from './publish.ts';
import { HistoryDiffers, pull } from './pull.ts';
import { readHead } from './schema.ts';
import type { TeamNode } from './types.ts';

/** Brings a copy to the team's newest publish. @returns the head seen; the copy is at least as new. */
export async function followOnce(
  database: TeamDatabase,
  copy: Copy,
  log: (line: string) => void,
): Promise<CopyHead> {
  while (true) {
    const head = await readHead(database);
    const mine = copy.state();
    expectSameTeam(database, mine, head);
    if (mine && isUnfinished(mine)) {
      await rebuild(database, copy);
      continue;
    }
    if (mine && isSameState(mine, head) && copy.fileId() === head.fileId) return head;
    try {
      // If another process updates the copy meanwhile, look again.
      await pull(database, copy.tables, mine, (pulled) => copy.apply(mine, pulled));
    } catch (error) {
      if (error instanceof HistoryDiffers) {
        log(`The copy of the team's data is being rebuilt: ${error.message}.`);
        await newFileId(database, head.fileId);
      } else if (error instanceof CopyDisagrees)
        log(`The copy of the team's data is being rebuilt: ${error.message}.`);
      else throw error;
      await rebuild(database, copy);
    }
  }
}

export async function rebuild(database: TeamDatabase, copy: Copy): Promise<void> {
  try {
    await pull(database, copy.tables, undefined, (pulled) => copy.rebuild(pulled));
  } catch (error) {
    if (!(error instanceof CopyDisagrees)) throw error;
    throw teamRefused(
      `The data in ${database.name} are not those that were published (${error.message}). Restore the database from a back-up.`,
      error,
    );
  }
}

function expectSameTeam(database: TeamDatabase, mine: CopyState | undefined, head: CopyHead): void {
  if (!mine || mine.teamId === head.teamId) return;
  throw teamRefused(
    `The data folder has the copy of another team than that of ${database.name}. Choose an empty folder with --data-dir.`,
  );
}

function isSameState(mine: CopyState, head: CopyHead): boolean {
  return mine.version === head.version && mine.publishId === head.publishId && mine.notes === head.notes;
}

/** Voids ETags and paging tokens: after a restore, versions come again with other data. */
async function newFileId(database: TeamDatabase, before: string): Promise<void> {
  await database.change('UPDATE head SET file_id = $1 WHERE id = 1 AND file_id = $2', [
    randomBytes(6).toString('hex'),
    before,
  ]);
}

/** @param log gets one line if the copy is rebuilt. */
export function openTruth(
  database: TeamDatabase,
  dataDir: string,
  options: PublishOptions,
  log: (line: string) => void,
): Truth {
  return {
    publish: (change) => publish(database, change, options),
    async catchUp(damage) {
      if (damage) log(`The copy of the team's data is being rebuilt: ${damage.message}.`);
      await withCopy(dataDir, async (copy) => {
        let isDamaged = damage !== undefined;
        await patiently(async () => {
          if (isDamaged) await rebuild(database, copy);
          isDamaged = false;
          await followOnce(database, copy, log);
          return true;
        }, options.patienceMs);
      });
    },
  };
}

/** Opens the team's truth for all that a node ingests. Its connection stays open with its thread. */
export function openNodeTruth(dataDir: string, team: TeamNode): Truth {
  const options = { node: team.node, who: team.node, now: () => new Date() };
  return openTruth(openTeamDatabase({ ...team, connections: 1 }), dataDir, options, () => undefined);
}

export async function withCopy<Result>(
  dataDir: string,
  use: (copy: Copy) => Promise<Result>,
): Promise<Result> {
  const copy = openCopy(dataDir);
  try {
    return await use(copy);
  } finally {
    copy.close();
  }
}
