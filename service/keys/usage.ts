import { setImmediate as turn } from 'node:timers/promises';
import { DAY_LIMIT, MINUTE_LIMIT } from '../contract/names.ts';
import type { Database } from '../store/index.ts';
import type { Quota } from './types.ts';

/** Counts requests against the limits. The last use of each key is written in batches. */
export type Usage = ReturnType<typeof openUsage>;

type Counter = {
  keyId: string;
  minute: number;
  minuteCount: number;
  day: number;
  dayCount: number;
  /** The counts that the file has for these windows. */
  written: { minute: number; day: number };
  /** Time and client of the last use; undefined if there is nothing to write. */
  used: { at: string; client: string | undefined } | undefined;
};

type WrittenCounts = Pick<Counter, 'written'> & { counter: Counter };

/** Requests of a key that the file counts in advance, so that most requests need no write. */
export const COUNTED_AHEAD = 20;
/** Milliseconds before exact counts and last uses are written, and before a failed write is repeated. */
const FLUSH_MS = 250;
const CLIENT_LENGTH = 120;

/**
 * Counts the requests of one process; only one service runs on a folder. The file never counts fewer requests
 * than were answered, so killing the process gives no key more than its limit: before a request exceeds the
 * file's count, a count that is `COUNTED_AHEAD` higher is written, and soon the exact one.
 */
export function openUsage(db: Database, now: () => Date) {
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
  /** Whether a write failed; the timer starts the next attempt. */
  let mustRetry = false;
  let saving: Promise<void> | undefined;

  function counterOf(keyId: string, ms: number): Counter {
    const { minute, day } = windowOf(ms);
    let counter = counters.get(keyId);
    if (!counter) {
      const written = { minute: 0, day: 0 };
      counter = { keyId, minute: -1, minuteCount: 0, day: -1, dayCount: 0, written, used: undefined };
      counters.set(keyId, counter);
    }
    // The exact count must be in the file before memory drops it.
    if (!isExact(counter) && (counter.day !== day || counter.minute !== minute)) flush();
    if (counter.minute !== minute) {
      counter.minute = minute;
      counter.minuteCount = minuteCount.get(keyId, minute) ?? 0;
      counter.written = { ...counter.written, minute: counter.minuteCount };
    }
    if (counter.day !== day) {
      counter.day = day;
      counter.dayCount = dayCount.get(keyId, day) ?? 0;
      counter.written = { ...counter.written, day: counter.dayCount };
    }
    return counter;
  }

  function markUsed(counter: Counter, ms: number, client: string | undefined): void {
    const name = client?.slice(0, CLIENT_LENGTH) ?? counter.used?.client;
    counter.used = { at: new Date(ms).toISOString(), client: name };
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  /** @param most requests to count in advance, up to the limits. @returns the counts now in the file. */
  function writeCounts(counter: Counter, most: number): WrittenCounts {
    const { keyId, minute, minuteCount, day, dayCount } = counter;
    const ahead = Math.min(most, MINUTE_LIMIT - minuteCount, DAY_LIMIT - dayCount);
    const written = { minute: minuteCount + ahead, day: dayCount + ahead };
    writeDay.run(keyId, day, written.day);
    writeMinute.run(keyId, minute, written.minute);
    return { counter, written };
  }

  const writeAhead = db.transaction(() =>
    [...counters.values()].filter(isBehind).map((counter) => writeCounts(counter, COUNTED_AHEAD)),
  );

  const writeAll = db.transaction(() => {
    for (const { keyId, used } of counters.values())
      if (used) writeUse.run(used.at, used.client ?? null, keyId);
    return [...counters.values()]
      .filter((counter) => !isExact(counter))
      .map((counter) => writeCounts(counter, 0));
  });

  /** If the disk is full or the file is locked, counts stay in memory until a timer's retry succeeds. */
  function attempt(write: () => WrittenCounts[]): boolean {
    try {
      for (const { counter, written } of write()) counter.written = written;
      return true;
    } catch (error) {
      if (!isOfDatabase(error)) throw error;
      mustRetry = true;
      timer ??= setTimeout(flush, FLUSH_MS).unref();
      return false;
    }
  }

  /** Requests that arrive together share one write. */
  async function save(): Promise<void> {
    // Continues right after Node has read the connections that were ready.
    await turn();
    saving = undefined;
    if (!mustRetry) attempt(() => writeAhead.immediate());
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    mustRetry = false;
    if ([...counters.values()].every((counter) => isExact(counter) && !counter.used)) return;
    if (attempt(() => writeAll.immediate()))
      for (const counter of counters.values()) counter.used = undefined;
  }

  return {
    /** Counts a request, unless a limit is exceeded. If `saved` is returned, await it before the answer. */
    take(
      keyId: string,
      client: string | undefined,
    ): { quota: Quota; saved?: Promise<void> | undefined; takeBack?: () => void } {
      const ms = now().getTime();
      const counter = counterOf(keyId, ms);
      const exceeded = exceededBy({ minute: counter.minuteCount, day: counter.dayCount });
      if (!exceeded) {
        counter.minuteCount++;
        counter.dayCount++;
      }
      markUsed(counter, ms, client);
      const quota = quotaOf({ minute: counter.minuteCount, day: counter.dayCount }, exceeded, ms);
      if (exceeded) return { quota };
      const { minute, day } = counter;
      if (isBehind(counter)) saving ??= save();
      return {
        quota,
        saved: isBehind(counter) ? saving : undefined,
        takeBack() {
          // A window may have ended in the meantime, and its count with it.
          if (counter.minute === minute) counter.minuteCount = Math.max(0, counter.minuteCount - 1);
          if (counter.day === day) counter.dayCount = Math.max(0, counter.dayCount - 1);
          timer ??= setTimeout(flush, FLUSH_MS).unref();
        },
      };
    },
    note(keyId: string, client: string | undefined): void {
      const ms = now().getTime();
      markUsed(counterOf(keyId, ms), ms, client);
    },
    flush,
    close(): void {
      flush();
      clearTimeout(timer);
    },
  };
}

function isBehind({ minuteCount, dayCount, written }: Counter): boolean {
  return written.minute < minuteCount || written.day < dayCount;
}

function isExact({ minuteCount, dayCount, written }: Counter): boolean {
  return written.minute === minuteCount && written.day === dayCount;
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
}

/** `draft-ietf-httpapi-ratelimit-headers`: quota `q` in a window of `w` seconds. */
export const RATE_LIMIT_POLICY = `"minute";q=${MINUTE_LIMIT};w=60,"day";q=${DAY_LIMIT};w=86400`;

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export type Window = { minute: number; day: number };

/** @param ms milliseconds since 1970-01-01 UTC. @returns the windows that contain it. */
export function windowOf(ms: number): Window {
  return { minute: Math.floor(ms / MINUTE_MS), day: Math.floor(ms / DAY_MS) };
}

/** @param counts requests per window, including this one if counted. @param minuteMs shorter in tests. */
export function quotaOf(
  counts: { minute: number; day: number },
  exceeded: Quota['exceeded'],
  ms: number,
  minuteMs = MINUTE_MS,
): Quota {
  return {
    minuteRemaining: Math.max(0, MINUTE_LIMIT - counts.minute),
    minuteReset: Math.max(1, Math.ceil((minuteMs - (ms % minuteMs)) / 1000)),
    dayRemaining: Math.max(0, DAY_LIMIT - counts.day),
    dayReset: Math.max(1, Math.ceil((DAY_MS - (ms % DAY_MS)) / 1000)),
    exceeded,
  };
}

/** @returns the limit that refuses one more request, 'day' if both do; undefined if both allow it. */
export function exceededBy(counts: { minute: number; day: number }): Quota['exceeded'] {
  if (counts.day >= DAY_LIMIT) return 'day';
  return counts.minute >= MINUTE_LIMIT ? 'minute' : undefined;
}
