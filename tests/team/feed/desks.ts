import { writeFileSync } from 'node:fs';
import { createServer, connect as dial, type Socket } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { startService } from '../../../service/compose.ts';
import type { FollowedTeam, TeamState } from '../../../service/contract/team.ts';
import type { RunningService, ServiceOptions } from '../../../service/service-options.ts';
import type { TeamAddress } from '../../../service/team/index.ts';
import { listening, temporaryFolder } from '../temporary.ts';

/** Whole services: the nodes of a team, and desktops that follow it. */

export const context = { signal: new AbortController().signal, onProgress: () => undefined };

export type Desk = RunningService & {
  dataDir: string;
  logs: string[];
  get(url: string): Promise<{ status: number; etag: string | null; type: string | null; body: string }>;
  team(): Promise<Extract<TeamState, { follows: true }>>;
};

/** Starts a service that ends with the test. `get` uses `key`, or a key that is made at the start. */
export async function desk(
  dataDir: string,
  more: Pick<ServiceOptions, 'follow' | 'team'>,
  key?: string,
): Promise<Desk> {
  const logs: string[] = [];
  const service = await startService({
    ...{ dataDir, port: 0, pageSize: 500, sample: false, internalCredential: 'of-this-launch' },
    ...more,
    now: () => new Date(),
    log: (line) => logs.push(line),
  });
  onTestFinished(() => service.close());
  const headers = {
    'X-API-Key': key ?? (await service.calls.keys.create({ label: 'Excel' })).key,
  };
  return {
    ...service,
    ...{ dataDir, logs },
    async get(url) {
      const answer = await fetch(`${service.url}${url}`, { headers });
      const body = (await answer.text())
        .replace(/("(?:latency|latency_ms)":)[\d.]+/g, '$1')
        .replace(/([?&]token_id=)[^"&]*/g, '$1');
      const { headers: got, status } = answer;
      // The ETag of a page with a next page also contains the caller.
      const etag = got.get('etag')?.replace(/\.[^."]+\.[^."]+(?="$)/, '') ?? null;
      return { status, etag, type: got.get('content-type'), body };
    },
    team: async () =>
      (await service.calls.endpoints['team-state']()) as Extract<TeamState, { follows: true }>,
  };
}

/** Starts a node of a team. */
export const node = (address: TeamAddress, name: string, key?: string) =>
  desk(temporaryFolder(name), { team: { ...address, node: name } }, key);

/** Starts a desktop. */
export const desktop = (dataDir: string, follow: FollowedTeam) => desk(dataDir, { follow });

/** A proxy between desktop and node. `cutAfter`: the bytes of a cut answer. `isOff`: refuses connections. */
export async function wire(port: number) {
  const state = { cutAfter: Number.POSITIVE_INFINITY, isOff: false, cuts: 0, asked: [] as string[] };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (state.isOff) return void client.destroy();
    const behind = dial(port, '127.0.0.1');
    let sent = 0;
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        behind.destroy();
      });
    }
    client.on('data', (bytes: Buffer) => {
      state.asked.push(...(bytes.toString('latin1').match(/(?<=GET )\S+/g) ?? []));
      // Like a balancer, the proxy sends the node's own name as Host.
      behind.write(bytes.toString('latin1').replace(/(?<=^host: )\S+/im, `127.0.0.1:${port}`), 'latin1');
    });
    behind.on('data', (bytes: Buffer) => {
      const left = state.cutAfter - sent;
      sent += bytes.length;
      if (bytes.length < left) return void client.write(bytes);
      state.cuts += 1;
      client.end(bytes.subarray(0, left));
    });
  });
  const address = await listening(server);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(cut);
  return { url: `http://${address}`, state, cut };
}

/** The second argument of an action. */
export const asked = { query: {}, signal: context.signal, bytes: Readable.from([]) };

/** Imports files at a node, also with jumps or much fewer rows. */
export const importAt = ({ calls }: Desk, files: readonly string[]) =>
  calls.work.importFiles(
    files.map((one) => ({ path: one })),
    { ...context, allowJumps: true, allowShrink: true },
  );

/** Imports a text at a node. */
export async function publish(at: Desk, text: string): Promise<void> {
  const file = path.join(at.dataDir, 'given.csv');
  writeFileSync(file, text);
  await importAt(at, [file]);
}

const DAYS = 4000;
const SERIES = ['debt_held_by_public', 'intragovernmental_holdings'];
/** The number of rows of `many`. */
export const MANY = DAYS * SERIES.length;
/** @returns long CSV with enough rows for several frames. */
export const many = (plus = 0) =>
  [
    'dataset,series,date,value',
    ...SERIES.flatMap((series) =>
      Array.from({ length: DAYS }, (_, at) => {
        const day = new Date(Date.UTC(1998, 0, 5) + (Math.floor(at / 5) * 7 + (at % 5)) * 86_400_000);
        return `us_debt,${series},${day.toISOString().slice(0, 10)},${6e12 + at + plus}.10`;
      }),
    ),
    '',
  ].join('\n');
