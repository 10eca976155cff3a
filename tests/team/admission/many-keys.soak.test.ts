import { Agent, get } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { withTeamKeys } from '../../../service/team/index.ts';
import { seeded } from '../../faults/damage.ts';
import { startServe } from '../node-process.ts';
import { missingForPostgres, startPostgres } from '../postgres.ts';
import { jolts, makeTeam } from '../team.ts';
import { temporaryFolder } from '../temporary.ts';

/** A thousand keys at three nodes, for a minute of the database's clock; some keys exceed their limit. */

const KEYS = 1000;
const NODES = 3;
/** The number of keys that send half of all requests, and so exceed their limit. */
const BUSY = 20;
const IN_FLIGHT = 24;
const MINUTE_MS = 60_000;
const LIMIT = 100;
const PAGE =
  '/api/v1/economic-data/jolts?series=job_openings_level_sa&date_from=2024-01-01&date_to=2024-12-31';

it(`${KEYS} keys at ${NODES} nodes get exactly their limits, and nothing but 429 beyond`, {
  timeout: 600_000,
}, async ({ skip }) => {
  const missing = missingForPostgres();
  skip(missing !== '', missing);
  const postgres = await startPostgres();
  onTestFinished(() => postgres.end());
  const { where } = await makeTeam(postgres).then(async (team) => {
    await team.node('first').importText(jolts(8000, 8100, 8200));
    return team;
  });
  const keys = await withTeamKeys(where, async (made) => {
    const all: { id: string; key: string }[] = [];
    for (let at = 0; at < KEYS; at++) all.push(await made.create(`key ${at}`));
    return all;
  });
  const folder = temporaryFolder('keys');
  const nodes = await Promise.all(
    Array.from({ length: NODES }, (_, at) =>
      startServe(path.join(folder, `${at}`), { where, name: `node-${at}` }),
    ),
  );
  onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.stop()))));

  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  onTestFinished(() => agent.destroy());
  const ask = (url: string, key: string) =>
    new Promise<number>((resolve, reject) => {
      get(url, { agent, headers: { 'X-API-Key': key } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      }).on('error', reject);
    });
  const clock = async () => {
    const [row] = await postgres.query<{ ms: string }>(
      where.database,
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms',
    );
    return Number(row?.ms);
  };

  // Starts with a minute, and stops before its end so that requests on their way are counted in it, too.
  await sleep(MINUTE_MS - ((await clock()) % MINUTE_MS) + 50);
  const begun = await clock();
  const minute = Math.floor(begun / MINUTE_MS);
  const until = performance.now() + MINUTE_MS - (begun % MINUTE_MS) - 3000;
  const random = seeded(Number(process.env.ALMANAC_SOAK ?? 1));
  const asked = new Array<number>(KEYS).fill(0);
  const letIn = new Array<number>(KEYS).fill(0);
  const statuses = new Map<number, number>();
  const ms: number[] = [];
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (performance.now() < until) {
        const at = Math.floor(random() * (random() < 0.5 ? BUSY : KEYS));
        const node = nodes[Math.floor(random() * NODES)];
        asked[at] = (asked[at] ?? 0) + 1;
        const sent = performance.now();
        const status = await ask(`${node?.url}${PAGE}`, keys[at]?.key ?? '');
        ms.push(performance.now() - sent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 200) letIn[at] = (letIn[at] ?? 0) + 1;
      }
    }),
  );
  expect(Math.floor((await clock()) / MINUTE_MS), 'the minute ended too early: is the machine busy?').toBe(
    minute,
  );

  // A 503 here means that the database did not answer for two seconds: is the machine busy?
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 429)).toEqual([]);
  // A node gives back the requests that it counted ahead and did not use.
  await sleep(1000);
  const rows = await postgres.query<{ key_id: string; minute: string; minute_count: string }>(
    where.database,
    'SELECT key_id, minute, minute_count FROM use_count',
  );
  const counted = new Map(rows.map((row) => [row.key_id, row]));
  for (const [at, { id }] of keys.entries()) {
    const right = Math.min(asked[at] ?? 0, LIMIT);
    expect(letIn[at], `key ${at} asked ${asked[at]} times`).toBe(right);
    if (right > 0) expect(counted.get(id)).toMatchObject({ minute: `${minute}`, minute_count: `${right}` });
  }
  const sorted = ms.sort((a, b) => a - b);
  const share = (of: number) => (sorted[Math.floor(sorted.length * of)] ?? 0).toFixed(1);
  const seconds = (MINUTE_MS - (begun % MINUTE_MS) - 3000) / 1000;
  const [admitted = 0, refused = 0] = [statuses.get(200), statuses.get(429)];
  console.log(
    `${admitted} let in (${Math.round(admitted / seconds)} a second), ${refused} over their limit, in ${seconds.toFixed(1)} s; ` +
      `an answer takes ${share(0.5)} ms, at p99 ${share(0.99)} ms, at most ${share(1 - 1e-9)} ms`,
  );
  // Without refusals the test would show little.
  expect(refused).toBeGreaterThan(0);
});
