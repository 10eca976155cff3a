import { Failure } from '../contract/failure.ts';
import type { Queries } from './connect.ts';

/** Sizes of one person's `own_work` and `shared_item`. Only old versions are dropped to make room. */

/** The most bytes for one person; a board of 24 tiles takes 5 to 10 KB. */
export const MOST_BYTES = 8_000_000;
/** A row's bytes beside its texts: its head, its owner and its index entry. */
const ROW_BYTES = 200;

/** SQL for the size of a row `w`, like `sizeOf`. */
const SIZE = `(octet_length(w.name) + octet_length(w.content) + ${ROW_BYTES})`;

const sizedRows = (where = ''): string => `SELECT w.owner, w.name, w.revision, w.content, ${SIZE} AS size,
  w.revision = max(w.revision) OVER (PARTITION BY w.owner, w.name) AS is_current FROM own_work w ${where}`;

const SIZES = `SELECT coalesce(sum(size), 0)::bigint AS stored, coalesce(sum(size) FILTER (WHERE is_current), 0)::bigint AS current
  FROM (${sizedRows('WHERE w.owner = $1')}) AS sized`;

/** SQL for shared items with their size in a list; 300 is for fields that no person writes. */
export const SHARED = `SELECT s.*, octet_length(s.content) + octet_length(to_json(s.name || s.note || s.folder)::text) + 300 AS size
  FROM shared_item s WHERE s.deleted_at IS NULL`;

const PEOPLE = `SELECT k.id AS key_id, k.label, k.revoked_at IS NOT NULL AS is_revoked, coalesce(w.current, 0) AS saved_bytes,
  coalesce(w.stored - w.current, 0) AS versions_bytes, coalesce(s.shared, 0) AS shared_bytes FROM api_key k
  LEFT JOIN (SELECT owner, sum(size) AS stored, sum(size) FILTER (WHERE is_current) AS current FROM (${sizedRows()}) AS sized
    GROUP BY owner) AS w ON w.owner = k.id
  LEFT JOIN (SELECT shared_by, sum(size) AS shared FROM (${SHARED}) AS sized GROUP BY shared_by) AS s ON s.shared_by = k.id
  WHERE w.owner IS NOT NULL OR s.shared_by IS NOT NULL
  ORDER BY coalesce(w.stored, 0) + coalesce(s.shared, 0) DESC, k.id`;

/** $1 owner · $2 bytes to free. A pattern finds the time: PostgreSQL reads no JSON that has a NUL. */
const FORGET_OLDEST = `DELETE FROM own_work w USING (
    SELECT name, revision, sum(size) OVER (ORDER BY age, name, revision) - size AS freed FROM (
      SELECT name, revision, size, coalesce(substring(content from '"changed_at":"([^"]*)"'), '') AS age
      FROM (${sizedRows('WHERE w.owner = $1')}) AS sized WHERE NOT is_current) AS aged) AS old
  WHERE w.owner = $1 AND w.name = old.name AND w.revision = old.revision AND old.freed < $2`;

type Sized = { name: string; content: string };

export type Stored = {
  key_id: string;
  label: string;
  is_revoked: boolean;
  /** Items, including those in the bin, preferences and pairs. */
  saved_bytes: number;
  /** Older versions of items. */
  versions_bytes: number;
  shared_bytes: number;
};

export function readStored({ query }: Queries): Promise<Stored[]> {
  return query<Stored>(PEOPLE);
}

export function sizeOf({ name, content }: Sized): number {
  return Buffer.byteLength(name) + Buffer.byteLength(content) + ROW_BYTES;
}

/** Checks that current revisions may grow by `more` bytes. @param says what could be removed. */
export async function expectRoom(
  { query }: Queries,
  owner: string,
  more: number,
  says: () => Promise<string>,
): Promise<void> {
  if (more <= 0) return;
  const [sizes] = await query<{ current: number }>(SIZES, [owner]);
  const current = sizes?.current ?? 0;
  if (current + more <= MOST_BYTES) return;
  throw new Failure(
    'wrong_usage',
    `You keep ${megabytes(current)} with the team, and one person keeps at most ${megabytes(MOST_BYTES)}. This would take ${megabytes(more)} more. ${await says()}`,
  );
}

export async function forgetOldest({ query, change }: Queries, owner: string): Promise<void> {
  const [sizes] = await query<{ stored: number }>(SIZES, [owner]);
  const over = (sizes?.stored ?? 0) - MOST_BYTES;
  if (over > 0) await change(FORGET_OLDEST, [owner, over]);
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(2)} MB`;
}
