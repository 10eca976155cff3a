import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importFiles } from '../../../service/ingest/index.ts';
import {
  openTeamDatabase,
  openTruth,
  type TeamAddress,
  verifyCopy,
  withCopy,
} from '../../../service/team/index.ts';
import { type Fleet, signal } from './fleet.ts';

export type Answer = { status: number; headers: IncomingMessage['headers']; text: string };

/**
 * Sees all answers of a test, from any node. An ETag stands for a question at one version of the data, so
 * each ETag must have one body.
 */
export const witness = openWitness();

function openWitness() {
  const bodies = new Map<string, { body: string; from: Set<string> }>();
  const differing: string[] = [];
  let answers = 0;
  return {
    /** @param at the path that was asked. @param from the node, or the balancer. */
    see(at: string, from: string, { status, headers, text }: Answer): void {
      if (status !== 200 || headers.etag === undefined) return;
      answers += 1;
      // The ETag of a page with a next page also contains the caller.
      const version = headers.etag.replace(/\.[^."]+\.[^."]+(?="$)/, '');
      const question = `${withoutToken(at)} ${version}`;
      const body = hash('sha1', withoutToken(text).replace(/("(?:latency|latency_ms)":)[\d.]+/g, '$1'));
      const before = bodies.get(question);
      if (!before) return void bodies.set(question, { body, from: new Set([from]) });
      before.from.add(from);
      if (before.body !== body)
        differing.push(`${question}: ${from} answers otherwise than ${[...before.from]}`);
    },
    /** `shared`: the number of questions at one version that several nodes answered. */
    seen: () => ({
      answers,
      versions: bodies.size,
      shared: [...bodies.values()].filter(({ from }) => from.size > 1).length,
      differing,
    }),
  };
}

/** Removes paging tokens, which differ from second to second. */
function withoutToken(text: string): string {
  return text.replace(/([?&]token_id=)[^"&]*/g, '$1');
}

const DATABASES = ['db1', 'db2', 'db3'];
const now = () => new Date('2026-11-20T18:00:00Z');

/** Imports values into a team from a separate copy, one publish each. */
export type Publisher = {
  publish(csv: string): Promise<void>;
  /** @returns the first difference between this copy and the team's data. */
  verify(): Promise<string | undefined>;
  end(): Promise<void>;
};

/** @param patienceMs the time that it waits for a database that does not answer. */
export function openPublisher(where: TeamAddress, name: string, patienceMs?: number): Publisher {
  const folder = mkdtempSync(path.join(tmpdir(), `almanac-${name}-`));
  const database = openTeamDatabase(where);
  const dataDir = path.join(folder, 'data');
  const options = { node: name, who: 'a test', now, ...(patienceMs !== undefined && { patienceMs }) };
  const truth = openTruth(database, dataDir, options, () => undefined);
  const file = path.join(folder, 'file.csv');
  return {
    async publish(csv) {
      writeFileSync(file, csv);
      await importFiles({ dataDir, truth, files: [file], allowJumps: true, now });
    },
    async verify() {
      await truth.catchUp();
      return await withCopy(dataDir, async (copy) => (await verifyCopy(database, copy)).difference);
    },
    async end() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns long CSV with one value, always of the same series and date. */
export function oneValue(value: string): string {
  return `dataset,series,date,value\njolts,job_openings_level_sa,2024-02-01,${value}\n`;
}

/** Runs a query on the team's database. */
export async function queried<Row extends object>(where: TeamAddress, sql: string): Promise<Row[]> {
  const database = openTeamDatabase({ ...where, connections: 1 });
  try {
    return await database.query<Row>(sql);
  } finally {
    await database.close();
  }
}

/** @returns the machine of the primary; `undefined` if there is none. */
export async function primary(fleet: Fleet): Promise<string | undefined> {
  for (const machine of DATABASES) {
    const answer = await fetch(`http://${fleet.address(machine)}:8008/primary`).catch(() => undefined);
    if (answer?.status === 200) return machine;
  }
  return undefined;
}

/** Kills the primary and its Patroni, like a machine that loses power. @returns the machine. */
export async function killPrimary(fleet: Fleet): Promise<string> {
  const machine = await until('a primary', () => primary(fleet));
  const server = fleet.postmaster(machine);
  signal(fleet.pid(machine, 'patroni'), true);
  signal(server, false);
  return machine;
}

/** Restarts the database of a machine, and waits for three members with a synchronous standby. */
export async function heal(fleet: Fleet, machine: string): Promise<void> {
  await fleet.run(machine, 'systemctl start patroni');
  const list = 'patronictl -c /etc/patroni/config.yml list';
  await until('three members with a synchronous standby', async () => {
    const said = await fleet.run('db1', list).catch(() => '');
    return (said.includes('Sync Standby') && said.match(/ (running|streaming) /g)?.length === 3) || undefined;
  });
}

/** Asks the balancer, or the node on `machine`; `witness` sees the answer. @throws Error if none comes. */
export function ask(fleet: Fleet, at: string, key?: string, machine?: string): Promise<Answer> {
  const headers = { host: `localhost:${fleet.ports.web}`, ...(key && { 'x-api-key': key }) };
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: IncomingMessage) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const whole = { status: answer.statusCode ?? 0, headers: answer.headers, text };
        witness.see(at, machine ?? 'the balancer', whole);
        resolve(whole);
      });
    };
    const asked = machine
      ? getPlain(`http://${fleet.address(machine)}:4780${at}`, { headers, timeout: 20_000 }, onAnswer)
      : getSecure(
          `https://localhost:${fleet.ports.web}${at}`,
          { headers, ca: readFileSync(fleet.file('node1', 'etc/almanac/ca.pem')), timeout: 20_000 },
          onAnswer,
        );
    asked.on('timeout', () => asked.destroy(new Error('no answer within 20 s')));
    asked.on('error', reject);
  });
}

/** Calls `look` repeatedly until it gives a value. @returns the value. @throws Error after two minutes. */
export async function until<Result>(
  what: string,
  look: () => Promise<Result | undefined> | Result | undefined,
  everyMs = 100,
): Promise<Result> {
  const end = Date.now() + 120_000;
  while (Date.now() < end) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(everyMs);
  }
  throw new Error(`Two minutes without ${what}`);
}
