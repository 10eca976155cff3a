import { afterAll, beforeEach } from 'vitest';
import type { SaveItemRequest } from '../../../service/contract/saved.ts';
import type { ShareRequest } from '../../../service/contract/shared.ts';
import { migrateTeam, openTeamDatabase, type TeamDatabase } from '../../../service/team/index.ts';
import type { TestPostgres } from '../postgres.ts';
import { postgresOfFile } from '../postgres-of-file.ts';

/** The keys of people in a team's database, without a node. */

export type People = {
  database: TeamDatabase;
  /** Asks as the administrator. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Removes what people keep and share, and its audit. */
  clear(): Promise<void>;
};

/**
 * The people of a test file: its tests are skipped where PostgreSQL is missing, and begin with nothing kept or shared.
 * @param labels by id of the key.
 */
export function peopleOfFile(labels: Readonly<Record<string, string>>): People {
  let team: People;
  const postgres = postgresOfFile(async () => {
    team = await people(postgres, labels);
  });
  afterAll(() => team?.database.close());
  beforeEach(() => team.clear());
  return {
    get database() {
      return team.database;
    },
    sql: (text, values) => team.sql(text, values),
    clear: () => team.clear(),
  };
}

/** @param labels by id of the key. */
export async function people(
  postgres: TestPostgres,
  labels: Readonly<Record<string, string>>,
): Promise<People> {
  const where = await postgres.freshDatabase();
  const database = openTeamDatabase(where);
  await migrateTeam(database);
  const sql: People['sql'] = (text, values) => postgres.query(where.database, text, values);
  for (const [id, label] of Object.entries(labels))
    await sql("INSERT INTO api_key VALUES ($1, $2, $3, '', 'read', '2026-01-01')", [
      id,
      label,
      Buffer.from(id),
    ]);
  return {
    database,
    sql,
    clear: async () => void (await sql('DELETE FROM own_work; DELETE FROM shared_item; DELETE FROM audit')),
  };
}

/** @returns a saved view, as a page sends it to be shared. */
export const viewOf = (id: string, changes: Partial<ShareRequest> = {}) =>
  ({
    ...{ id, kind: 'view', name: `Name of ${id}`, note: 'a note', folder: 'a folder' },
    ...{ content: { address: '/explore', frozen: null }, ...changes },
  }) as ShareRequest;

/** @returns a saved view, as a page sends it to be kept. */
export const ownView = (id: string, changes: Partial<SaveItemRequest> = {}) =>
  ({
    ...{ id, kind: 'view', name: `Name of ${id}`, note: '', folder: '', revision: 0, is_deleted: false },
    ...{ content: { address: '/explore', frozen: null }, ...changes },
  }) as SaveItemRequest;

/** @returns all that people keep, as it is stored. */
export const ownRows = ({ sql }: People) =>
  sql<{ owner: string; name: string; revision: string; content: string }>(
    'SELECT owner, name, revision, content FROM own_work ORDER BY owner, name, revision',
  );
