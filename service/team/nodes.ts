import type { TeamDatabase } from './connect.ts';

export type ListedNode = {
  id: string;
  name: string;
  url: string;
  almanac_version: string;
  team_version: number;
  silent_ms: number;
  /** Milliseconds since the publish that its copy lacks was made; 0 where it lacks none. What came since its last report counts too. */
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
/** A node that reported within so many of its reports is counted. */
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
