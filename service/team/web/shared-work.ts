import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { Failure } from '../../contract/failure.ts';
import { fits } from '../../contract/fits.ts';
import type { AskedItem } from '../../contract/saved.ts';
import { SharedItem, type SharedItems, type ShareRequest } from '../../contract/shared.ts';
import { ROLES, type Role } from '../../keys/index.ts';
import type { TeamDatabase } from '../connect.ts';
import { megabytes, SHARED } from '../stored-size.ts';
import type { TeamMember } from './members.ts';

/** Shared items, with a row of the audit for each change. One answer has all of them, so all and each person's share are bounded. */
export type SharedWork = ReturnType<typeof openSharedWork>;

type SharedItemRow = Omit<SharedItem, 'content' | 'shared_by' | 'may_withdraw'> & {
  content: string;
  shared_by: string;
  label: string | null;
};

const VERSION = 'SELECT coalesce(sum(revision), 0)::bigint AS version FROM shared_item';
const MOST_SHARED_BYTES = 8_000_000;
const MOST_OF_ONE = 2_000_000;
/** The audit keeps a row of each for good. */
const MOST_IN_A_DAY = 500;
const DAY_MS = 86_400_000;
const ITEMS_AT_ONCE = 200;

/** $1 the most bytes. What follows is not read. */
const LIST = `SELECT s.id, s.kind, s.name, s.note, s.folder, s.content, s.revision, s.shared_by, s.created_at, s.changed_at,
  s.deleted_at, k.label FROM (SELECT *, sum(size) OVER (ORDER BY changed_at DESC, id) AS read FROM (${SHARED}) AS sized) AS s
  LEFT JOIN api_key k ON k.id = s.shared_by WHERE s.read <= $1 ORDER BY s.changed_at DESC, s.id`;
const SIZES = `SELECT coalesce(sum(size), 0)::bigint AS shared, coalesce(sum(size) FILTER (WHERE shared_by = $1), 0)::bigint AS own
  FROM (${SHARED}) AS sized`;
/** Locks the row of the key, so that it shares one item at a time. */
const ALONE = 'SELECT id FROM api_key WHERE id = $1 FOR UPDATE';
/** $1 key · $2 time. */
const SHARED_SINCE = `SELECT count(*) AS times FROM audit WHERE at > $2 AND what = 'shared' AND starts_with(who, 'key ' || $1 || ' ')`;
const OWNER = `SELECT s.shared_by, s.deleted_at, s.name, k.label FROM shared_item s LEFT JOIN api_key k ON k.id = s.shared_by
  WHERE s.id = $1`;
/** $9: an id of the key that may replace what is there. Nothing changes where it is another's. */
const SHARE = `INSERT INTO shared_item AS s (id, kind, name, note, folder, content, revision, shared_by, created_at, changed_at)
  VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $8)
  ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name, note = excluded.note, folder = excluded.folder,
    content = excluded.content, revision = s.revision + 1, changed_at = excluded.changed_at, deleted_at = NULL,
    shared_by = excluded.shared_by
  WHERE s.shared_by = excluded.shared_by OR s.deleted_at IS NOT NULL`;
const WITHDRAW = `UPDATE shared_item SET deleted_at = $2, changed_at = $2, revision = revision + 1, note = '', content = ''
  WHERE id = $1 AND deleted_at IS NULL`;
const AUDIT = `INSERT INTO audit (id, at, who, what, detail)
  SELECT $1, $2, 'key ' || id || ' ' || label, $3, $4 FROM api_key WHERE id = $5`;

export function openSharedWork(database: TeamDatabase, now: () => Date) {
  const audit = (at: string, what: string, detail: string, { keyId }: TeamMember) =>
    [AUDIT, [randomUUID(), at, what, detail, keyId]] as const;
  return {
    /** Grows with every change. */
    async version(): Promise<number> {
      const [row] = await database.query<{ version: number }>(VERSION);
      return row?.version ?? 0;
    },
    /** @returns what is shared now, the last shared first, as much as one answer takes. */
    async list(member: TeamMember): Promise<SharedItems> {
      const rows = await database.query<SharedItemRow>(LIST, [MOST_SHARED_BYTES]);
      const items: SharedItem[] = [];
      for (const [at, row] of rows.entries()) {
        // Others wait for this thread.
        if (at % ITEMS_AT_ONCE === 0) await turn();
        items.push(...sharedOf(row, member));
      }
      return { may_share: isAtLeast(member.role, 'publish'), items };
    },
    /** Replaces what the same key shared before. @throws Failure 'wrong_usage' if it is somebody else's, or too much is shared. */
    async share(member: TeamMember, { id, kind, name, note, folder, content }: ShareRequest): Promise<void> {
      const at = now().toISOString();
      const values = [id, kind, name, note, folder, JSON.stringify(content), member.keyId, at];
      await database.transaction(async ({ query, change }) => {
        await query(ALONE, [member.keyId]);
        const dayBefore = new Date(now().getTime() - DAY_MS).toISOString();
        const [done] = await query<{ times: number }>(SHARED_SINCE, [member.keyId, dayBefore]);
        if ((done?.times ?? 0) >= MOST_IN_A_DAY) throw tooOften();
        if ((await change(SHARE, values)) === 1) {
          const [sizes] = await query<{ shared: number; own: number }>(SIZES, [member.keyId]);
          if ((sizes?.own ?? 0) > MOST_OF_ONE) throw tooMuch('You', MOST_OF_ONE);
          if ((sizes?.shared ?? 0) > MOST_SHARED_BYTES) throw tooMuch('The team', MOST_SHARED_BYTES);
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
    /** One that is not there is no error. @throws Failure 'wrong_usage' if it is somebody else's and the member no admin. */
    async withdraw(member: TeamMember, { id }: AskedItem): Promise<void> {
      const at = now().toISOString();
      await database.transaction(async ({ query, change }) => {
        const [held] = await query<SharedItemRow>(OWNER, [id]);
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

const tooOften = () =>
  new Failure(
    'wrong_usage',
    `You have shared ${MOST_IN_A_DAY} times within a day, the most for one person. Nothing was shared. Try again later.`,
  );

/** @param who at the beginning of a sentence */
const tooMuch = (who: 'You' | 'The team', most: number) =>
  new Failure(
    'wrong_usage',
    `${who} can share at most ${megabytes(most)}, and with this item it would be more. Nothing was shared. Take back what is no longer needed first.`,
  );

/** Nothing for one that a newer Almanac wrote in another form. */
function sharedOf(
  { content, shared_by, label, ...row }: SharedItemRow,
  { keyId, role }: TeamMember,
): SharedItem[] {
  const item: unknown = {
    ...row,
    content: JSON.parse(content),
    shared_by: label ?? shared_by,
    may_withdraw: shared_by === keyId || isAtLeast(role, 'admin'),
  };
  return fits(SharedItem, item) ? [item] : [];
}
