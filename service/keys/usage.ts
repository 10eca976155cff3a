import type { Database } from '../store/index.ts';
import type { Quota } from './types.ts';
import { exceededBy, quotaOf, windowOf } from './windows.ts';

/** Counts requests against the limits, in keys.sqlite before their answers go out; who last used a key follows in batches. */
export type Usage = {
  take(keyId: string, client: string | undefined): Quota;
  settle(): void;
  note(keyId: string, client: string | undefined): void;
  flush(): void;
  close(): void;
};

type Counter = {
  keyId: string;
  minute: number;
  minuteCount: number;
  day: number;
  dayCount: number;
  /** When and by whom last used; undefined while nothing is to be written. */
  used: { at: string; client: string | undefined } | undefined;
};

/** After which last uses are written, and counts again that could not be. */
const FLUSH_MS = 250;
const CLIENT_LENGTH = 120;

/**
 * @returns the counting of one process. Only the service counts, and one service runs on a folder, so what it holds in
 * memory is what is true. The file has each count before the answer goes out: whatever kills the process, the next one goes
 * on with the same counts, and nobody is refused below a limit. What no process can know is a clock that is set back: of the
 * minutes only the last one is kept, so a minute that is entered a second time is counted anew. Days are kept, each.
 */
export function openUsage(db: Database, now: () => Date): Usage {
  const counters = new Map<string, Counter>();
  /** Those of which the file has not both counts. */
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
  /** A write failed; the timer is the next attempt. */
  let mustRetry = false;

  /** @returns the counter of a key, turned to the windows of `ms`; what the file says where the window is new here. */
  function counterOf(keyId: string, ms: number): Counter {
    const { minute, day } = windowOf(ms);
    let counter = counters.get(keyId);
    if (!counter) {
      counter = { keyId, minute: -1, minuteCount: 0, day: -1, dayCount: 0, used: undefined };
      counters.set(keyId, counter);
    }
    // A count that could not be written yet must be on file before it is forgotten.
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

  const writeCounts = db.transaction(() => {
    for (const { keyId, day, dayCount, minute, minuteCount } of unwritten) {
      writeDay.run(keyId, day, dayCount);
      writeMinute.run(keyId, minute, minuteCount);
    }
  });

  const writeAll = db.transaction(() => {
    writeCounts();
    for (const { keyId, used } of counters.values())
      if (used) writeUse.run(used.at, used.client ?? null, keyId);
  });

  /**
   * Full disk, a long write elsewhere, a drive that has gone: what is to be written stays in memory and is tried again, not at
   * each request, which may have to wait for it; requests go on.
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

  function settle(): void {
    if (unwritten.size > 0 && !mustRetry) attempt(() => writeCounts.immediate());
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
    take(keyId, client) {
      const ms = now().getTime();
      const counter = counterOf(keyId, ms);
      const exceeded = exceededBy({ minute: counter.minuteCount, day: counter.dayCount });
      if (!exceeded) {
        counter.minuteCount++;
        counter.dayCount++;
        unwritten.add(counter);
      }
      markUsed(counter, ms, client);
      return quotaOf({ minute: counter.minuteCount, day: counter.dayCount }, exceeded, ms);
    },
    note(keyId, client) {
      const ms = now().getTime();
      markUsed(counterOf(keyId, ms), ms, client);
    },
    settle,
    flush,
    close() {
      flush();
      clearTimeout(timer);
    },
  };
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
}
