import type { Role } from '../../keys/index.ts';
import type { Copy, CopyHead, CopyState, Pulled } from '../../store/copy/index.ts';
import type { TeamDatabase } from '../connect.ts';
import { type PulledPlace, pull } from '../pull.ts';

/** What a copy elsewhere has: its publish, and the id of its file. */
export type FeedState = Omit<CopyState, 'teamId'> & { fileId: string };

/** What a node gives the copies elsewhere that follow it over HTTP. */
export type TeamFeed = ReturnType<typeof openFeed>;

/** How often a node looks whether there is something new for those who wait. */
const LOOK_MS = 250;

/**
 * @param database for quick questions.
 * @param sending the same database, for this alone, with few connections: each answer that is being read holds one.
 * @param copy of this node.
 */
export function openFeed(database: TeamDatabase, sending: TeamDatabase, copy: Copy) {
  const waiting = new Set<() => void>();
  let looking: NodeJS.Timeout | undefined;
  const lookAll = () => {
    for (const look of waiting) look();
    if (waiting.size === 0) looking = void clearInterval(looking);
  };
  /** Of the copy as it is: all who wait are told by one look at the file. */
  const head = () => copy.head();

  return {
    teamId: head()?.teamId ?? '',
    tables: copy.tables,
    layout: copy.layout,
    /** The team's version of the data in this node's copy. */
    version: (): number => head()?.version ?? 0,
    /** @returns what a key is; `undefined` if there is none with this id. @throws Failure 'team_unreachable'. */
    async keyOf(id: string): Promise<{ role: Role; key_name: string } | undefined> {
      const [key] = await database.query<{ role: Role; key_name: string }>(
        'SELECT role, label AS key_name FROM api_key WHERE id = $1',
        [id],
      );
      return key;
    },
    /**
     * Waits until this node has something else than a copy has.
     * @returns the head of this node if it is still the same after so many ms, or once nobody waits any more.
     */
    sameAs(state: FeedState, waitMs: number, isOver: () => boolean): Promise<CopyHead | undefined> {
      const { promise, resolve, reject } = Promise.withResolvers<CopyHead | undefined>();
      const until = performance.now() + waitMs;
      const look = () => {
        try {
          const mine = head();
          const isSame = mine !== undefined && isSameState(mine, state);
          if (isSame && performance.now() < until && !isOver()) return;
          waiting.delete(look);
          resolve(isSame ? mine : undefined);
        } catch (error) {
          waiting.delete(look);
          reject(error);
        }
      };
      waiting.add(look);
      look();
      if (waiting.has(look)) looking ??= setInterval(lookAll, LOOK_MS).unref();
      return promise;
    },
    /**
     * Reads what is newer than a copy, in one snapshot, while `use` runs; in the order of the keys.
     * @param after the copy's version and publish; `undefined`: everything.
     * @param from leaves out what was read before; without effect where the team has another publish by now.
     * @throws HistoryDiffers; Failure 'team_unreachable'; what `use` throws.
     */
    async read(
      after: { version: number; publishId: string } | undefined,
      from: PulledPlace | undefined,
      use: (pulled: Pulled & { from: PulledPlace | undefined }) => Promise<void>,
    ): Promise<void> {
      await pull(sending, copy.tables, after, use, { from });
    },
    close(): void {
      clearInterval(looking);
    },
  };
}

function isSameState(mine: CopyHead, state: FeedState): boolean {
  return (
    mine.version === state.version &&
    mine.publishId === state.publishId &&
    mine.notes === state.notes &&
    mine.fileId === state.fileId
  );
}
