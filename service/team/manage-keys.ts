import { hostname, userInfo } from 'node:os';
import type { MadeKey } from '../keys/index.ts';
import { openTeamKeys, type TeamKeys } from './admission/team-keys.ts';
import { openTeamDatabase, type TeamAddress, type TeamDatabase } from './connect.ts';
import { expectSchema } from './schema.ts';

/** Lets a person create, list and revoke the keys of a team, as `user@computer` in the audit. */
export async function withTeamKeys<Result>(
  address: TeamAddress,
  use: (keys: TeamKeys) => Promise<Result>,
): Promise<Result> {
  const database = openTeamDatabase({ ...address, connections: 1 });
  try {
    await expectSchema(database);
    return await use(await keysOfPerson(database));
  } finally {
    await database.close();
  }
}

/** @returns `undefined` where the team has a key: of several that set it up at once, one makes it. */
export function makeFirstKey(database: TeamDatabase): Promise<MadeKey | undefined> {
  return database.transaction(async (transaction) => {
    // The others wait here.
    await transaction.query('SELECT id FROM team WHERE id = 1 FOR UPDATE');
    if ((await transaction.query('SELECT id FROM api_key LIMIT 1')).length > 0) return undefined;
    const keys = await keysOfPerson({ ...database, ...transaction });
    return await keys.create('first admin', 'admin');
  });
}

function keysOfPerson(database: TeamDatabase): Promise<TeamKeys> {
  return openTeamKeys({
    database,
    nodes: () => 1,
    who: `${userInfo().username}@${hostname()}`,
    now: () => new Date(),
    log: () => undefined,
  });
}
