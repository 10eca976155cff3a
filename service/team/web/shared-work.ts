import { randomUUID } from 'node:crypto';
import { Failure } from '../../contract/failure.ts';
import { fits } from '../../contract/fits.ts';
import type { AskedItem } from '../../contract/saved.ts';
import { SharedItem, type SharedItems, type ShareRequest } from '../../contract/shared.ts';
import { ROLES, type Role } from '../../keys/index.ts';
import type { TeamDatabase } from '../connect.ts';
import type { Member } from './members.ts';

/** What people share with the team: in `shared_item`, with a row of the audit for each change. */
export type SharedWork = {
  /** Grows with every change. */
  version(): Promise<number>;
  /** @returns what is shared now, the last shared first. */
  list(member: Member): Promise<SharedItems>;
  /** Shares an item, or replaces what the same key shared before. @throws Failure 'wrong_usage' if it is somebody else's. */
  share(member: Member, item: ShareRequest): Promise<void>;
  /** Takes an item back. One that is not there is no error. @throws Failure 'wrong_usage' if it is somebody else's and the member no admin. */
  withdraw(member: Member, asked: AskedItem): Promise<void>;
};

type Row = Omit<SharedItem, 'content' | 'shared_by' | 'may_withdraw'> & {
  content: string;
  shared_by: string;
  label: string | null;
};

const VERSION = 'SELECT coalesce(sum(revision), 0)::bigint AS version FROM shared_item';
const LIST = `SELECT s.id, s.kind, s.name, s.note, s.folder, s.content, s.revision, s.shared_by, s.created_at, s.changed_at,
  s.deleted_at, k.label FROM shared_item s LEFT JOIN api_key k ON k.id = s.shared_by
  WHERE s.deleted_at IS NULL ORDER BY s.changed_at DESC, s.id`;
const OWNER = `SELECT s.shared_by, s.deleted_at, s.name, k.label FROM shared_item s LEFT JOIN api_key k ON k.id = s.shared_by
  WHERE s.id = $1`;
/** $9: an id of the key that may replace what is there. Nothing changes where it is another's. */
const SHARE = `INSERT INTO shared_item AS s (id, kind, name, note, folder, content, revision, shared_by, created_at, changed_at)
  VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $8)
  ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name, note = excluded.note, folder = excluded.folder,
    content = excluded.content, revision = s.revision + 1, changed_at = excluded.changed_at, deleted_at = NULL,
    shared_by = excluded.shared_by
  WHERE s.shared_by = excluded.shared_by OR s.deleted_at IS NOT NULL`;
const WITHDRAW = `UPDATE shared_item SET deleted_at = $2, changed_at = $2, revision = revision + 1
  WHERE id = $1 AND deleted_at IS NULL`;
const AUDIT = `INSERT INTO audit (id, at, who, what, detail)
  SELECT $1, $2, 'key ' || id || ' ' || label, $3, $4 FROM api_key WHERE id = $5`;

/** Every function throws Failure 'team_unreachable' while the database is away. */
export function openSharedWork(database: TeamDatabase, now: () => Date): SharedWork {
  const audit = (at: string, what: string, detail: string, { keyId }: Member) =>
    [AUDIT, [randomUUID(), at, what, detail, keyId]] as const;
  return {
    async version() {
      const [row] = await database.query<{ version: number }>(VERSION);
      return row?.version ?? 0;
    },
    async list(member) {
      const rows = await database.query<Row>(LIST);
      return {
        may_share: isAtLeast(member.role, 'publish'),
        items: rows.flatMap((row) => sharedOf(row, member)),
      };
    },
    async share(member, { id, kind, name, note, folder, content }) {
      const at = now().toISOString();
      const values = [id, kind, name, note, folder, JSON.stringify(content), member.keyId, at];
      await database.transaction(async ({ query, change }) => {
        if ((await change(SHARE, values)) === 1) {
          await change(...audit(at, 'shared', `${id} ${kind} ${name}`, member));
          return;
        }
        const [held] = await query<{ label: string | null }>(OWNER, [id]);
        throw new Failure(
          'wrong_usage',
          `${held?.label ?? 'Somebody else'} has shared this item already. Duplicate it, and share the copy.`,
        );
      });
    },
    async withdraw(member, { id }) {
      const at = now().toISOString();
      await database.transaction(async ({ query, change }) => {
        const [held] = await query<Row>(OWNER, [id]);
        if (!held || held.deleted_at !== null) return;
        if (held.shared_by !== member.keyId && !isAtLeast(member.role, 'admin'))
          throw new Failure(
            'wrong_usage',
            `“${held.name}” was shared by ${held.label ?? 'somebody else'}: only that key, or one of the role admin, takes it back.`,
          );
        if ((await change(WITHDRAW, [id, at])) === 1)
          await change(...audit(at, 'withdrawn', `${id} ${held.name}`, member));
      });
    },
  };
}

const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** @returns the item of a row; nothing for one that a newer Almanac wrote in another form. */
function sharedOf({ content, shared_by, label, ...row }: Row, { keyId, role }: Member): SharedItem[] {
  const item: unknown = {
    ...row,
    content: JSON.parse(content),
    shared_by: label ?? shared_by,
    may_withdraw: shared_by === keyId || isAtLeast(role, 'admin'),
  };
  return fits(SharedItem, item) ? [item] : [];
}
