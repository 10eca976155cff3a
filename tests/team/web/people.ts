import { afterAll, beforeEach } from 'vitest';
import type { SaveItemRequest } from '../../../service/contract/saved.ts';
import type { ShareRequest } from '../../../service/contract/shared.ts';
import { migrateTeam, openTeamDatabase, type TeamDatabase } from '../../../service/team/index.ts';
import { postgresOfFile } from '../team.ts';

/** A team's database with people's keys, without a node. */
export type People = {
  database: TeamDatabase;
  /** Runs a query as the administrator. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
};

/**
 * The people of a test file. Without PostgreSQL its tests are skipped.
 * @param labels the keys' labels, by id.
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

/** @returns a saved view, as a page sends it to share it. */
export const viewOf = (id: string, changes: Partial<ShareRequest> = {}) =>
  ({
    ...{ id, kind: 'view', name: `Name of ${id}`, note: 'a note', folder: 'a folder' },
    ...{ content: { address: '/explore', frozen: null }, ...changes },
  }) as ShareRequest;

/** @returns a saved view, as a page sends it to save it. */
export const ownView = (id: string, changes: Partial<SaveItemRequest> = {}) =>
  ({
    ...{ id, kind: 'view', name: `Name of ${id}`, note: '', folder: '', revision: 0, is_deleted: false },
    ...{ content: { address: '/explore', frozen: null }, ...changes },
  }) as SaveItemRequest;

/** @returns all stored rows of people's own items. */
export const ownRows = ({ sql }: People) =>
  sql<{ owner: string; name: string; revision: string; content: string }>(
    'SELECT owner, name, revision, content FROM own_work ORDER BY owner, name, revision',
  );
