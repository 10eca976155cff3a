import { hostname, userInfo } from 'node:os';
import { Failure } from '../contract/failure.ts';
import type { Truth } from '../store/copy/index.ts';
import type { TeamAddress, TeamDatabase } from '../team/index.ts';
import type { Given } from './command.ts';
import { tell } from './output.ts';

/** @returns where the team's database is, as `--team` says; `undefined` without it. @throws Failure 'wrong_usage'. */
export function teamAddress(given: Given): TeamAddress | undefined {
  const address = given.text('team');
  const passwordFile = given.text('team-password-file');
  if (address !== undefined) return { address, passwordFile };
  if (passwordFile === undefined) return undefined;
  throw new Failure('wrong_usage', '--team-password-file goes with --team ADDRESS.');
}

/** Who publishes from this command line: `user@computer`. */
export function publisherHere(): { node: string; who: string; now: () => Date } {
  return {
    node: `${hostname()} (command line)`,
    who: `${userInfo().username}@${hostname()}`,
    now: () => new Date(),
  };
}

/** Opens a team's database while `use` runs. @throws Failure of the database, and those of `use`. */
export async function withTeam<Result>(
  address: TeamAddress,
  use: (database: TeamDatabase, room: typeof import('../team/index.ts')) => Promise<Result>,
): Promise<Result> {
  const room = await import('../team/index.ts');
  const database = room.openTeamDatabase(address);
  try {
    return await use(database, room);
  } finally {
    await database.close();
  }
}

/**
 * Runs `use` with the truth of the team that `--team` names, once the copy in the data folder is at its newest publish; with `undefined`
 * where no team is named.
 */
export async function withTruth<Result>(
  given: Given,
  dataDir: string,
  use: (truth: Truth | undefined) => Promise<Result>,
): Promise<Result> {
  const address = teamAddress(given);
  if (!address) return await use(undefined);
  return await withTeam(address, async (database, { awaitTeam, openTruth }) => {
    await awaitTeam(database, tell);
    const truth = openTruth(database, dataDir, publisherHere(), tell);
    await truth.catchUp();
    return await use(truth);
  });
}
