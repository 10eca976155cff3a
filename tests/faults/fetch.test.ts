import { afterAll, describe, expect, test } from 'vitest';
import { startPublisherServer } from '../ingest/fetch/publisher-server.ts';
import { held, makeDataDir, refreshed } from '../ingest/fetch/refreshing.ts';
import { GOOD, send } from './fetch-fixtures.ts';
import { FAULTS, type Fault } from './publisher-faults.ts';

const LATER = /Nothing was changed; try again later\.$/;
const BY_HAND =
  /Nothing was changed; open https:\/\/apps\.bea\.gov\/\S+ in a browser, save the file, and import it\.$/;

const table: string[] = [];
afterAll(() =>
  console.log(['a publisher that … | requests | outcome', '--- | --- | ---', ...table].join('\n')),
);

async function check({
  fault,
  answer,
  says,
  requests,
  news,
  waits,
  limits,
  ranges = 0,
}: Fault): Promise<void> {
  const server = await startPublisherServer(send(GOOD));
  const dataDir = makeDataDir();
  const DATASET = ['personal_income_and_outlays'];
  await refreshed(dataDir, DATASET, { mirror: server.mirror });
  const before = held(dataDir);
  expect(before.personal_income_and_outlays).toBe('6 publisher 2026-01-01 2026-06-01');

  server.asked.length = 0;
  server.answer = answer;
  const { outcomes, waits: waited } = await refreshed(dataDir, DATASET, {
    mirror: server.mirror,
    ...(limits ? { limits } : {}),
  });
  const [outcome] = outcomes;
  const run = outcome?.runs[0];
  table.push(
    `${fault} | ${server.asked.length} | ${outcome?.refused?.message ?? `${run?.added} added, ${run?.revised} revised, ${run?.unchanged} unchanged`}`,
  );
  expect(server.asked).toHaveLength(requests);
  expect(server.asked.filter(({ headers }) => headers.range !== undefined)).toHaveLength(ranges);
  expect(held(dataDir)).toEqual(before);
  if (says) {
    expect(outcome).toMatchObject({ state: 'failed', runs: [] });
    expect(outcome?.refused?.message).toMatch(/^BEA national accounts \(NipaDataM\.txt\)/);
    expect(outcome?.refused?.message).toMatch(says);
    if (outcome?.refused?.code === 'publisher_unreachable') {
      expect([LATER, BY_HAND].some((advice) => advice.test(outcome.refused?.message ?? ''))).toBe(true);
    }
  } else {
    expect(outcome).toMatchObject({ state: 'stored', runs: [{ added: 0, revised: news, unchanged: 5 }] });
  }
  if (waits) expect(waited.filter((ms) => ms !== 250)).toEqual(waits);
}

describe('a refresh from a publisher that', () => {
  test.each(FAULTS.filter(({ limits }) => !limits))('$fault', check);

  // Side by side, because each waits for seconds: the time limits of connections are looked at once a second.
  test('is slow', () => Promise.all(FAULTS.filter(({ limits }) => limits).map(check)));

  test('nobody can reach', async () => {
    const dataDir = makeDataDir();
    const { outcomes } = await refreshed(dataDir, ['us_exports'], { mirror: 'http://127.0.0.1:9' });
    table.push(`nobody can reach | 0 | ${outcomes[0]?.refused?.message}`);
    expect(outcomes[0]?.refused?.message).toMatch(/^Census [^\n]*the connection was refused \(4 attempts\)/);
    expect(held(dataDir)).toEqual({});
  });
});
