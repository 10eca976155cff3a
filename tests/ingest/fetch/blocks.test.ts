import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openReader } from '../../../service/store/index.ts';
import { noWeekend, usDate } from '../../weekdays.ts';
import { type Handler, startPublisherServer } from './publisher-server.ts';
import { debtPage } from './publishers-replayed.ts';
import { held, makeDataDir, refreshed } from './refreshing.ts';

/** BLS answers every block with one month for each series, in the block's last year. */
const bls: Handler = ({ body }, response) => {
  const { seriesid, endyear } = JSON.parse(body) as { seriesid: string[]; endyear: string };
  const data = [{ year: endyear, period: 'M01', value: '7.5', footnotes: [{}] }];
  const series = seriesid.map((seriesID) => ({ seriesID, data }));
  response.end(JSON.stringify({ status: 'REQUEST_SUCCEEDED', message: [], Results: { series } }));
};
const isAnythingLeft = (dataDir: string) => existsSync(path.join(dataDir, 'fetch'));

describe('a refresh of jolts in six blocks', () => {
  test('stores all blocks or none: after a failure, the next refresh begins again', async () => {
    const dataDir = makeDataDir();
    const server = await startPublisherServer((asked, response, nth) =>
      nth < 4 ? bls(asked, response, nth) : response.writeHead(503).end(),
    );
    const { outcomes } = await refreshed(dataDir, ['jolts'], { mirror: server.mirror });
    expect(outcomes).toMatchObject([{ state: 'failed', runs: [] }]);
    expect(server.asked).toHaveLength(3 + 4);
    expect([held(dataDir), isAnythingLeft(dataDir)]).toEqual([{}, false]);
    server.asked.length = 0;
    server.answer = bls;
    const { outcomes: next } = await refreshed(dataDir, ['jolts'], { mirror: server.mirror });
    expect(server.asked).toHaveLength(6);
    expect(next[0]?.runs).toHaveLength(1);
    expect(held(dataDir).jolts).toBe('78 publisher 2009-01-01 2026-01-01');
  });

  test('sends the key to BLS only in the body, and uses larger blocks with it', async () => {
    const KEY = 'secret0123456789abcdef';
    const server = await startPublisherServer(bls);
    const dataDir = makeDataDir();
    const { events } = await refreshed(dataDir, ['jolts'], {
      mirror: server.mirror,
      keyFor: async (publisher) => (publisher === 'BLS' ? KEY : undefined),
    });
    expect(server.asked.map(({ url }) => url)).toEqual(
      Array(2).fill('api.bls.gov/publicAPI/v2/timeseries/data/'),
    );
    expect(server.asked.map(({ body }) => JSON.parse(body).registrationkey)).toEqual([KEY, KEY]);
    expect(JSON.stringify(events)).not.toContain(KEY);
    const reader = openReader(dataDir);
    expect(reader.lastRuns()[0]?.location).toBe(
      'https://api.bls.gov/publicAPI/v2/timeseries/data/ [2 POST requests, 2000 to 2026]',
    );
    reader.close();
  });

  test.each([
    ['REQUEST_NOT_PROCESSED', 'The daily threshold for total number of requests is reached.', /used up/],
    [
      'REQUEST_NOT_PROCESSED',
      'The key:secret0123456789abcdef provided by the User is invalid.',
      /does not know the key/,
    ],
  ])('explains BLS’s refusal: %s, %s', async (status, said, says) => {
    const server = await startPublisherServer((_, response) =>
      response.end(JSON.stringify({ status, message: [said], Results: {} })),
    );
    const { outcomes, events } = await refreshed(makeDataDir(), ['jolts'], { mirror: server.mirror });
    expect(outcomes[0]?.refused?.message).toMatch(says);
    expect(server.asked).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain('secret0123456789abcdef');
  });
});

describe('a refresh of us_debt in pages', () => {
  const ROWS = ['2024-01-02', '2024-01-03', '2024-01-04'].map((record_date) => ({
    record_date,
    debt_held_public_amt: '27000000000000.10',
    intragov_hold_amt: '7000000000000.00',
    tot_pub_debt_out_amt: '34000000000000.10',
  }));
  const pages =
    (change: (body: string) => string): Handler =>
    ({ url }, response) =>
      response.end(change(debtPage(ROWS, Number(/page\[number\]=(\d+)/.exec(url)?.[1]), 2)));

  test('stores all pages as one run', async () => {
    const server = await startPublisherServer(pages((body) => body));
    const dataDir = makeDataDir();
    const { outcomes } = await refreshed(dataDir, ['us_debt'], { mirror: server.mirror });
    expect(server.asked).toHaveLength(2);
    expect(outcomes[0]?.runs).toMatchObject([{ added: 9 }]);
  });

  test('compares the number of rows with FiscalData’s own count, and stores none if they differ', async () => {
    const server = await startPublisherServer(
      pages((body) => body.replace('"total-count":3', '"total-count":4')),
    );
    const dataDir = makeDataDir();
    const { outcomes } = await refreshed(dataDir, ['us_debt'], { mirror: server.mirror });
    expect(outcomes[0]?.refused?.message).toMatch(
      /^FiscalData [^\n]*sent 3 rows where it says that it has 4/,
    );
    expect([held(dataDir), isAnythingLeft(dataDir)]).toEqual([{}, false]);
  });
});

test('a refresh of yields continues with the missing year, and later fetches only the newest', async () => {
  const yearOf = (url: string) => Number(/rates\.csv\/(\d{4})\//.exec(url)?.[1]);
  const answer: Handler = ({ url }, response) => {
    const year = yearOf(url);
    const ends = [
      noWeekend(`${year}-${year === 2026 ? '01-05' : '12-31'}`),
      noWeekend(`${year}-01-02`, 'on'),
    ];
    const [last, first] = ends.map(usDate);
    response.end(`Date,"3 Mo","10 Yr"\n${last},,4.50\n${first},5.00,4.49`);
  };
  const server = await startPublisherServer((asked, response, nth) =>
    yearOf(asked.url) < 2005 ? answer(asked, response, nth) : response.writeHead(403).end(),
  );
  const dataDir = makeDataDir();
  const first = await refreshed(dataDir, ['yields'], { mirror: server.mirror });
  expect(first.outcomes).toMatchObject([{ state: 'failed' }]);
  expect(held(dataDir).yields).toBe('45 publisher 1990-01-02 2004-12-31');
  server.answer = answer;
  server.asked.length = 0;
  await refreshed(dataDir, ['yields'], { mirror: server.mirror });
  expect(server.asked.map(({ url }) => yearOf(url))).toEqual(
    Array.from({ length: 22 }, (_, at) => 2005 + at),
  );
  server.asked.length = 0;
  await refreshed(dataDir, ['yields'], { mirror: server.mirror });
  expect(server.asked.map(({ url }) => yearOf(url))).toEqual([2026]);
});
