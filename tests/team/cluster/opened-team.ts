import { cpSync } from 'node:fs';
import { createServer, connect as dial, type Socket } from 'node:net';
import {
  openTeamDatabase,
  readTeamStatus,
  type TeamAddress,
  type TeamStatus,
  verifyCopy,
  withCopy,
  withTeamKeys,
} from '../../../service/team/index.ts';
import { type Fleet, handOver, openFleet } from './fleet.ts';
import { ask, until } from './team-of-fleet.ts';
import { addressOf, giveData, readBlocks, walk } from './walk.ts';

/** A proxy between node and database that can cut them off as a network does: nothing arrives or closes. */
async function startPartition(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    const database = dial(port, '127.0.0.1');
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on('data', (bytes: Buffer) => {
        if (!isCut) other.write(bytes);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    cut() {
      isCut = true;
    },
    // Lost bytes cannot be sent again, so the connections end.
    heal() {
      isCut = false;
      closeAll();
    },
    end() {
      server.close();
      closeAll();
    },
  };
}

export const NODES = ['node1', 'node2', 'node3'] as const;
/** The number of values in the series whose pages are read. */
export const DAYS = 2000;

/** A team that the commands of the operator's page have set up, with a third node. */
export type OpenTeam = {
  fleet: Fleet;
  team: TeamAddress;
  /** The proxy between node3 and the database. */
  partition: Awaited<ReturnType<typeof startPartition>>;
  /** Adds a line to the table of counts. */
  note(what: string, counted: string): void;
  table: readonly string[];
  status(): Promise<TeamStatus>;
  /** Waits until nodes, by default all, have the newest version. */
  allCurrent(nodes?: readonly string[]): Promise<void>;
  newKey(label: string): Promise<string>;
  /** @returns the first difference between a node's copy and the team's data. */
  differenceAt(node: string): Promise<string | undefined>;
  end(): void;
};

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Runs the page's commands up to its data, and adds a third node. Takes minutes. */
export async function openTeamOfFleet(): Promise<OpenTeam> {
  const fleet = await openFleet();
  await walk(fleet, [0, 7]);
  const partition = await startPartition(fleet.ports.primary);
  cpSync(fleet.file('node1', 'root/almanac'), fleet.file('node3', 'root/almanac'), { recursive: true });
  handOver(fleet.file('node3', 'root'));
  for (const block of readBlocks())
    if (Number.parseInt(block.step, 10) <= 7 && block.machines.join() === 'node1,node2') {
      const atPort = block.text.replaceAll('$DB_NAME:5000', () => `$DB_NAME:${partition.port}`);
      await fleet.runBlock({ ...block, text: atPort }, ['node3']);
    }
  await giveData(fleet, DAYS);
  await walk(fleet, [8, 8]);
  // Small pages make a reader's walk long.
  for (const node of NODES)
    await fleet.run(
      node,
      "sed -i 's/almanac serve/almanac serve --page-size 200/' /etc/systemd/system/almanac.service\nsystemctl restart almanac",
    );
  const team = addressOf(fleet, 'TEAM');
  const table: string[] = [];

  async function status(): Promise<TeamStatus> {
    const database = openTeamDatabase({ ...team, connections: 1 });
    return await readTeamStatus(database).finally(() => database.close());
  }

  async function allCurrent(nodes: readonly string[] = NODES): Promise<void> {
    for (const node of nodes)
      await until(`${node} with the newest data`, async () => {
        const answer = await ask(fleet, '/readyz', undefined, node).catch(() => undefined);
        const { head } = await status();
        return (answer?.status === 200 && JSON.parse(answer.text).version === head.version) || undefined;
      });
  }

  await allCurrent();
  return {
    fleet,
    team,
    partition,
    table,
    note(what, counted) {
      table.push(`${what} | ${counted}`);
      console.log(table.at(-1));
    },
    status,
    allCurrent,
    newKey: async (label) => (await withTeamKeys(team, (keys) => keys.create(label))).key,
    async differenceAt(node) {
      await allCurrent([node]);
      const database = openTeamDatabase({ ...team, connections: 2 });
      return await withCopy(
        fleet.file(node, 'var/lib/almanac'),
        async (copy) => (await verifyCopy(database, copy)).difference,
      ).finally(() => database.close());
    },
    end() {
      partition.end();
      fleet.end();
    },
  };
}
