import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness } from '../contract/readiness.ts';
import { almanacVersion } from '../process/version.ts';
import { type Copy, openCopy } from '../store/copy/index.ts';
import { ANSWER_MS, CONNECTIONS, type Engine, openEngine } from './admission/engine.ts';
import { openTeamKeys, type TeamKeys } from './admission/team-keys.ts';
import { expectClock } from './clock.ts';
import { openTeamDatabase, type TeamDatabase } from './connect.ts';
import { expectReadableCopy } from './damaged-copy.ts';
import { openFeed, type TeamFeed } from './feed/open-feed.ts';
import { type Follower, openFollower } from './follower.ts';
import { type Lease, openLease } from './lease.ts';
import { joinNodes, type Nodes } from './nodes.ts';
import { expectSchema } from './schema.ts';
import type { CopyStanding, TeamNode } from './types.ts';

/** What a node shares with its team. */
export type Membership = {
  keys: TeamKeys;
  /** For what people keep with the team and share. */
  database: TeamDatabase;
  /** The team's version of the data in this node's copy. */
  version(): number;
  /** Whether the copy has a version, which it waits for up to two seconds: another node may have handed it out. */
  copyHas(version: number): Promise<boolean>;
  readiness(): Readiness;
  /** For desktops that follow this node. */
  feed: TeamFeed;
  /** Tells the team that this node answers at `url`, and takes the lease of the refreshes where it is free. */
  join(url: string): Promise<void>;
  /** Whether it is this node that refreshes from the publishers. */
  mayRefresh(): boolean;
  close(): Promise<void>;
};

export type MembershipOptions = TeamNode & {
  dataDir: string;
  /** Address of the same database with a role that counts without waiting; absent: `address`. */
  counters?: string | undefined;
  now: () => Date;
  log: (line: string) => void;
};

/** With those that count, the one that follows and the one that imports a node has eight. */
const OTHER_CONNECTIONS = 2;
/** So many desktops can be sent changes at one time; others wait. */
const FEED_CONNECTIONS = 2;
const COPY_WAIT_MS = 2000;
const CLOSE_MS = 3000;

/**
 * Opens what a node shares with its team. The database must answer now: without it nobody can be let in.
 * @throws Failure 'team_unreachable', 'team_refused', 'wrong_usage', 'newer_version'.
 */
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
    // Of the file itself: what was imported here is in it before the follower sees it.
    const version = () => held.state()?.version ?? 0;
    return {
      keys,
      database,
      version,
      copyHas: async (asked) => version() >= asked || (await reached(asked, COPY_WAIT_MS)),
      feed,
      readiness: () => readinessOf(standing(), engine, Date.now()),
      async join(url) {
        // Two nodes of one computer may have one name.
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
        // What a database that hangs is not told ends by itself: the lease in seconds, the node's row in a day.
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

/**
 * Whether a balancer may send requests to a node. While the database is away, a copy that was current when it went stays ready: it may
 * still be the newest, and what it has was published.
 * @param nowMs milliseconds since 1970-01-01 UTC by this computer's clock.
 */
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
