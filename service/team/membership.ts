import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness } from '../contract/team.ts';
import { almanacVersion } from '../process/version.ts';
import { type Copy, openCopy } from '../store/copy/index.ts';
import { ANSWER_MS, CONNECTIONS, type Engine, openEngine } from './admission/engine.ts';
import { openTeamKeys, type TeamKeys } from './admission/team-keys.ts';
import { openTeamDatabase, type TeamDatabase } from './connect.ts';
import { expectReadableCopy } from './damaged-copy.ts';
import { openFeed, type TeamFeed } from './feed/open-feed.ts';
import { type Follower, openFollower } from './follower.ts';
import { expectClock, joinNodes, type Nodes } from './nodes.ts';
import { expectSchema } from './schema.ts';
import type { CopyStanding, TeamNode } from './types.ts';

export type Membership = {
  keys: TeamKeys;
  database: TeamDatabase;
  version(): number;
  /** Waits up to two seconds until the copy has a version, which another node may have handed out. */
  copyHas(version: number): Promise<boolean>;
  readiness(): Readiness;
  feed: TeamFeed;
  /** Registers this node's address, and takes the lease of the refreshes if it is free. */
  join(url: string): Promise<void>;
  /** True if this node refreshes from the publishers. */
  mayRefresh(): boolean;
  close(): Promise<void>;
};

export type MembershipOptions = TeamNode & {
  dataDir: string;
  /** Address of the same database for a role that counts without waiting; absent: `address`. */
  counters?: string | undefined;
  now: () => Date;
  log: (line: string) => void;
};

/** A node's other connections. With those to count, feed, follow and import it has eight. */
const OTHER_CONNECTIONS = 2;
/** How many desktops can receive changes at one time; others wait. */
const FEED_CONNECTIONS = 2;
const COPY_WAIT_MS = 2000;
const CLOSE_MS = 3000;

/** Opens a node's membership. The database must answer: without it nobody can be let in. */
export async function openMembership(options: MembershipOptions): Promise<Membership> {
  const { dataDir, address, passwordFile, counters = address, node: name, now, log } = options;
  const database = openTeamDatabase({ address, passwordFile, connections: OTHER_CONNECTIONS });
  const counting = openTeamDatabase({
    address: counters,
    passwordFile,
    statementMs: ANSWER_MS,
    connections: CONNECTIONS,
  });
  const feeding = openTeamDatabase({ address, passwordFile, connections: FEED_CONNECTIONS });
  const engine = openEngine(counting, { log });
  let nodes: Nodes | undefined;
  let lease: Lease | undefined;
  let follower: Follower | undefined;
  let copy: Copy | undefined;
  let feed: TeamFeed | undefined;
  const closeAll = async () => {
    engine.close();
    feed?.close();
    await follower?.close();
    copy?.close();
    await Promise.all([database.close(), counting.close(), feeding.close()]);
  };
  try {
    await expectSchema(database);
    await expectClock(database, now, log);
    await counting.query('SELECT key_id FROM use_count WHERE key_id = $1', ['']);
    const keys = await openTeamKeys({
      database,
      engine,
      nodes: () => nodes?.count() ?? 1,
      who: `node ${name}`,
      now,
      log,
    });
    expectReadableCopy(dataDir, log);
    follower = await openFollower({ dataDir, team: { address, passwordFile, node: name }, log });
    const { standing, reached } = follower;
    const held = openCopy(dataDir);
    copy = held;
    feed = openFeed(database, feeding, held);
    // Read the file itself: it has what was imported here before the follower sees it.
    const version = () => held.state()?.version ?? 0;
    return {
      keys,
      database,
      version,
      copyHas: async (asked) => version() >= asked || (await reached(asked, COPY_WAIT_MS)),
      feed,
      readiness: () => readinessOf(standing(), engine, Date.now()),
      async join(url) {
        // Two nodes on one computer may have the same name.
        const id = `${name}:${new URL(url).port}`;
        const node = { id, name, url, almanac_version: almanacVersion() };
        nodes = await joinNodes({ database, node, version, log });
        lease = openLease({ database, name: 'refresh', holder: id, log });
      },
      mayRefresh: () => lease?.isHeld() ?? false,
      async close() {
        const leave = async () => {
          await keys.flush();
          await lease?.close();
          await nodes?.close();
          await closeAll();
        };
        // If the database hangs, the lease ends by itself in seconds, and the node's row in a day.
        const end = new AbortController();
        const late = sleep(CLOSE_MS, undefined, { ref: false, signal: end.signal }).catch(() => undefined);
        await Promise.race([leave().finally(() => end.abort()), late]);
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** A copy that is further behind than this gets no requests. */
const MOST_LAG_SECONDS = 5;

/** A copy that was current when the database went away stays ready. @param nowMs since 1970-01-01 UTC. */
export function readinessOf(
  { version, seenAt, problem }: Pick<CopyStanding, 'version' | 'seenAt' | 'problem'>,
  engine: Pick<Engine, 'isAway' | 'awayMs'>,
  nowMs: number,
): Readiness {
  const lag = seenAt === null ? null : Math.max(0, nowMs - seenAt) / 1000;
  const facts = {
    version,
    lag_seconds: lag === null ? null : Math.round(lag * 10) / 10,
    engine: engine.isAway() ? 'away' : 'reachable',
  } as const;
  if (lag !== null && lag - engine.awayMs() / 1000 <= MOST_LAG_SECONDS) return { status: 'ready', ...facts };
  const reason =
    problem ??
    (lag === null
      ? "Its copy was not compared with the team's data yet."
      : `Its copy is not known to have the team's newest data for ${Math.round(lag)} s.`);
  return { status: 'not_ready', reason, ...facts };
}

/** Lets one node at a time refresh from the publishers. It only saves work: two may refresh safely. */
type Lease = {
  isHeld(): boolean;
  close(): Promise<void>;
};

type LeaseOptions = {
  database: TeamDatabase;
  name: string;
  /** A name that no other node has. */
  holder: string;
  log: (line: string) => void;
  renewMs?: number;
  lastsMs?: number;
};

const RENEW_MS = 10_000;
const LASTS_MS = 30_000;

const CLOCK = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** $1 name · $2 holder · $3 ms. No row while another node holds the lease. */
const TAKE = `INSERT INTO lease AS l (name, holder, until) VALUES ($1, $2, ${CLOCK} + $3::bigint)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE l.holder = excluded.holder OR l.until < ${CLOCK} RETURNING holder`;
const GIVE_BACK = 'DELETE FROM lease WHERE name = $1 AND holder = $2';

/** Tries to take the lease again and again. Does not wait for the first answer. */
export function openLease(options: LeaseOptions): Lease {
  const { database, name, holder, log, renewMs = RENEW_MS, lastsMs = LASTS_MS } = options;
  /** When the lease ends, by `performance.now()`. */
  let until = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let renewing = renew();

  async function renew(): Promise<void> {
    // Counted from before the request; the database counts from after it, so the node gives up first.
    const asked = performance.now();
    const hadLease = asked < until;
    try {
      const [row] = await database.query(TAKE, [name, holder, lastsMs]);
      if (row) until = asked + lastsMs;
      else until = Number.NEGATIVE_INFINITY;
      const hasLease = row !== undefined;
      if (hasLease !== hadLease)
        log(`This node ${hasLease ? 'now refreshes' : 'no longer refreshes'} the team's data.`);
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
        // The lease ends by itself.
        log(
          `The lease of the refreshes was not given back: ${error instanceof Error ? error.message : error}`,
        );
      });
    },
  };
}
