import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { refreshDataset } from '../../service/ingest/fetch/index.ts';
import { startPublisherServer } from '../ingest/fetch/publisher-server.ts';
import { held, makeDataDir, NOW, refreshed } from '../ingest/fetch/refreshing.ts';
import { GOOD, send } from './fetch-fixtures.ts';
import { FAULTS, type Fault } from './publisher-faults.ts';

const LATER = /Nothing was changed; (try again later|check the network, then try again)\.$/;
const BY_HAND =
  /Nothing was changed; open https:\/\/apps\.bea\.gov\/\S+ in a browser, save the file, and import it\.$/;

const table: string[] = [];
afterAll(() =>
  console.log(['a publisher that … | requests | outcome', '--- | --- | ---', ...table].join('\n')),
);

async function check({ fault, answer, says, requests, news, waits, limits }: Fault): Promise<void> {
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
  const atOnce = FAULTS.filter(({ limits }) => !limits);
  test.each(atOnce.filter(({ takesLong }) => !takesLong))('$fault', check);
  test.each(atOnce.filter(({ takesLong }) => takesLong))('$fault', { tags: 'soak' }, check);

  // These run at the same time, because each takes seconds: time limits are checked once a second.
  test('is slow', () => Promise.all(FAULTS.filter(({ limits }) => limits).map(check)));

  const AWAY: [string, string, string][] = [
    [
      'refuses connections',
      'http://127.0.0.1:9',
      'the publisher cannot be reached: the connection was refused',
    ],
    [
      'has no address, as without a network',
      'http://publishers.invalid',
      'the publisher cannot be reached: its address is not known to the network, which may be down',
    ],
  ];
  test.each(AWAY)('%s fails with that reason after one try', async (fault, mirror, says) => {
    const dataDir = makeDataDir();
    const { outcomes, waits } = await refreshed(dataDir, ['us_exports'], { mirror });
    const message = outcomes[0]?.refused?.message;
    table.push(`${fault} | 0 | ${message}`);
    expect(message).toBe(
      `Census trade by country (country.xlsx): ${says}. Nothing was changed; check the network, then try again.`,
    );
    expect(waits).toEqual([]);
    expect(held(dataDir)).toEqual({});
  });

  test('has several unreachable sources fails with the reason once', async () => {
    const away = { dataDir: makeDataDir(), now: () => NOW, settings: { mirror: 'http://127.0.0.1:9' } };
    await expect(refreshDataset('constituents', away).next()).rejects.toThrow(
      /^S&P 500 companies \(open list\), iShares [^:]+, State Street [^:]+: the publisher cannot be reached: the connection was refused\. Nothing was changed; check the network, then try again\.$/,
    );
  });

  test('takes connections and never answers fails within three seconds, once for all its files', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const mirror = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const start = performance.now();
    const { outcomes, waits } = await refreshed(makeDataDir(), ['factors_affecting_reserve_balances'], {
      mirror,
    });
    const message = outcomes[0]?.refused?.message;
    table.push(`takes connections and says nothing | 0 | ${message}`);
    expect(message).toBe(
      'Federal Reserve H.4.1 (FRB_h41_xml.zip): the publisher cannot be reached in time. Nothing was changed; check the network, then try again.',
    );
    expect([performance.now() - start < 3000, waits]).toEqual([true, []]);
  });
});
