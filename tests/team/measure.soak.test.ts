import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { missingForPostgres, startPostgres, type TestPostgres } from './postgres.ts';
import { makeTeam } from './team.ts';

const missing = missingForPostgres();
beforeEach(({ skip }) => skip(missing !== '', missing));
vi.setConfig({ testTimeout: 600_000 });

let postgres: TestPostgres;
beforeAll(async () => {
  if (missing === '') postgres = await startPostgres();
});
afterAll(() => postgres?.end());

const ROWS = 1_000_000;

/** A million values of claims by state. */
function manyRows(): string {
  const states = [
    'AK',
    'AL',
    'AR',
    'AZ',
    'CA',
    'CO',
    'CT',
    'DC',
    'DE',
    'FL',
    'GA',
    'HI',
    'IA',
    'ID',
    'IL',
    'IN',
    'KS',
  ];
  const codes = ['initial_claims', 'continued_claims'];
  const first = Date.UTC(1971, 0, 2) / 86_400_000;
  const weeks = 2900;
  const lines = ['dataset,series,date,value,state'];
  for (let at = 0; lines.length <= ROWS && at < weeks * states.length * codes.length; at++) {
    const week = at % weeks;
    const of = Math.floor(at / weeks);
    const date = new Date((first + week * 7) * 86_400_000).toISOString().slice(0, 10);
    lines.push(`ui_state_weekly_claims,${codes[of % 2]},${date},${1000 + week},${states[of >> 1]}`);
  }
  return `${lines.join('\n')}\n`;
}

it('tells how long a large publish, a new copy and a comparison take', async () => {
  const team = await makeTeam(postgres);
  const [one, two] = [team.node('one'), team.node('two')];
  const alone = team.computer();
  const text = manyRows();
  const took: Record<string, number> = {};
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    took[name] = Math.round((user + system) / 1000);
  };
  await timed('import alone', () => alone.importText(text));
  await timed('import at a node', () => one.importText(text));
  await timed('new copy', () => two.follow());
  let difference: string | undefined = 'not compared';
  await timed('comparison', async () => {
    difference = await two.verify();
  });
  expect(difference).toBeUndefined();
  const rows = text.split('\n').length - 2;
  console.log(`${rows} rows, ms of processor time: ${JSON.stringify(took)}`);
  if (process.env.ALMANAC_MEASURED)
    writeFileSync(process.env.ALMANAC_MEASURED, JSON.stringify({ rows, took }));
});
