import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness } from '../contract/readiness.ts';
import type { Later } from '../process/later.ts';
import { almanacVersion } from '../process/version.ts';
import { ANSWER_MS, type Engine, openEngine, openTeamKeys, type TeamKeys } from './admission/index.ts';
import { openTeamDatabase, type TeamAddress } from './connect.ts';
import { type Lease, openLease } from './lease.ts';
import { joinNodes, type Nodes } from './nodes.ts';
import { expectSchema } from './schema/index.ts';

/** What a service needs to be a node of a team. */
export type TeamNode = {
  keys: TeamKeys;
  /** The team's version of the data in this node's copy. */
  version(): number;
  /** Whether the copy has a version, which it waits for up to two seconds: another node may have handed it out. */
  copyHas(version: number): Later<boolean>;
  readiness(): Readiness;
  /** Tells the team that this node answers at `url`, and takes the lease of the refreshes where it is free. */
  join(url: string): Promise<void>;
  /** Whether it is this node that refreshes from the publishers. */
  mayRefresh(): boolean;
  close(): Promise<void>;
};

/** How the copy follows the team's data. */
export type Followed = {
  /** The team's version of the data in the copy. */
  version(): number;
  /** Seconds since the copy was last known to have the team's newest version; null if it never was. */
  lagSeconds(): number | null;
};

export type TeamNodeOptions = TeamAddress & {
  counters?: string | undefined;
  nodeName: string;
  now: () => Date;
  log: (line: string) => void;
};

/** Counting takes at most so many connections; all others of a node are for publishing, following and the rest. */
const COUNTING_CONNECTIONS = 4;
const OTHER_CONNECTIONS = 4;
const COPY_WAIT_MS = 2000;
const COPY_LOOK_MS = 25;
/** A copy that is further behind than this gets no requests. */
const MOST_LAG_SECONDS = 5;

/**
 * Opens what a node shares with its team. The database must answer now: without it nobody can be let in.
 * @throws Failure 'team_unreachable', 'team_refused', 'wrong_usage', 'newer_version'.
 */
export async function openTeamNode(options: TeamNodeOptions, followed: Followed): Promise<TeamNode> {
  const { address, passwordFile, counters = address, nodeName, now, log } = options;
  const database = openTeamDatabase({ address, passwordFile, connections: OTHER_CONNECTIONS });
  const counting = openTeamDatabase({
    address: counters,
    passwordFile,
    statementMs: ANSWER_MS,
    connections: COUNTING_CONNECTIONS,
  });
  const engine = openEngine(counting, { log });
  let nodes: Nodes | undefined;
  let lease: Lease | undefined;
  const closeAll = async () => {
    engine.close();
    await Promise.all([database.close(), counting.close()]);
  };
  try {
    await expectSchema(database);
    await counting.query('SELECT key_id FROM use_count WHERE key_id = $1', ['']);
    const keys = await openTeamKeys({
      database,
      engine,
      nodes: () => nodes?.count() ?? 1,
      who: `node ${nodeName}`,
      now,
      log,
    });
    return {
      keys,
      version: followed.version,
      copyHas: (version) => followed.version() >= version || waitFor(() => followed.version() >= version),
      readiness: () => readinessOf(followed, engine),
      async join(url) {
        const node = { id: nodeName, name: nodeName, url, almanac_version: almanacVersion() };
        nodes = await joinNodes({ database, node, version: followed.version, log });
        lease = openLease({ database, name: 'refresh', holder: nodeName, log });
      },
      mayRefresh: () => lease?.isHeld() ?? false,
      async close() {
        await keys.flush();
        await lease?.close();
        await nodes?.close();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function waitFor(isSo: () => boolean): Promise<boolean> {
  const end = performance.now() + COPY_WAIT_MS;
  while (!isSo() && performance.now() < end) await sleep(COPY_LOOK_MS);
  return isSo();
}

/** While the database is away, a copy that was current when it was last heard may still be the newest, and is never wrong. */
function readinessOf({ version, lagSeconds }: Followed, engine: Engine): Readiness {
  const lag = lagSeconds();
  const facts = {
    version: version(),
    lag_seconds: lag === null ? null : Math.round(lag * 10) / 10,
    engine: engine.isAway() ? 'away' : 'reachable',
  } as const;
  if (lag !== null && lag - engine.awayMs() / 1000 <= MOST_LAG_SECONDS) return { status: 'ready', ...facts };
  const reason =
    lag === null
      ? "Its copy does not have the team's data yet."
      : `It is not known to have the team's newest data since ${Math.round(lag)} s.`;
  return { status: 'not_ready', reason, ...facts };
}
