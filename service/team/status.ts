import type { CopyHead } from '../store/copy/index.ts';
import { clockAhead } from './clock.ts';
import type { TeamDatabase } from './connect.ts';
import { type ListedNode, listNodes } from './nodes.ts';
import { expectTeam } from './set-up.ts';
import { readStored, type Stored } from './stored-size.ts';

export type TeamStatus = {
  database: string;
  head: CopyHead;
  /** The newest publish; absent before the first. */
  newest: { at: string; node: string; who: string } | undefined;
  nodes: readonly ListedNode[];
  slowest: ListedNode | undefined;
  /** Who refreshes from the publishers; absent where nobody does. */
  refresher: string | undefined;
  /** Why a failover may lose what was acknowledged; `undefined` where commits wait for a standby. */
  risk: string | undefined;
  people: readonly Stored[];
  clockAheadMs: number;
};

const NOW = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

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
    `SELECT holder FROM lease WHERE name = 'refresh' AND until > ${NOW}`,
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
