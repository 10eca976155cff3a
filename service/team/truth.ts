import { type Copy, openCopy, type Truth } from '../store/copy/index.ts';
import { openTeamDatabase, type TeamDatabase } from './connect.ts';
import { followOnce, rebuild } from './follow.ts';
import { type PublishOptions, patiently, publish } from './publish.ts';
import type { TeamNode } from './types.ts';

/** @param log one line where the copy is made again. */
export function openTruth(
  database: TeamDatabase,
  dataDir: string,
  options: PublishOptions,
  log: (line: string) => void,
): Truth {
  return {
    publish: (change) => publish(database, change, options),
    async catchUp(damage) {
      if (damage) log(`The copy of the team's data is made anew: ${damage.message}.`);
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

/** For all that a node ingests, one after the other. Its connection stays open with its thread. */
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
