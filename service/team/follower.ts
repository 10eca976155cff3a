import { Failure, type FailureCode } from '../contract/failure.ts';
import { startThread, type Thread } from '../process/thread.ts';
import type { CopyStanding, TeamNode } from './types.ts';

export type Follower = Awaited<ReturnType<typeof openFollower>>;

export type FollowerOptions = {
  dataDir: string;
  team: TeamNode;
  log: (line: string) => void;
  everyMs?: number;
  checkEveryMs?: number;
  restartMs?: number;
};

export type FollowInput = Pick<FollowerOptions, 'dataDir' | 'team'> & {
  everyMs: number;
  checkEveryMs: number;
};
export type FollowMessage =
  | { t: 'standing'; standing: CopyStanding }
  | { t: 'log'; line: string }
  | { t: 'failed'; code: FailureCode | undefined; message: string };

const EVERY_MS = 250;
const CHECK_EVERY_MS = 24 * 60 * 60 * 1000;
const RESTART_MS = 5000;

/** Keeps the copy at the team's newest publish while the database answers. Restarts a thread that ends. */
export async function openFollower({
  dataDir,
  team,
  log,
  everyMs = EVERY_MS,
  checkEveryMs = CHECK_EVERY_MS,
  restartMs = RESTART_MS,
}: FollowerOptions) {
  const workerData: FollowInput = { dataDir, team, everyMs, checkEveryMs };
  const first = Promise.withResolvers<CopyStanding>();
  const waiting = new Set<() => void>();
  let standing: CopyStanding | undefined;
  let isClosed = false;
  let restart: NodeJS.Timeout | undefined;
  let thread = started();

  function started(): Thread {
    const begun = startThread('follow', import.meta.url, workerData);
    const { worker } = begun;
    let isOver = false;
    const over = (error: Error) => {
      if (isOver || isClosed) return;
      isOver = true;
      void begun.end();
      first.reject(error);
      if (!standing) return;
      const { message } = error;
      if (standing.problem !== message)
        log(`The follower of the team ended, and starts again after ${restartMs / 1000} s: ${message}`);
      // Keeps the time of the last look, so that readers of `standing` see how old it is.
      standing = { ...standing, problem: message };
      restart = setTimeout(() => {
        thread = started();
      }, restartMs).unref();
    };
    worker.on('message', (message: FollowMessage) => {
      if (message.t === 'log') return log(message.line);
      if (message.t === 'failed') {
        const { code, message: says } = message;
        return over(code ? new Failure(code, says) : new Error(says));
      }
      standing = message.standing;
      first.resolve(standing);
      for (const look of waiting) look();
    });
    worker.on('error', (error) => {
      log(error.stack ?? error.message);
      over(error);
    });
    worker.on('exit', () => over(new Error('The thread ended.')));
    return begun;
  }

  try {
    standing = await first.promise;
  } catch (error) {
    isClosed = true;
    await thread.end();
    throw error;
  }
  const now = () => standing as CopyStanding;
  return {
    standing: now,
    /** @returns whether the copy has reached a version within `waitMs`. */
    async reached(version: number, waitMs: number): Promise<boolean> {
      if (now().version >= version) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const look = () => now().version >= version && resolve(true);
      const late = setTimeout(() => resolve(false), waitMs);
      waiting.add(look);
      try {
        return await promise;
      } finally {
        clearTimeout(late);
        waiting.delete(look);
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(restart);
      await thread.end();
    },
  };
}
