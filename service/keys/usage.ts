import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../store/index.ts';
import type { Quota } from './types.ts';
import { exceededBy, quotaOf, windowOf } from './windows.ts';

/** Counts requests against the limits. Counts are in keys.sqlite before the answer is sent; the last use of each key is written in batches. */
export type Usage = ReturnType<typeof openUsage>;

type Counter = {
  keyId: string;
  minute: number;
  minuteCount: number;
  day: number;
  dayCount: number;
  /** Time and client of the last use; undefined if there is nothing to write. */
  used: { at: string; client: string | undefined } | undefined;
};

/** Delay before last uses are written, and before a failed write is repeated. */
const FLUSH_MS = 250;
const CLIENT_LENGTH = 120;

/**
 * Counts the requests of one process. Only the service counts, and only one service runs on a folder, so its counts in memory are
 * correct. Each count is in the file before the answer is sent. If the process is killed, the next one continues with the same
 * counts, and no request below a limit is refused. The file has only the last minute of each key but all days: if the clock is set
 * back, the count of an earlier minute starts again at 0, while that of an earlier day continues.
 */
export function openUsage(db: Database, now: () => Date) {
  const counters = new Map<string, Counter>();
  /** Counters whose counts are not both in the file yet. */
  const unwritten = new Set<Counter>();
  const dayCount = db
    .prepare<[string, number], number>('SELECT count FROM day_use WHERE key_id = ? AND day = ?')
    .pluck();
  const minuteCount = db
    .prepare<[string, number], number>('SELECT count FROM minute_use WHERE key_id = ? AND minute = ?')
    .pluck();
  const writeDay = db.prepare(
    'INSERT INTO day_use VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = excluded.count',
  );
  const writeMinute = db.prepare(
    'INSERT INTO minute_use VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET minute = excluded.minute, count = excluded.count',
  );
  const writeUse = db.prepare(
    'UPDATE api_key SET last_used_at = ?, last_client = coalesce(?, last_client) WHERE id = ?',
  );
  let timer: NodeJS.Timeout | undefined;
  /** Whether a write failed; the timer starts the next attempt. */
  let mustRetry = false;
  let saving: Promise<void> | undefined;

  /** @returns the counter of a key for the windows of `ms`. A window that is new in memory starts with the file's count. */
  function counterOf(keyId: string, ms: number): Counter {
    const { minute, day } = windowOf(ms);
    let counter = counters.get(keyId);
    if (!counter) {
      counter = { keyId, minute: -1, minuteCount: 0, day: -1, dayCount: 0, used: undefined };
      counters.set(keyId, counter);
    }
    // A count that could not be written yet must be in the file before memory drops it.
    if (unwritten.has(counter) && (counter.day !== day || counter.minute !== minute)) flush();
    if (counter.minute !== minute) {
      counter.minute = minute;
      counter.minuteCount = minuteCount.get(keyId, minute) ?? 0;
    }
    if (counter.day !== day) {
      counter.day = day;
      counter.dayCount = dayCount.get(keyId, day) ?? 0;
    }
    return counter;
  }

  function markUsed(counter: Counter, ms: number, client: string | undefined): void {
    const name = client?.slice(0, CLIENT_LENGTH) ?? counter.used?.client;
    counter.used = { at: new Date(ms).toISOString(), client: name };
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  const writeUnwritten = db.transaction(() => {
    for (const { keyId, day, dayCount, minute, minuteCount } of unwritten) {
      writeDay.run(keyId, day, dayCount);
      writeMinute.run(keyId, minute, minuteCount);
    }
  });

  const writeAll = db.transaction(() => {
    writeUnwritten();
    for (const { keyId, used } of counters.values())
      if (used) writeUse.run(used.at, used.client ?? null, keyId);
  });

  /**
   * If the disk is full, another process writes for long, or the drive is gone: the counts stay in memory and a timer tries again.
   * Requests continue and do not retry themselves, because each of them might have to wait.
   */
  function attempt(write: () => void): boolean {
    try {
      write();
      unwritten.clear();
      return true;
    } catch (error) {
      if (!isOfDatabase(error)) throw error;
      mustRetry = true;
      timer ??= setTimeout(flush, FLUSH_MS).unref();
      return false;
    }
  }

  /** Requests that arrive together share one write: a write for each would cost a third of the speed. */
  async function save(): Promise<void> {
    // Continues right after Node has read the connections that were ready.
    await turn();
    saving = undefined;
    if (unwritten.size > 0 && !mustRetry) attempt(() => writeUnwritten.immediate());
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    mustRetry = false;
    if (unwritten.size === 0 && ![...counters.values()].some(({ used }) => used)) return;
    if (attempt(() => writeAll.immediate()))
      for (const counter of counters.values()) counter.used = undefined;
  }

  return {
    take(keyId: string, client: string | undefined): { quota: Quota; takeBack?: () => void } {
      const ms = now().getTime();
      const counter = counterOf(keyId, ms);
      const exceeded = exceededBy({ minute: counter.minuteCount, day: counter.dayCount });
      if (!exceeded) {
        counter.minuteCount++;
        counter.dayCount++;
        unwritten.add(counter);
      }
      markUsed(counter, ms, client);
      const quota = quotaOf({ minute: counter.minuteCount, day: counter.dayCount }, exceeded, ms);
      if (exceeded) return { quota };
      const { minute, day } = counter;
      return {
        quota,
        takeBack() {
          // A window may have ended in the meantime, and its count with it.
          if (counter.minute === minute) counter.minuteCount = Math.max(0, counter.minuteCount - 1);
          if (counter.day === day) counter.dayCount = Math.max(0, counter.dayCount - 1);
          unwritten.add(counter);
          timer ??= setTimeout(flush, FLUSH_MS).unref();
        },
      };
    },
    note(keyId: string, client: string | undefined): void {
      const ms = now().getTime();
      markUsed(counterOf(keyId, ms), ms, client);
    },
    /** Resolves when the counts of all requests so far are in the file. */
    saved: (): Promise<void> => (saving ??= save()),
    flush,
    close(): void {
      flush();
      clearTimeout(timer);
    },
  };
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
}
