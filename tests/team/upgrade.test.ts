import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openIngestWorker } from '../../service/ingest/worker/index.ts';
import { expectTeam, migrateTeam, openFollower } from '../../service/team/index.ts';
import { MIGRATIONS } from '../../service/team/schema.ts';
import { postgresOfFile } from './postgres-of-file.ts';
import { jolts, makeTeam } from './team.ts';

const postgres = postgresOfFile();

const PATIENT = { timeout: 20_000, interval: 20 };

it('an older node keeps its copy, publishes and takes nothing that it may not know, and loses nothing when it is replaced', async () => {
  const team = await makeTeam(postgres);
  const [newer, older] = [team.node('newer'), team.node('older')];
  await newer.importText(jolts(8000));
  // Threads read the modules anew: these two do not know the step that this process gets below.
  const lines: string[] = [];
  const follower = await openFollower({
    dataDir: older.dataDir,
    team: { ...team.where, node: 'older' },
    log: (line) => lines.push(line),
    everyMs: 20,
  });
  const now = () => new Date('2026-11-20T18:00:00Z');
  const imports = openIngestWorker({
    dataDir: older.dataDir,
    now,
    log: () => undefined,
    team: { ...team.where, node: 'older' },
  });
  onTestFinished(async () => {
    await follower.close();
    await imports.close();
  });
  const file = path.join(older.dataDir, 'older.csv');
  const importAtOlder = async (value: number) => {
    writeFileSync(file, jolts(value));
    await imports.import([{ path: file }], { allowJumps: true });
  };
  await importAtOlder(8001);

  const steps = MIGRATIONS as { name: string; sql: string }[];
  steps.push({ name: 'a later step', sql: "ALTER TABLE run ADD COLUMN remark text NOT NULL DEFAULT ''" });
  onTestFinished(() => void steps.pop());
  await expect(expectTeam(newer.database)).rejects.toThrow(
    /Bring it up to date, as its owner: .* team init /,
  );
  await migrateTeam(newer.database);

  // It has the newest data: a balancer may go on asking it until others have more.
  const { seenAt } = follower.standing();
  await vi.waitFor(() => expect(follower.standing().seenAt).toBeGreaterThan(seenAt ?? 0), PATIENT);
  expect(follower.standing()).toMatchObject({ version: 2, problem: null });
  const refusal = /^almanac@\S+ was set up by a newer Almanac: .* Use the newer Almanac on this machine\.$/;
  await expect(importAtOlder(8002)).rejects.toThrow(refusal);
  expect(await team.query('SELECT version FROM head')).toEqual([{ version: '2' }]);

  await newer.importText(jolts(8003));
  await vi.waitFor(() => expect(follower.standing().problem).toMatch(refusal), PATIENT);
  expect(follower.standing()).toMatchObject({ version: 2 });
  expect(older.dump().observation).toMatchObject([{ value: '8001' }]);
  expect(lines).toEqual([
    expect.stringMatching(/^The copy of the team’s data stays as it is: .* newer Almanac/),
  ]);

  // The newer Almanac opens the same folder.
  await follower.close();
  await older.follow();
  expect(older.dump()).toEqual(newer.dump());
  expect(older.dump().revision).toMatchObject([{ value: '8000' }, { value: '8001' }]);
  expect(await older.verify()).toBeUndefined();
});
