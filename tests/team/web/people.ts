import { afterAll, beforeEach } from 'vitest';
import type { SaveItemRequest } from '../../../service/contract/saved.ts';
import type { ShareRequest } from '../../../service/contract/shared.ts';
import { migrateTeam, openTeamDatabase, type TeamDatabase } from '../../../service/team/index.ts';
import { postgresOfFile } from '../team.ts';

/** The keys of people in a team's database, without a node. */
export type People = {
  database: TeamDatabase;
  /** Asks as the administrator. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
};

/**
 * The people of a test file: its tests are skipped where PostgreSQL is missing, and begin with nothing kept or shared.
 * @param labels by id of the key.
 */
export function peopleOfFile(labels: Readonly<Record<string, string>>): People {
  let name = '';
  const sql: People['sql'] = (text, values) => postgres.query(name, text, values);
  const team = { sql } as People;
  const postgres = postgresOfFile(async () => {
    const where = await postgres.freshDatabase();
    name = where.database;
    team.database = openTeamDatabase(where);
    await migrateTeam(team.database);
    for (const [id, label] of Object.entries(labels)) {
      const values = [id, label, Buffer.from(id)];
      await sql("INSERT INTO api_key VALUES ($1, $2, $3, '', 'read', '2026-01-01')", values);
    }
  });
  afterAll(() => team.database?.close());
  beforeEach(
    async () => void (await sql('DELETE FROM own_work; DELETE FROM shared_item; DELETE FROM audit')),
  );
  return team;
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
