import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { missingForFleet, openFleet } from './fleet.ts';
import { giveData, type Walked, walk } from './walk.ts';

/** The operator's page, from nothing to two nodes behind a balancer: each of its commands, on the distribution's packages. */

const missing = missingForFleet();
beforeEach(({ skip }) => skip(missing !== '', missing));

it('every command of the page runs, in its order', { timeout: 1_800_000 }, async () => {
  const fleet = await openFleet();
  onTestFinished(() => fleet.end());
  const walked: Walked[] = await walk(fleet, [1, 7]);
  await giveData(fleet, 2000);
  walked.push(...(await walk(fleet, [8, 13])));
  for (const { block, seconds, out } of walked)
    console.log(`${block.step} (${block.machines}): ${seconds.toFixed(1)} s\n${out.slice(-600)}`);
  expect(walked.length).toBeGreaterThan(20);
});
