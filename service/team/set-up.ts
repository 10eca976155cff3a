import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandLine } from '../process/command-line.ts';
import { newDraftFolder } from '../process/drafts.ts';
import { Behind, type CopyHead, type CopyState, takeForTeam } from '../store/copy/index.ts';
import type { TeamDatabase } from './connect.ts';
import { teamRefused } from './failures.ts';
import { type PublishOptions, patiently, publish } from './publish.ts';
import { expectSchema, migrateTeam, readHead } from './schema.ts';

/** Sets up a team's database, with an empty version 0. An existing team only gets the newest schema. */
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

/** Like `expectTeam`, but waits for a failover, with one line to `say`. */
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
  throw teamRefused(
    `The team has data already (version ${version}). Data of a folder can only be moved into an empty team; import files instead: ${commandLine`import FILE --team ADDRESS`}`,
  );
}

/** Copies a desktop's data, without samples, into an empty team. @returns the new state, and the runs. */
export async function moveIn(
  database: TeamDatabase,
  dataDir: string,
  options: PublishOptions,
  say: (line: string) => void = () => undefined,
): Promise<CopyState & { runs: number }> {
  const head = await awaitTeam(database, say, options.patienceMs);
  expectEmptyTeam(head);
  const folder = newDraftFolder(path.join(tmpdir(), 'almanac-team'));
  try {
    const changes = takeForTeam(dataDir, path.join(folder, 'data.sqlite'), head);
    try {
      const { notes } = await publish(database, { ...changes.notes, from: head }, options);
      const state = await publish(database, { ...changes.data, from: { ...head, notes } }, options);
      return { ...state, runs: changes.data.runs.length };
    } catch (error) {
      // Somebody else published the first data meanwhile.
      if (error instanceof Behind) expectEmptyTeam(await expectTeam(database));
      throw error;
    } finally {
      changes.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
