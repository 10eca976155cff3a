import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startCuttingProxy } from './cut-proxy.ts';
import { postgresOfFile } from './postgres-of-file.ts';
import { jolts, makeTeam, type TestTeam } from './team.ts';

const postgres = postgresOfFile();

const VALUES = 'SELECT value FROM observation UNION ALL SELECT value FROM revision ORDER BY value';

async function valuesOf(team: TestTeam): Promise<string[]> {
  return (await team.query<{ value: string }>(VALUES)).map(({ value }) => value);
}

it.for(['before', 'after'] as const)(
  'where the connection breaks %s the commit arrives, the publish is stored once',
  async (cut) => {
    const team = await makeTeam(postgres);
    const proxy = await startCuttingProxy(postgres.port, cut);
    const node = team.node('one', { address: team.where.address.replace(/:\d+\//, `:${proxy.port}/`) });
    await node.importText(jolts(8000));
    proxy.arm();
    const [imported] = await node.importText(jolts(8001));
    expect(proxy.cuts()).toBe(1);
    expect(imported?.runs).toMatchObject([{ runId: 2, revised: 1 }]);
    expect(await valuesOf(team)).toEqual(['8000', '8001']);
    expect(await team.query('SELECT count(*) AS n FROM publish')).toEqual([{ n: '2' }]);
    expect(node.dump().team_copy).toMatchObject([{ version: 2 }]);
    expect(await node.verify()).toBeUndefined();
  },
);

it('where nobody says how a commit ended, the import says so; the copy gets it once the database answers', async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one', {}, undefined, 300);
  await node.importText(jolts(8000));
  const broken = {
    ...node.truth,
    publish: async (change: Parameters<typeof node.truth.publish>[0]) => {
      const proxy = await startCuttingProxy(postgres.port, 'after');
      const cut = team.node(
        'cut',
        { address: team.where.address.replace(/:\d+\//, `:${proxy.port}/`) },
        node.dataDir,
        300,
      );
      proxy.arm();
      const published = cut.truth.publish(change).finally(() => postgres.start());
      while (proxy.cuts() === 0) await new Promise((resolve) => setImmediate(resolve));
      await postgres.stop();
      return await published;
    },
  };
  await expect(node.importText(jolts(8001), undefined, broken)).rejects.toThrow(
    /broke off while it stored this.*by themselves once it answers/,
  );
  await node.follow();
  expect(await node.verify()).toBeUndefined();
  // Stored or not, as the database says, and never half.
  const held = await valuesOf(team);
  expect([['8000'], ['8000', '8001']]).toContainEqual(held);
  expect(node.dump().observation).toMatchObject([{ value: held.at(-1) }]);
});

it('a node that is killed between the commit of the truth and its own gets the publish by following', {
  tags: 'soak',
}, async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one');
  await node.importText(jolts(8000, 8100));
  const before = node.dump();
  const file = path.join(path.dirname(node.dataDir), 'killed.csv');
  writeFileSync(file, jolts(8001, 8100, 8200));
  const program = path.join(import.meta.dirname, 'import-and-die.ts');
  const { address, passwordFile } = team.where;
  const child = spawn(process.execPath, [program, node.dataDir, address, passwordFile, file], {
    stdio: 'inherit',
  });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(node.dump()).toEqual(before);
  expect(await valuesOf(team)).toEqual(['8000', '8001', '8100', '8200']);
  await node.follow();
  expect(node.dump().observation).toMatchObject([{ value: '8001' }, { value: '8100' }, { value: '8200' }]);
  expect(await node.verify()).toBeUndefined();
});

it('a copy that is brought up to date for an import waits for a failover, a new one too', async () => {
  const team = await makeTeam(postgres);
  const [node, fresh] = [team.node('one'), team.node('fresh')];
  await node.importText(jolts(8000));
  await postgres.stop();
  const following = [node, fresh].map(({ follow }) => follow());
  // Without a wait both would fail meanwhile.
  await Promise.race([Promise.allSettled(following), sleep(500)]);
  await postgres.start();
  await Promise.all(following);
  for (const each of [node, fresh]) expect(await each.verify()).toBeUndefined();
});
