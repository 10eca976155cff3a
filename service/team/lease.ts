import type { TeamDatabase } from './connect.ts';

/**
 * A lease that one node at a time holds, so that only one of them refreshes from the publishers. It saves work and is not what keeps the
 * data right: two that refresh at the same time publish one after the other.
 */
export type Lease = {
  /** Whether this node holds the lease now. Costs nothing. */
  isHeld(): boolean;
  /** Gives the lease back, so that another node takes it at once. */
  close(): Promise<void>;
};

export type LeaseOptions = {
  database: TeamDatabase;
  name: string;
  /** A name that no other node has. */
  holder: string;
  log: (line: string) => void;
  renewMs?: number;
  /** How long a lease lasts that is not renewed. */
  lastsMs?: number;
};

const RENEW_MS = 10_000;
const LASTS_MS = 30_000;

const CLOCK = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** $1 name · $2 holder · $3 ms. No row while another node holds it. */
const TAKE = `INSERT INTO lease AS l (name, holder, until) VALUES ($1, $2, ${CLOCK} + $3::bigint)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE l.holder = excluded.holder OR l.until < ${CLOCK} RETURNING holder`;
const GIVE_BACK = 'DELETE FROM lease WHERE name = $1 AND holder = $2';

/** Tries to take the lease, again and again. Does not wait for the first answer. */
export function openLease(options: LeaseOptions): Lease {
  const { database, name, holder, log, renewMs = RENEW_MS, lastsMs = LASTS_MS } = options;
  /** Milliseconds of `performance.now()`. */
  let until = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let renewing = renew();

  async function renew(): Promise<void> {
    // The database counts from later on, so that this node never believes longer than the database that it holds the lease.
    const asked = performance.now();
    const hadIt = asked < until;
    try {
      const [row] = await database.query(TAKE, [name, holder, lastsMs]);
      if (row) until = asked + lastsMs;
      else until = Number.NEGATIVE_INFINITY;
      const hasIt = row !== undefined;
      if (hasIt !== hadIt)
        log(`This node ${hasIt ? 'now refreshes' : 'no longer refreshes'} the team's data.`);
    } catch (error) {
      log(
        `The lease of the refreshes could not be renewed: ${error instanceof Error ? error.message : error}`,
      );
    }
    if (!isClosed)
      timer = setTimeout(() => {
        renewing = renew();
      }, renewMs).unref();
  }

  return {
    isHeld: () => performance.now() < until,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await renewing;
      clearTimeout(timer);
      if (performance.now() >= until) return;
      until = Number.NEGATIVE_INFINITY;
      await database.query(GIVE_BACK, [name, holder]).catch((error: unknown) => {
        // It ends by itself.
        log(
          `The lease of the refreshes was not given back: ${error instanceof Error ? error.message : error}`,
        );
      });
    },
  };
}
