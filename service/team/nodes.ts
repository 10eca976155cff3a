import type { CopyHead } from '../store/copy/index.ts';
import type { TeamDatabase } from './connect.ts';
import { teamRefused } from './failures.ts';
import { expectTeam } from './set-up.ts';
import { readStored, type Stored } from './stored-size.ts';

export type ListedNode = {
  id: string;
  name: string;
  url: string;
  almanac_version: string;
  team_version: number;
  silent_ms: number;
  /** Age in ms of the first publish that its copy lacked at its last report; 0 if it lacked none. */
  lag_ms: number;
};

export type NodesOptions = {
  database: TeamDatabase;
  node: Pick<ListedNode, 'id' | 'name' | 'url' | 'almanac_version'>;
  version: () => number;
  log: (line: string) => void;
  reportMs?: number;
};

export type Nodes = Awaited<ReturnType<typeof joinNodes>>;

const REPORT_MS = 5000;
/** A node counts until it has missed this many reports. */
const MISSED = 3;
const FORGOTTEN_MS = 24 * 60 * 60_000;

const CLOCK = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** $1 id · $2 name · $3 url · $4 Almanac's version · $5 the team's version. */
const REPORT = `INSERT INTO node (id, name, url, almanac_version, team_version, seen_at) VALUES ($1, $2, $3, $4, $5, ${CLOCK})
ON CONFLICT (id) DO UPDATE SET name = excluded.name, url = excluded.url, almanac_version = excluded.almanac_version,
  team_version = excluded.team_version, seen_at = excluded.seen_at`;
const FORGET = `DELETE FROM node WHERE seen_at < ${CLOCK} - $1::bigint`;
const LIST = `SELECT n.id, n.name, n.url, n.almanac_version, n.team_version, ${CLOCK} - n.seen_at AS silent_ms,
  coalesce(greatest(0, ${CLOCK} - floor(extract(epoch FROM p.at::timestamptz) * 1000)::bigint), 0) AS lag_ms
FROM node n LEFT JOIN publish p ON p.version = n.team_version + 1 ORDER BY n.name, n.id`;
const LEAVE = 'DELETE FROM node WHERE id = $1';

export function listNodes(database: TeamDatabase): Promise<ListedNode[]> {
  return database.query<ListedNode>(LIST);
}

/** Reports this node every five seconds, and removes nodes that were silent for a day. */
export async function joinNodes(options: NodesOptions) {
  const { database, node, version, log, reportMs = REPORT_MS } = options;
  let count = 1;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let reporting = Promise.resolve();

  async function report(): Promise<void> {
    await database.change(REPORT, [node.id, node.name, node.url, node.almanac_version, version()]);
    await database.change(FORGET, [FORGOTTEN_MS]);
    const heard = (await listNodes(database)).filter(({ silent_ms }) => silent_ms <= MISSED * reportMs);
    count = Math.max(1, heard.length);
  }

  function next(): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      reporting = report().then(next, (error: unknown) => {
        log(`This node could not report itself: ${error instanceof Error ? error.message : error}`);
        next();
      });
    }, reportMs).unref();
  }

  await report();
  next();
  return {
    count: (): number => count,
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await reporting;
      clearTimeout(timer);
      await database.change(LEAVE, [node.id]).catch(() => undefined);
    },
  };
}

/** Limits, leases and nodes use the database's clock; sessions, tokens and 'today' each node's own clock. */

/** A clock difference worth a log line: a synchronised clock is far below it. */
const REPORTED_DIFFERENCE_MS = 2000;
/** With a larger difference a node does not start: its days and sessions would end at other times. */
const MOST_MS = 60_000;
const QUESTIONS = 3;

/** @returns how many ms this computer's clock is ahead (negative: behind), to half an answer's time. */
export async function clockAhead(database: TeamDatabase, now: () => Date): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, aheadMs: 0 };
  for (let asked = 0; asked < QUESTIONS; asked++) {
    const begun = performance.now();
    const [row] = await database.query<{ ms: number }>(`SELECT ${CLOCK} AS ms`);
    const tookMs = performance.now() - begun;
    if (row && tookMs < best.tookMs) best = { tookMs, aheadMs: now().getTime() - tookMs / 2 - row.ms };
  }
  return Math.round(best.aheadMs);
}

/** @returns `undefined` if the clocks agree. */
export function clockLine(aheadMs: number, database: string): string | undefined {
  if (Math.abs(aheadMs) <= REPORTED_DIFFERENCE_MS) return undefined;
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return `The clock of this computer is ${seconds} s ${side} that of the team's database ${database}. Keep both clocks right with NTP (chrony).`;
}

/** Call it before a node joins. @throws Failure 'team_refused' if clocks differ by more than a minute. */
export async function expectClock(
  database: TeamDatabase,
  now: () => Date,
  log: (line: string) => void,
): Promise<void> {
  const aheadMs = await clockAhead(database, now);
  const line = clockLine(aheadMs, database.name);
  if (line === undefined) return;
  if (Math.abs(aheadMs) > MOST_MS)
    throw teamRefused(`${line} A node starts only where they differ by less than a minute.`);
  log(line);
}

export type TeamStatus = {
  database: string;
  head: CopyHead;
  /** The newest publish; absent before the first. */
  newest: { at: string; node: string; who: string } | undefined;
  nodes: readonly ListedNode[];
  slowest: ListedNode | undefined;
  /** The node that refreshes from the publishers; absent if there is none. */
  refresher: string | undefined;
  /** Why a failover may lose acknowledged writes; `undefined` if commits wait for a standby. */
  risk: string | undefined;
  people: readonly Stored[];
  clockAheadMs: number;
};

export async function readTeamStatus(
  database: TeamDatabase,
  now: () => Date = () => new Date(),
): Promise<TeamStatus> {
  const head = await expectTeam(database);
  const [newest] = await database.query<{ at: string; node: string; who: string }>(
    'SELECT at, node, who FROM publish WHERE version = $1',
    [head.version],
  );
  const [lease] = await database.query<{ holder: string }>(
    `SELECT holder FROM lease WHERE name = 'refresh' AND until > ${CLOCK}`,
  );
  const nodes = await listNodes(database);
  const [slowest] = nodes.filter(({ lag_ms }) => lag_ms > 0).sort((a, b) => b.lag_ms - a.lag_ms);
  return {
    database: database.name,
    head,
    newest,
    nodes,
    slowest,
    refresher: lease?.holder,
    risk: await riskOf(database),
    people: await readStored(database),
    clockAheadMs: await clockAhead(database, now),
  };
}

async function riskOf(database: TeamDatabase): Promise<string | undefined> {
  const setting = async (name: 'synchronous_standby_names' | 'synchronous_commit') =>
    (await database.query<Record<string, string>>(`SHOW ${name}`))[0]?.[name] ?? '';
  const commit = await setting('synchronous_commit');
  if (commit === 'off')
    return 'Commits do not wait for the disk (synchronous_commit = off): a crash may lose the newest publishes. Set it to on for this user.';
  if ((await setting('synchronous_standby_names')) === '')
    return 'No standby confirms commits (synchronous_standby_names is empty): a failover may lose the newest publishes. With Patroni, set synchronous_mode: true.';
  if (commit === 'local')
    return 'No standby confirms commits (synchronous_commit = local): a failover may lose the newest publishes. Set it to on for this user.';
  return undefined;
}
