import { Failure } from '../../contract/failure.ts';
import { fits } from '../../contract/fits.ts';
import { Item, ItemFields, type SaveItemAnswer, type SaveItemRequest } from '../../contract/saved.ts';
import type { SameCompany, SetSameCompanyRequest } from '../../contract/work.ts';
import {
  answeredSave,
  BIN_DAYS,
  checkedPair,
  checkPreferences,
  knownPreference,
  VERSIONS_KEPT,
  withPreferences,
} from '../../work/index.ts';
import type { TeamDatabase } from '../connect.ts';

/**
 * What a person who signs in with a browser saves and prefers, by key: as work.sqlite has it for one computer, with the same rules of
 * merging. Every revision is a row, and the primary key lets one change at a time make the next one.
 */
export type OwnWork = {
  /** Grows with every change. */
  version(): Promise<number>;
  /** As `Saved` of `service/work`. */
  items(): Promise<Item[]>;
  save(request: SaveItemRequest): Promise<SaveItemAnswer>;
  remove(id: string): Promise<void>;
  versions(id: string): Promise<Item[]>;
  preferences(): Promise<Record<string, unknown>>;
  setPreferences(values: Readonly<Record<string, unknown>>, isIfAbsent?: boolean): Promise<void>;
  pairs(): Promise<readonly SameCompany[]>;
  setPair(request: SetSameCompanyRequest): Promise<void>;
};

type Row = { name: string; revision: number; content: string };

const ITEM = 'item:';
const PREFERENCES = 'preferences';
const PAIRS = 'same-companies';
const REMOVED = '';
const DAY_MS = 86_400_000;
/** More than anybody makes by hand; it bounds what one key can fill the database with. What was removed for good does not count. */
const MOST_ITEMS = 2000;
/** How often a change is merged again that met another one. */
const TRIES = 5;

const NEWEST = `SELECT name, revision, content FROM own_work w WHERE owner = $1
  AND revision = (SELECT max(revision) FROM own_work m WHERE m.owner = w.owner AND m.name = w.name)`;
const VERSION = `SELECT coalesce(sum(revision), 0)::bigint AS version FROM
  (SELECT max(revision) AS revision FROM own_work WHERE owner = $1 GROUP BY name) AS newest`;
const REVISIONS =
  'SELECT name, revision, content FROM own_work WHERE owner = $1 AND name = $2 ORDER BY revision DESC';
const WRITE = `INSERT INTO own_work (owner, name, revision, content) VALUES ($1, $2, $3, $4)
  ON CONFLICT (owner, name, revision) DO NOTHING`;
const FORGET = 'DELETE FROM own_work WHERE owner = $1 AND name = $2 AND revision <= $3';

/** @param owner id of the key. Every function throws Failure 'team_unreachable' while the database is away. */
export function openOwnWork(database: TeamDatabase, owner: string, now: () => Date): OwnWork {
  /** @returns whether nobody else has written this revision. */
  async function write(name: string, revision: number, content: string, kept: number): Promise<boolean> {
    const isMine = (await database.change(WRITE, [owner, name, revision, content])) === 1;
    if (isMine) await database.change(FORGET, [owner, name, revision - kept]);
    return isMine;
  }

  /** Changes one thing. @param change gives the new content, or `undefined` if there is nothing to write; it is asked again after another change. */
  async function change(
    name: string,
    kept: number,
    next: (revisions: readonly Row[]) => string | undefined,
  ): Promise<void> {
    for (let left = TRIES; left > 0; left--) {
      const revisions = await database.query<Row>(REVISIONS, [owner, name]);
      const content = next(revisions);
      if (content === undefined || (await write(name, (revisions[0]?.revision ?? 0) + 1, content, kept)))
        return;
    }
    throw new Failure('cancelled', 'Other windows changed the same at the same time.');
  }

  async function newest(): Promise<Row[]> {
    return await database.query<Row>(NEWEST, [owner]);
  }

  async function one<Value>(name: string, usual: Value): Promise<Value> {
    const [row] = await database.query<Row>(REVISIONS, [owner, name]);
    return row ? JSON.parse(row.content) : usual;
  }

  const remove = (id: string) =>
    change(`${ITEM}${id}`, 1, ([row]) => (row && row.content !== REMOVED ? REMOVED : undefined));

  const preferences = async () => valuesOf(await one(PREFERENCES, {}));
  const pairs = () => one<SameCompany[]>(PAIRS, []);

  return {
    async version() {
      const [row] = await database.query<{ version: number }>(VERSION, [owner]);
      return row?.version ?? 0;
    },
    async items() {
      const before = new Date(now().getTime() - BIN_DAYS * DAY_MS).toISOString();
      const items = (await newest()).flatMap((row) => itemOf(row) ?? []);
      const isOver = ({ deleted_at }: Item) => deleted_at !== null && deleted_at < before;
      for (const { id } of items.filter(isOver)) await remove(id);
      return items
        .filter((item) => !isOver(item))
        .sort((a, b) => b.changed_at.localeCompare(a.changed_at) || a.id.localeCompare(b.id));
    },
    async save(request) {
      if (request.revision === 0 && (await newest()).flatMap((row) => itemOf(row) ?? []).length >= MOST_ITEMS)
        throw new Failure(
          'wrong_usage',
          `Nobody can save more than ${MOST_ITEMS} items, those in the bin included. Remove some for good first.`,
        );
      let answer: SaveItemAnswer | undefined;
      await change(`${ITEM}${request.id}`, VERSIONS_KEPT, (revisions) => {
        const stored = revisions[0] && itemOf(revisions[0]);
        const baseRow = revisions.find(({ revision }) => revision === request.revision);
        const base = baseRow && itemOf(baseRow);
        const made = answeredSave({ stored, base, request, at: now().toISOString() });
        const revision = (revisions[0]?.revision ?? 0) + 1;
        if (made.item === stored) answer = made;
        else answer = { ...made, item: { ...made.item, revision } };
        const { id: _, revision: __, ...content } = made.item;
        return made.item === stored ? undefined : JSON.stringify(content);
      });
      if (!answer) throw new Error('A change ended without an answer.');
      return answer;
    },
    remove,
    versions: async (id) =>
      (await database.query<Row>(REVISIONS, [owner, `${ITEM}${id}`])).flatMap((row) => itemOf(row) ?? []),
    preferences,
    async setPreferences(given, isIfAbsent = false) {
      checkPreferences(given);
      await change(PREFERENCES, 1, ([row]) =>
        JSON.stringify(withPreferences(valuesOf(row ? JSON.parse(row.content) : {}), given, isIfAbsent)),
      );
    },
    pairs,
    async setPair({ before, after, is_same }) {
      const [old, young] = checkedPair({ before, after });
      await change(PAIRS, 1, ([row]) => {
        const held: SameCompany[] = row ? JSON.parse(row.content) : [];
        const others = held.filter((pair) => pair.before.ticker !== old || pair.after.ticker !== young);
        if (is_same === others.length < held.length) return undefined;
        const pair = {
          before: { ticker: old, name: before.name.trim() },
          after: { ticker: young, name: after.name.trim() },
          confirmed_at: now().toISOString(),
        };
        return JSON.stringify(is_same ? [pair, ...others] : others);
      });
    },
  };
}

function valuesOf(content: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(content).flatMap(([name, value]) => knownPreference(name, value)));
}

/** @returns the item of a row; `undefined` for what was removed for good, is no item, or was written by a newer Almanac in another form. */
function itemOf({ name, revision, content }: Row): Item | undefined {
  if (!name.startsWith(ITEM) || content === REMOVED) return undefined;
  const item: unknown = { ...JSON.parse(content), id: name.slice(ITEM.length), revision };
  return fits(ItemFields, item) && fits(Item, item) ? item : undefined;
}
