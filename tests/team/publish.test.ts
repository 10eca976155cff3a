import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { missingForPostgres, startPostgres, type TestPostgres } from './postgres.ts';
import { jolts, makeTeam } from './team.ts';

const missing = missingForPostgres();
beforeEach(({ skip }) => skip(missing !== '', missing));

let postgres: TestPostgres;
beforeAll(async () => {
  if (missing === '') postgres = await startPostgres();
});
afterAll(() => postgres?.end());

it('what one node imports is at the other one, revisions and runs too, and the truth has the same', async () => {
  const team = await makeTeam(postgres);
  const [one, two] = [team.node('one'), team.node('two')];
  await one.importText(jolts(8000, 8100), '2026-11-01T00:00:00Z');
  await two.follow();
  expect(two.dump()).toEqual(one.dump());
  await two.importText(jolts(8001, 8100, 8200), '2026-11-02T00:00:00Z');
  await one.follow();
  expect(one.dump()).toEqual(two.dump());
  expect(one.dump().revision).toMatchObject([{ value: '8000', first_seen: '2026-11-01T00:00:00.000Z' }]);
  expect(one.dump().team_copy).toMatchObject([{ version: 2 }]);
  expect([await one.verify(), await two.verify()]).toEqual([undefined, undefined]);
  expect(await team.query('SELECT version, node, who, runs FROM publish ORDER BY version')).toEqual([
    { version: '1', node: 'one', who: 'a test', runs: '[1]' },
    { version: '2', node: 'two', who: 'a test', runs: '[2]' },
  ]);
});
