import type { Role } from '../../keys/index.ts';
import type { Copy, CopyHead, CopyState, Pulled } from '../../store/copy/index.ts';
import type { TeamDatabase } from '../connect.ts';
import { type PulledPlace, pull } from '../pull.ts';

export type FeedState = Omit<CopyState, 'teamId'> & { fileId: string };

export type TeamFeed = ReturnType<typeof openFeed>;

const LOOK_MS = 250;

/** @param sending connections for answers only: each answer holds one while it is being read. */
export function openFeed(database: TeamDatabase, sending: TeamDatabase, copy: Copy) {
  const waiting = new Set<() => void>();
  let looking: NodeJS.Timeout | undefined;
  const lookAll = () => {
    for (const look of waiting) look();
    if (waiting.size === 0) looking = void clearInterval(looking);
  };
  const head = () => copy.head();

  return {
    teamId: head()?.teamId ?? '',
    tables: copy.tables,
    layout: copy.layout,
    version: (): number => head()?.version ?? 0,
    /** @returns `undefined` if there is no key with this id. */
    async keyOf(id: string): Promise<{ role: Role; key_name: string } | undefined> {
      const [key] = await database.query<{ role: Role; key_name: string }>(
        'SELECT role, label AS key_name FROM api_key WHERE id = $1',
        [id],
      );
      return key;
    },
    /** Waits until this node's data differ from a copy. @returns the head if they agree after `waitMs`. */
    headIfSame(state: FeedState, waitMs: number, isOver: () => boolean): Promise<CopyHead | undefined> {
      const { promise, resolve, reject } = Promise.withResolvers<CopyHead | undefined>();
      const until = performance.now() + waitMs;
      const look = () => {
        try {
          const current = head();
          const isSame = current !== undefined && isSameState(current, state);
          if (isSame && performance.now() < until && !isOver()) return;
          waiting.delete(look);
          resolve(isSame ? current : undefined);
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
    /** Reads newer data. @param from where to continue in the same publish. @throws HistoryDiffers */
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
