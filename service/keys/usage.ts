import type { Database } from '../store/index.ts';
import type { Quota } from './types.ts';
import { exceededBy, quotaOf, windowOf } from './windows.ts';

/** Counts in memory, written to keys.sqlite in batches. */
export type Usage = {
  take(keyId: string, client: string | undefined): Quota;
  note(keyId: string, client: string | undefined): void;
  flush(): void;
  close(): void;
};

type Counter = {
  minute: number;
  minuteCount: number;
  day: number;
  dayCount: number;
  /** When and by whom last used; undefined while nothing is to be written. */
  used: { at: string; client: string | undefined } | undefined;
};

/** A kill -9 forgets at most what was counted in this time. */
const FLUSH_MS = 250;
const CLIENT_LENGTH = 120;

/**
 * @returns the counting of one process. Only the service counts, and one service runs on a folder, so what it holds in
 * memory is what is true.
 */
export function openUsage(db: Database, now: () => Date): Usage {
  const counters = new Map<string, Counter>();
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

  /** @returns the counter of a key, turned to the windows of `ms`; what the file says where the window is new here. */
  function counterOf(keyId: string, ms: number): Counter {
    const { minute, day } = windowOf(ms);
    let counter = counters.get(keyId);
    if (!counter) {
      counter = { minute: -1, minuteCount: 0, day: -1, dayCount: 0, used: undefined };
      counters.set(keyId, counter);
    }
    // The last request of a window that is over must be on file before it is forgotten.
    if (counter.day !== day && counter.used) flush();
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

  const writeAll = db.transaction(() => {
    for (const [keyId, counter] of counters) {
      if (!counter.used) continue;
      if (counter.dayCount > 0) writeDay.run(keyId, counter.day, counter.dayCount);
      if (counter.minuteCount > 0) writeMinute.run(keyId, counter.minute, counter.minuteCount);
      writeUse.run(counter.used.at, counter.used.client ?? null, keyId);
    }
  });

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (![...counters.values()].some(({ used }) => used)) return;
    try {
      writeAll.immediate();
    } catch (error) {
      // Full disk, a long write elsewhere, a drive that has gone: the counts stay in memory and are tried again; requests go on.
      if (!isOfDatabase(error)) throw error;
      timer = setTimeout(flush, FLUSH_MS).unref();
      return;
    }
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
      }
      markUsed(counter, ms, client);
      return quotaOf({ minute: counter.minuteCount, day: counter.dayCount }, exceeded, ms);
    },
    note(keyId, client) {
      const ms = now().getTime();
      markUsed(counterOf(keyId, ms), ms, client);
    },
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
