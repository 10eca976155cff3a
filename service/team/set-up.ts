import { randomBytes, randomUUID } from 'node:crypto';
import { Failure } from '../contract/failure.ts';
import { commandLine } from '../process/command-line.ts';
import type { CopyHead } from '../store/copy/index.ts';
import type { TeamDatabase } from './connect.ts';
import { readHead } from './head.ts';
import { patiently } from './publish.ts';
import { expectSchema, migrateTeam } from './schema.ts';

/** Sets up a database for a team: schema and an empty version 0. A team that is there gets the newest schema and keeps all else. */
export async function setUpTeam(
  database: TeamDatabase,
  now: Date,
): Promise<{ head: CopyHead; isNew: boolean }> {
  await migrateTeam(database);
  const isNew = await database.transaction(async ({ change }) => {
    const made = await change('INSERT INTO team VALUES (1, $1, $2) ON CONFLICT (id) DO NOTHING', [
      randomUUID(),
      now.toISOString(),
    ]);
    if (made === 0) return false;
    await change(
      `INSERT INTO head(id, version, publish_id, data_version, notes, file_id) VALUES (1, 0, '', 0, 0, $1)`,
      [randomBytes(6).toString('hex')],
    );
    return true;
  });
  return { head: await readHead(database), isNew };
}

export async function expectTeam(database: TeamDatabase): Promise<CopyHead> {
  await expectSchema(database);
  return await readHead(database);
}

/** As `expectTeam`, for what is to be stored: a failover is waited for, with one line to `say`. */
export async function awaitTeam(
  database: TeamDatabase,
  say: (line: string) => void,
  patienceMs?: number,
): Promise<CopyHead> {
  const found: CopyHead[] = [];
  await patiently(async () => found.push(await expectTeam(database)) > 0, patienceMs, say);
  return found[0] as CopyHead;
}

export function expectEmptyTeam({ version }: CopyHead): void {
  if (version === 0) return;
  throw new Failure(
    'team_refused',
    `The team has data already (version ${version}). Data of a folder can only be moved into an empty team; import files instead: ${commandLine`import FILE --team ADDRESS`}`,
  );
}
