import { hostname, userInfo } from 'node:os';
import { openTeamKeys, type TeamKeys } from './admission/index.ts';
import { openTeamDatabase, type TeamAddress } from './connect.ts';
import { expectSchema } from './schema/index.ts';

/** Lets a person create, list and revoke the keys of a team, as `user@computer` in the audit. @throws Failure of the database, and those of `use`. */
export async function withTeamKeys<Result>(
  address: TeamAddress,
  use: (keys: TeamKeys) => Promise<Result>,
): Promise<Result> {
  const database = openTeamDatabase({ ...address, connections: 1 });
  try {
    await expectSchema(database);
    const keys = await openTeamKeys({
      database,
      nodes: () => 1,
      who: `${userInfo().username}@${hostname()}`,
      now: () => new Date(),
      log: () => undefined,
    });
    return await use(keys);
  } finally {
    await database.close();
  }
}
