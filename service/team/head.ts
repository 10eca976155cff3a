import { Failure } from '../contract/failure.ts';
import { commandLine } from '../process/command-line.ts';
import type { CopyHead } from '../store/copy/index.ts';
import type { Queries } from './connect.ts';

const HEAD = `SELECT t.team_id AS "teamId", h.version, h.publish_id AS "publishId", h.notes, h.data_version AS "dataVersion",
  h.file_id AS "fileId" FROM head h JOIN team t ON t.id = h.id WHERE h.id = 1`;

/** @throws Failure 'team_refused' where there is no team yet. */
export async function readHead({ query }: Queries): Promise<CopyHead> {
  const [head] = await query<CopyHead>(HEAD);
  if (head) return head;
  throw new Failure(
    'team_refused',
    `The database has the tables of a team and no team. Set it up: ${commandLine`team init ADDRESS`}`,
  );
}

/** The first version has no publish. */
export async function hasPublish({ query }: Queries, version: number, publishId: string): Promise<boolean> {
  if (version === 0) return publishId === '';
  const [row] = await query<{ publish_id: string }>('SELECT publish_id FROM publish WHERE version = $1', [
    version,
  ]);
  return row?.publish_id === publishId;
}
