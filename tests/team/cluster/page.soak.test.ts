import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { withTeamKeys } from '../../../service/team/index.ts';
import { missingForFleet, openFleet } from './fleet.ts';
import { ask, oneValue, openPublisher, queried, until } from './team-of-fleet.ts';
import { addressOf, giveData, type Walked, walk } from './walk.ts';

/** Runs all commands of the operator's page on the distribution's packages, up to two balanced nodes. */

const missing = missingForFleet();
beforeEach(({ skip }) => skip(missing !== '', missing));

const DEBT =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2001-01-01&date_to=2001-01-31';

it('every command of the page runs; a restore and an upgrade interrupt no reader', {
  timeout: 1_800_000,
}, async () => {
  const fleet = await openFleet();
  onTestFinished(() => fleet.end());
  const walked: Walked[] = await walk(fleet, [0, 7]);
  await giveData(fleet, 2000);
  walked.push(...(await walk(fleet, [8, 9])));

  const team = addressOf(fleet, 'TEAM');
  const reader = await withTeamKeys(team, (keys) => keys.create('reader'));
  const gone = await withTeamKeys(team, (keys) => keys.create('gone'));
  /** The number of answers by status, or by the message if there was no answer. */
  const answers: Record<string, number> = {};
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const status = await ask(fleet, DEBT, reader.key).then(
        ({ status: code }) => `${code}`,
        (error: Error) => error.message,
      );
      answers[status] = (answers[status] ?? 0) + 1;
      await sleep(700);
    }
  })();

  // First the back-up is made; then somebody publishes and revokes, and the restore undoes both.
  walked.push(...(await walk(fleet, [10, 10], ({ text }) => !text.includes('pg_restore'))));
  const publisher = openPublisher(team, 'after');
  await publisher.publish(oneValue('1234.5'));
  await publisher.end();
  await withTeamKeys(team, (keys) => keys.revoke(gone.id));
  const head = 'SELECT version, file_id FROM head';
  const [before] = await queried<{ version: number; file_id: string }>(team, head);
  walked.push(...(await walk(fleet, [10, 10], ({ text }) => text.includes('pg_restore'))));
  const [after] = await queried<{ version: number; file_id: string }>(team, head);
  expect(after?.version).toBe((before?.version ?? 0) - 1);
  for (const node of ['node1', 'node2']) {
    await until(`${node} with the restored data`, async () => {
      const ready = await ask(fleet, '/readyz', undefined, node);
      return JSON.parse(ready.text).version === after?.version || undefined;
    });
    expect(readFileSync(fleet.file(node, 'run/almanac.log'), 'utf8')).toMatch(
      /rebuilt: the team's history has no publish/,
    );
    expect((await ask(fleet, '/yields/series=US10Y', gone.key, node)).status).toBe(403);
  }

  const programs = () => ['node1', 'node2'].map((node) => readlinkSync(fleet.file(node, 'opt/almanac')));
  const installed = programs();
  await fleet.run('admin', 'newer_commit');
  walked.push(...(await walk(fleet, [11, 13])));
  for (const [at, program] of programs().entries()) expect(program).not.toBe(installed[at]);
  isOver = true;
  await reading;
  // Neither log has a key or the part of an address after its '?'.
  for (const log of [fleet.file('lb', 'run/haproxy.log'), fleet.file('node1', 'run/almanac.log')])
    expect(readFileSync(log, 'utf8')).not.toContain(reader.key);
  expect(readFileSync(fleet.file('lb', 'run/haproxy.log'), 'utf8')).toMatch(
    / GET \/api\/v1\/economic-data\/us_debt\n/,
  );

  const total = walked.reduce((sum, { seconds }) => sum + seconds, 0);
  for (const { block, seconds } of walked)
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${block.step}, on ${block.machines.join(', ')}`);
  console.log(
    `${total.toFixed(1).padStart(6)} s  all ${walked.length} blocks; requests meanwhile: ${JSON.stringify(answers)}`,
  );
  // A switch-over may answer 503 for a moment, but never anything else.
  expect(Object.keys(answers).filter((each) => each !== '200' && each !== '503')).toEqual([]);
});
