import { setImmediate as turn } from 'node:timers/promises';
import { Failure } from '../../contract/failure.ts';
import { fits } from '../../contract/fits.ts';
import type { SameCompany, SetSameCompanyRequest } from '../../contract/saved.ts';
import { ItemFields, SavedItem, type SaveItemAnswer, type SaveItemRequest } from '../../contract/saved.ts';
import {
  answeredSave,
  binEnd,
  checkedPair,
  checkPreferences,
  knownPreference,
  knownUntil,
  VERSIONS_KEPT,
  withPreferences,
} from '../../work/index.ts';
import type { TeamDatabase } from '../connect.ts';
import { expectRoom, forgetOldest, megabytes, sizeOf } from '../stored-size.ts';

/** A person's saved items and preferences, by key, with work.sqlite's rules. Every revision is a row. */
export type OwnWork = {
  /** A number that grows with every change. */
  version(): Promise<number>;
  items(): Promise<SavedItem[]>;
  save(request: SaveItemRequest): Promise<SaveItemAnswer>;
  remove(id: string): Promise<void>;
  versions(id: string): Promise<SavedItem[]>;
  preferences(): Promise<Record<string, unknown>>;
  setPreferences(values: Readonly<Record<string, unknown>>): Promise<void>;
  pairs(): Promise<readonly SameCompany[]>;
  setPair(request: SetSameCompanyRequest): Promise<void>;
};

type OwnWorkRow = { name: string; revision: number; content: string };

const ITEM = 'item:';
const PREFERENCES = 'preferences';
const PAIRS = 'same-companies';
/** One row for all removed items. Its revision is the sum of theirs, so that the version never decreases. */
const GONE = 'removed';
const REMOVED = '';
/** More than anybody makes by hand. Items removed for good do not count. */
const MOST_ITEMS = 2000;
const MOST_PAIRS = 1000;
/** Characters of items to read without a pause, which take some 5 ms. */
const READ_AT_ONCE = 500_000;
/** Bytes that moving an item to the bin adds, which is allowed however much a person keeps. */
const BIN_BYTES = 100;

const NEWEST = `SELECT name, revision, content FROM own_work w WHERE owner = $1
  AND revision = (SELECT max(revision) FROM own_work m WHERE m.owner = w.owner AND m.name = w.name)`;
const VERSION = `SELECT coalesce(sum(revision), 0)::bigint AS version FROM
  (SELECT max(revision) AS revision FROM own_work WHERE owner = $1 GROUP BY name) AS newest`;
const REVISIONS =
  'SELECT name, revision, content FROM own_work WHERE owner = $1 AND name = $2 ORDER BY revision DESC';
/** Locks the row of the key, so that one change of its work runs at a time. */
const ALONE = 'SELECT id FROM api_key WHERE id = $1 FOR UPDATE';
const WRITE = `INSERT INTO own_work (owner, name, revision, content) VALUES ($1, $2, $3, $4)
  ON CONFLICT (owner, name, revision) DO NOTHING`;
const FORGET = 'DELETE FROM own_work WHERE owner = $1 AND name = $2 AND revision <= $3';
/** Also removes the rows that older nodes leave of removed items. */
const FORGET_REMOVED = `WITH newest AS (SELECT name, max(revision) AS revision FROM own_work WHERE owner = $1 GROUP BY name),
  gone AS (SELECT w.name, w.revision FROM own_work w JOIN newest n ON n.name = w.name AND n.revision = w.revision
    WHERE w.owner = $1 AND w.content = '' AND w.name <> '${GONE}'),
  forgotten AS (DELETE FROM own_work w USING gone WHERE w.owner = $1 AND w.name = gone.name),
  counted AS (DELETE FROM own_work WHERE owner = $1 AND name = '${GONE}')
  INSERT INTO own_work SELECT $1, '${GONE}',
    sum(revision) + coalesce((SELECT revision FROM newest WHERE name = '${GONE}'), 0), '' FROM gone`;

/** The content to write, and by how many bytes it may grow even if there is no room. */
type Change = { content: string; spare?: number };

/** @param owner the key's id. */
export function openOwnWork(database: TeamDatabase, owner: string, now: () => Date): OwnWork {
  /** @param next gives new content, `undefined` for no change. @throws Failure 'wrong_usage' without room. */
  async function change(
    name: string,
    kept: number,
    next: (revisions: readonly OwnWorkRow[]) => Change | undefined,
  ): Promise<void> {
    await database.transaction(async (transaction) => {
      await transaction.query(ALONE, [owner]);
      const revisions = await transaction.query<OwnWorkRow>(REVISIONS, [owner, name]);
      const [held] = revisions;
      const made = next(revisions);
      if (!made) return;
      const { content, spare = 0 } = made;
      const more = sizeOf({ name, content }) - (held ? sizeOf(held) : 0) - spare;
      if (content !== REMOVED)
        await expectRoom(transaction, owner, more, async () =>
          removable(await transaction.query<OwnWorkRow>(NEWEST, [owner])),
        );
      const revision = (held?.revision ?? 0) + 1;
      // An older node does not wait for its turn.
      if ((await transaction.change(WRITE, [owner, name, revision, content])) === 0)
        throw new Failure('cancelled', 'Other windows changed the same at the same time.');
      await transaction.change(FORGET, [owner, name, revision - kept]);
      if (content === REMOVED) await transaction.change(FORGET_REMOVED, [owner]);
      else await forgetOldest(transaction, owner);
    });
  }

  async function newest(): Promise<OwnWorkRow[]> {
    return await database.query<OwnWorkRow>(NEWEST, [owner]);
  }

  async function one<Value>(name: string, usual: Value): Promise<Value> {
    const [row] = await database.query<OwnWorkRow>(REVISIONS, [owner, name]);
    return row ? JSON.parse(row.content) : usual;
  }

  const remove = (id: string) =>
    change(`${ITEM}${id}`, 1, ([row]) => (row && row.content !== REMOVED ? { content: REMOVED } : undefined));

  const preferences = async () => valuesOf(await one(PREFERENCES, {}));
  const pairs = () => one<SameCompany[]>(PAIRS, []);

  return {
    async version() {
      const [row] = await database.query<{ version: number }>(VERSION, [owner]);
      return row?.version ?? 0;
    },
    async items() {
      const items: SavedItem[] = [];
      let read = 0;
      for (const row of await newest()) {
        const item = itemOf(row);
        if (item) items.push(item);
        read += row.content.length;
        if (read < READ_AT_ONCE) continue;
        // Other requests wait for this thread.
        await turn();
        read = 0;
      }
      const until = knownUntil(now());
      const times = items.map(({ changed_at }) => changed_at).filter((at) => at <= until);
      const before = binEnd(times.sort().at(-1)) ?? '';
      const isOver = ({ deleted_at }: SavedItem) => deleted_at !== null && deleted_at < before;
      for (const { id } of items.filter(isOver)) await remove(id);
      return items
        .filter((item) => !isOver(item))
        .sort((a, b) => b.changed_at.localeCompare(a.changed_at) || a.id.localeCompare(b.id));
    },
    async save(request) {
      if (request.revision === 0 && (await newest()).filter(isItem).length >= MOST_ITEMS)
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
        if (made.item === stored) return undefined;
        const isBinned = stored?.deleted_at === null && made.item.deleted_at !== null;
        return { content: JSON.stringify(content), spare: isBinned ? BIN_BYTES : 0 };
      });
      if (!answer) throw new Error('A change ended without an answer.');
      return answer;
    },
    remove,
    versions: async (id) =>
      (await database.query<OwnWorkRow>(REVISIONS, [owner, `${ITEM}${id}`])).flatMap(
        (row) => itemOf(row) ?? [],
      ),
    preferences,
    async setPreferences(given) {
      checkPreferences(given);
      await change(PREFERENCES, 1, ([row]) => {
        const held = valuesOf(row ? JSON.parse(row.content) : {});
        return { content: JSON.stringify(withPreferences(held, given)) };
      });
    },
    pairs,
    async setPair({ before, after, is_same }) {
      const [oldTicker, newTicker] = checkedPair({ before, after });
      await change(PAIRS, 1, ([row]) => {
        const held: SameCompany[] = row ? JSON.parse(row.content) : [];
        const otherPairs = held.filter(
          (pair) => pair.before.ticker !== oldTicker || pair.after.ticker !== newTicker,
        );
        if (is_same === otherPairs.length < held.length) return undefined;
        const pair = {
          before: { ticker: oldTicker, name: before.name.trim() },
          after: { ticker: newTicker, name: after.name.trim() },
          confirmed_at: now().toISOString(),
        };
        if (is_same && otherPairs.length >= MOST_PAIRS)
          throw new Failure(
            'wrong_usage',
            `Nobody can confirm more than ${MOST_PAIRS} pairs. Take one back first.`,
          );
        return { content: JSON.stringify(is_same ? [pair, ...otherPairs] : otherPairs) };
      });
    },
  };
}

function valuesOf(content: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(content).flatMap(([name, value]) => knownPreference(name, value)));
}

function removable(rows: readonly OwnWorkRow[]): string {
  const items = rows.flatMap((row) => {
    const item = itemOf(row);
    return item ? [{ item, bytes: sizeOf(row) }] : [];
  });
  const [largest] = items.toSorted((a, b) => b.bytes - a.bytes);
  if (!largest) return 'Remove what you keep first.';
  const inBin = items.reduce((sum, { item, bytes }) => sum + (item.deleted_at === null ? 0 : bytes), 0);
  return `Remove items for good first: those in the bin take ${megabytes(inBin)}, and the largest is “${largest.item.name}” with ${megabytes(largest.bytes)}.`;
}

const isItem = ({ name, content }: OwnWorkRow): boolean => name.startsWith(ITEM) && content !== REMOVED;

/** @returns `undefined` for removed items, other rows, and items that a newer Almanac wrote otherwise. */
function itemOf(row: OwnWorkRow): SavedItem | undefined {
  if (!isItem(row)) return undefined;
  const { name, revision, content } = row;
  const item: unknown = { ...JSON.parse(content), id: name.slice(ITEM.length), revision };
  return fits(ItemFields, item) && fits(SavedItem, item) ? item : undefined;
}
