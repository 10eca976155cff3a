import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '../../service/compose.ts';
import { startLastingService } from '../../service/lasting-service.ts';
import { openIncidents } from '../../service/process/incidents.ts';
import type { RunningService } from '../../service/service-options.ts';
import { openTeamDatabase, setUpTeam, type TeamAddress, withTeamKeys } from '../../service/team/index.ts';
import { postgresOfFile } from './team.ts';

/** Whole services as nodes of a team, asked over sockets. */

const postgres = postgresOfFile();

async function team() {
  const address = await postgres.freshDatabase();
  const database = openTeamDatabase(address);
  await setUpTeam(database, new Date());
  await database.close();
  return address;
}

type Node = RunningService & { dataDir: string; logs: string[]; get: typeof fetch };

/** Starts a node; it ends with the test. */
async function node(address: TeamAddress, name: string): Promise<Node> {
  const dataDir = mkdtempSync(path.join(tmpdir(), `almanac-${name}-`));
  const logs: string[] = [];
  const service = await startService({
    ...{ dataDir, port: 0, pageSize: 7, sample: true, internalCredential: 'of-this-launch' },
    team: { ...address, node: name },
    now: () => new Date(),
    log: (line) => logs.push(line),
  });
  onTestFinished(async () => {
    await service.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const get: typeof fetch = (url, init) => fetch(`${service.url}${url}`, init);
  return { ...service, dataDir, logs, get };
}

const DEBT =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-12-31';

function csv(folder: string, days: number): string {
  const file = path.join(folder, 'debt.csv');
  const rows = Array.from({ length: days }, (_, i) => {
    const date = new Date(Date.UTC(2024, 0, 1) + i * 86_400_000);
    const isWorkday = date.getUTCDay() % 6 !== 0;
    return isWorkday
      ? [`us_debt,debt_held_by_public,${date.toISOString().slice(0, 10)},${27e12 + i}.10`]
      : [];
  }).flat();
  writeFileSync(file, `${['dataset,series,date,value', ...rows].join('\n')}\n`);
  return file;
}

const context = { signal: new AbortController().signal, onProgress: () => undefined };
const asked = { query: {}, signal: context.signal, bytes: Readable.from([]) };
const readiness = async ({ get }: Node) => {
  const answer = await get('/readyz');
  return { code: answer.status, ...(await answer.json()) };
};

describe('nodes of a team', () => {
  it('answer with the data, keys, tokens and limits of all of them', async () => {
    const address = await team();
    const { key, id } = await withTeamKeys(address, (keys) => keys.create('notebook'));
    const [one, two] = [await node(address, 'one'), await node(address, 'two')];
    const headers = { 'X-API-Key': key };
    expect((await one.get(DEBT, { headers })).status).toBe(200);

    // An import at one node reaches the other, with the same bytes.
    const files = [{ path: csv(one.dataDir, 30) }];
    await one.calls.work.importFiles(files, context);
    const page = await (await one.get(DEBT, { headers })).json();
    const next = `/api/v1${page.pagination.next_url}`;
    const walked = await two.get(next);
    expect(walked.status).toBe(200);
    // A token contains the second in which it was made.
    const withoutToken = (text: string) => text.replace(/token_id=[\w-]+/, '');
    expect(withoutToken(await walked.text())).toBe(withoutToken(await (await one.get(next)).text()));
    const yields = await two.get('/yields/series=US10Y', { headers });
    expect([yields.status, (await yields.json()).rows]).toEqual([200, []]);

    // Five requests counted so far: 100 - 5 - 1 are left after this one, at either node.
    const left = async (at: Node) =>
      /"minute";r=(\d+)/.exec((await at.get(DEBT, { headers })).headers.get('ratelimit') ?? '')?.[1];
    // A node gives back requests counted ahead after 250 ms; until then it lets in a key revoked elsewhere.
    await sleep(500);
    const first = Number(await left(one));
    await sleep(500);
    const second = Number(await left(two));
    // A minute may have ended meanwhile.
    expect(first === 95 || first > second).toBe(true);
    expect([first - 1, 99]).toContain(second);

    await withTeamKeys(address, (keys) => keys.revoke(id));
    for (const each of [one, two]) {
      await expect.poll(async () => (await each.get(DEBT, { headers })).status).toBe(401);
      expect((await each.get('/yields/series=US10Y', { headers })).status).toBe(403);
    }
    const audit = await postgres.query<{ what: string }>(
      address.database,
      'SELECT what FROM audit ORDER BY at',
    );
    expect(audit.map(({ what }) => what)).toEqual(['key created', 'publish', 'key revoked']);
  });

  it('that are ready stay so while the database is away, answer what they can, and are exact again afterwards', {
    tags: 'soak',
  }, async () => {
    const address = await team();
    const { key } = await withTeamKeys(address, (keys) => keys.create('notebook'));
    const one = await node(address, 'one');
    const headers = { 'X-API-Key': key };
    await expect.poll(async () => (await readiness(one)).code).toBe(200);
    expect(await readiness(one)).toMatchObject({ status: 'ready', version: 0, engine: 'reachable' });
    expect((await one.get(DEBT, { headers })).status).toBe(200);
    await postgres.stop();
    try {
      await expect.poll(async () => (await readiness(one)).engine, { timeout: 10_000 }).toBe('away');
      expect(await readiness(one)).toMatchObject({ code: 200, status: 'ready', version: 0 });
      expect((await one.get('/healthz')).status).toBe(200);
      expect((await one.get('/yields/series=US10Y', { headers })).status).toBe(200);
      expect((await one.get(DEBT, { headers })).status).toBe(200);
      const unknown = await one.get(DEBT, { headers: { 'X-API-Key': 'alm_no' } });
      expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '5']);
    } finally {
      await postgres.start();
    }
    await expect.poll(async () => (await readiness(one)).engine, { timeout: 10_000 }).toBe('reachable');
    const answer = await one.get(DEBT, { headers });
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([
      200,
      expect.stringMatching(/^"minute";r=9[89];/),
    ]);
    expect((await one.get(DEBT, { headers: { 'X-API-Key': 'alm_no' } })).status).toBe(401);
  });

  it('have no data but the team’s: no sample, and no import is undone', async () => {
    const one = await node(await team(), 'one');
    const { datasets } = await (await one.get('/api/v1/catalog')).json();
    expect(datasets.every(({ count }: { count: number }) => count === 0)).toBe(true);
    const refused = {
      code: 'team_refused',
      message: expect.stringContaining("is a copy of a team's data and takes changes from the team only."),
    };
    await expect(one.calls.endpoints['make-sample']()).rejects.toMatchObject(refused);
    await expect(one.calls.endpoints['undo-import']({ run: 1 }, asked)).rejects.toMatchObject(refused);
  });

  it('rebuild a copy whose file is damaged at the start or removed while they run, and report no lost data', {
    tags: 'soak',
  }, async () => {
    const address = await team();
    const one = await node(address, 'one');
    await one.calls.work.importFiles([{ path: csv(one.dataDir, 30) }], context);
    const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-lasting-'));
    const file = path.join(dataDir, 'data.sqlite');
    writeFileSync(file, 'no database '.repeat(2000));
    const logs: string[] = [];
    const ended: unknown[] = [];
    const start = async () => {
      const two = await startLastingService(
        {
          ...{ dataDir, port: 0, pageSize: 7, sample: true, team: { ...address, node: 'two' } },
          now: () => new Date(),
          log: (line) => logs.push(line),
        },
        (why) => ended.push(why),
      );
      onTestFinished(() => two.close());
      return async () => {
        const { datasets } = await (await fetch(`${two.url}/api/v1/catalog`)).json();
        return datasets.find(({ id }: { id: string }) => id === 'us_debt').count;
      };
    };
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    expect(await (await start())()).toBe(22);
    expect(logs[0]).toMatch(/is being rebuilt: its file is damaged \(.*The old file is .*damaged-copy-/);
    renameSync(file, path.join(dataDir, 'taken-away'));
    await expect.poll(() => ended.length, { timeout: 20_000 }).toBe(1);
    expect(await (await start())()).toBe(22);
    expect(openIncidents(dataDir)).toEqual([]);
    expect(ended).toHaveLength(1);
  });

  it('are refused in one line if the database is missing or not a team’s', async () => {
    const empty = await postgres.freshDatabase();
    await expect(node(empty, 'one')).rejects.toMatchObject({ code: 'team_refused' });
    const nowhere = { ...empty, address: 'postgres://almanac@127.0.0.1:9/almanac' };
    await expect(node(nowhere, 'one')).rejects.toMatchObject({ code: 'team_unreachable' });
  });
});
