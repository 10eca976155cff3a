import { mkdtempSync, rmSync } from 'node:fs';
import { type Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { startService } from '../../../service/compose.ts';
import type { Role } from '../../../service/keys/index.ts';
import { openTeamDatabase, setUpTeam, withTeamKeys } from '../../../service/team/index.ts';
import type { TestPostgres } from '../postgres.ts';
import { postgresOfFile } from '../team.ts';

/** A node of a team with the public address `https://data.example.org`, and a key of each role. */

export const PUBLIC = 'https://data.example.org';

export type Asked = {
  method?: string;
  host?: string;
  origin?: string;
  key?: string;
  session?: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  agent?: Agent;
};
export type Answered = { status: number; headers: Record<string, unknown>; text: string; json(): never };

let made = 0;

/** @returns a saved view, as the page sends it, with a unique id. */
export const itemOf = (name: string) => ({
  id: `item${String(++made).padStart(8, '0')}`,
  ...{ kind: 'view', name, note: '', folder: '', content: { address: '/explore?range=5Y', frozen: null } },
});

export type NodeWithPeople = Awaited<ReturnType<typeof nodeWithPeople>>;

/** Starts the node of a test file, and its database. */
export function nodeOfFile(): NodeWithPeople & { postgres: TestPostgres } {
  const postgres = postgresOfFile(async () => void Object.assign(node, await nodeWithPeople(postgres)));
  const node = { postgres } as NodeWithPeople & { postgres: TestPostgres };
  afterAll(() => node.end?.());
  return node;
}

async function nodeWithPeople(postgres: TestPostgres) {
  const address = await postgres.freshDatabase();
  const database = openTeamDatabase(address);
  await setUpTeam(database, new Date());
  await database.close();
  const made = async (label: string, role: Role) => withTeamKeys(address, (keys) => keys.create(label, role));
  const keys = {
    read: await made('Rita', 'read'),
    publish: await made('Paul', 'publish'),
    admin: await made('Ada', 'admin'),
  };
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-web-'));
  const logs: string[] = [];
  let shift = 0;
  const service = await startService({
    ...{ dataDir, port: 0, pageSize: 7, sample: false },
    serving: { host: '127.0.0.1', publicUrl: PUBLIC },
    team: { ...address, node: 'one' },
    now: () => new Date(Date.now() + shift),
    log: (line) => logs.push(line),
  });

  /** Asks as a browser, a program or an attacker does, with any Host and Origin. */
  function ask(target: string, asked: Asked = {}): Promise<Answered> {
    const { method = 'GET', host = 'data.example.org', origin, key, session, body } = asked;
    const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const headers = {
      host,
      ...(origin !== undefined && { origin }),
      ...(key !== undefined && { 'x-api-key': key }),
      ...(session !== undefined && { authorization: `Bearer ${session}` }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...asked.headers,
    };
    return new Promise((resolve, reject) => {
      const sending = request(
        { host: '127.0.0.1', port: service.port, path: target, method, headers, agent: asked.agent },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text,
              json: () => JSON.parse(text) as never,
            });
          });
        },
      );
      sending.on('error', reject);
      sending.end(sent);
    });
  }

  async function signIn(key: string): Promise<string> {
    const answer = await ask('/team/v1/sign-in', { method: 'POST', origin: PUBLIC, key });
    return (answer.json() as { session: string }).session;
  }

  const sessions = {
    read: await signIn(keys.read.key),
    publish: await signIn(keys.publish.key),
    admin: await signIn(keys.admin.key),
  };
  return {
    ask,
    /** Asks as the node's own page does. */
    post: (path: string, asked: Asked) => ask(path, { method: 'POST', origin: PUBLIC, ...asked }),
    sessions,
    signIn,
    keys,
    address,
    dataDir,
    url: service.url,
    logs,
    calls: service.calls,
    /** Shifts the clock of the node from the real time by ms. */
    later: (ms: number) => {
      shift = ms;
    },
    async end() {
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
