import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { dateText } from '../../../service/calendar/dates.ts';
import { findDataset } from '../../../service/datasets/index.ts';
import { importFiles } from '../../../service/ingest/index.ts';
import { openReader } from '../../../service/store/index.ts';
import { treasuryFeed } from '../../sources/xml-fixtures.ts';
import { noWeekend, usDate } from '../../weekdays.ts';
import { type Handler, type PublisherServer, startPublisherServer } from './publisher-server.ts';
import { makeDataDir, NOW, refreshed } from './refreshing.ts';

/** Data from elsewhere must not count as the publisher's blocks, or a history would keep its gaps. */

// There are up to a hundred requests and imports in each test.
vi.setConfig({ testTimeout: 120_000 });

const THIS_YEAR = NOW.getUTCFullYear();
const years = (from: number) => Array.from({ length: THIS_YEAR - from + 1 }, (_, at) => from + at);

const csvYear = (url: string) => Number(/rates\.csv\/(\d{4})\//.exec(url)?.[1] ?? Number.NaN);
const feedYear = (url: string) => Number(/pages\/xml\?.*value=(\d{4})$/.exec(url)?.[1] ?? Number.NaN);
const lastDay = (year: number) => noWeekend(`${year}-${year === THIS_YEAR ? '10-30' : '12-31'}`);
const firstDay = (year: number) => noWeekend(`${year}-01-02`, 'on');
/** A row of yields; a tenor's cell is empty before the tenor began. */
const row = (date: string) =>
  [
    usDate(date),
    date < '2025-02-18' ? '' : '4.38',
    date < '2018-10-16' ? '' : '4.36',
    date < '2022-10-19' ? '' : '4.33',
    '4.29',
  ].join();
const treasury: Handler = ({ url }, response) => {
  const year = csvYear(url);
  response.end(`Date,"1.5 Month","2 Mo","4 Mo","10 Yr"\n${row(lastDay(year))}\n${row(firstDay(year))}`);
};
const feed: Handler = ({ url }, response) => {
  const year = feedYear(url);
  const ends = [lastDay(year), firstDay(year)];
  const [entry = ''] = /<entry>[\s\S]*?<\/entry>/.exec(treasuryFeed()) ?? [];
  const old = entry.replaceAll('BC_1MONTH', 'BC_3MONTH').replaceAll('BC_1_5MONTH', 'BC_6MONTH');
  const entries = ends.map((end) => old.replace(/(NEW_DATE[^>]*>)[^<]*/, `$1${end}T00:00:00`));
  response.end(treasuryFeed((xml) => xml.replace(/<entry>[\s\S]*<\/entry>/, entries.join('\n'))));
};
const fred: Handler = ({ url }, response) => {
  const id = /[?&]id=([A-Z0-9]+)/.exec(url)?.[1] ?? '';
  const days = id.startsWith('DGS') ? ['2001-07-31', '2026-10-30'] : ['2000-12-01', '2026-09-01'];
  response.end(`observation_date,${id}\n${days.map((day) => `${day},4.29\n`).join('')}`);
};
const isFred = (url: string) => url.startsWith('fred.stlouisfed.org/');
const onlyFred: Handler = (asked, response, nth) =>
  isFred(asked.url) ? fred(asked, response, nth) : response.writeHead(403).end();

const bls: Handler = ({ body }, response) => {
  const { seriesid, startyear, endyear } = JSON.parse(body) as {
    seriesid: string[];
    startyear: string;
    endyear: string;
  };
  const data = years(Number(startyear))
    .filter((year) => year <= Number(endyear))
    .flatMap((year) =>
      Array.from({ length: 12 }, (_, at) => ({ year: String(year), month: at + 1 }))
        .filter(({ month }) => (year > 2000 || month === 12) && (year < THIS_YEAR || month < 10))
        .map((row) => ({
          year: row.year,
          period: `M${String(row.month).padStart(2, '0')}`,
          value: '1.2',
          footnotes: [{}],
        })),
    )
    .reverse();
  const series = seriesid.map((seriesID) => ({ seriesID, data }));
  response.end(JSON.stringify({ status: 'REQUEST_SUCCEEDED', message: [], Results: { series } }));
};

/** @returns the first day of each series. */
function firsts(dataDir: string, dataset: string): Record<string, string> {
  const reader = openReader(dataDir);
  try {
    const holding = reader.holdings().find((each) => each.dataset === dataset);
    return Object.fromEntries((holding?.series ?? []).map(({ code, first }) => [code, dateText(first)]));
  } finally {
    reader.close();
  }
}

const asked = (server: PublisherServer, yearOf: (url: string) => number) =>
  server.asked.map(({ url }) => yearOf(url)).filter((year) => !Number.isNaN(year));

describe('yields', () => {
  test('after a refresh from FRED, every year is fetched from the Treasury, with the series that FRED lacks', async () => {
    const server = await startPublisherServer(onlyFred);
    const dataDir = makeDataDir();
    const settings = { mirror: server.mirror, allowFred: true };
    await refreshed(dataDir, ['yields'], settings);
    expect(firsts(dataDir, 'yields')).not.toHaveProperty('US4M');
    server.answer = treasury;
    server.asked.length = 0;
    await refreshed(dataDir, ['yields'], settings);
    expect(asked(server, csvYear)).toEqual(years(1990));
    const { US1_5M, US2M, US4M } = firsts(dataDir, 'yields');
    expect([US1_5M, US2M, US4M]).toEqual(['2025-12-31', '2018-12-31', '2022-12-30']);
    server.asked.length = 0;
    await refreshed(dataDir, ['yields'], settings);
    expect(asked(server, csvYear)).toEqual([THIS_YEAR]);
  });

  test('one imported yield does not hide the years that an interrupted refresh lacks', async () => {
    const server = await startPublisherServer((ask, response, nth) =>
      csvYear(ask.url) <= 1992 ? treasury(ask, response, nth) : response.writeHead(403).end(),
    );
    const dataDir = makeDataDir();
    const file = path.join(path.dirname(dataDir), 'one.csv');
    writeFileSync(file, 'series,date,value\nUS10Y,2025-03-07,4.32\n');
    await importFiles({ dataDir, files: [file], now: () => NOW });
    const { outcomes } = await refreshed(dataDir, ['yields'], { mirror: server.mirror });
    expect(outcomes).toMatchObject([{ state: 'failed' }]);
    server.answer = treasury;
    server.asked.length = 0;
    await refreshed(dataDir, ['yields'], { mirror: server.mirror });
    expect(asked(server, csvYear)).toEqual(years(1993));
  });

  test('the feed is used for exactly the years that the CSV lacks', async () => {
    const server = await startPublisherServer((ask, response, nth) => {
      if (csvYear(ask.url) <= 1992) treasury(ask, response, nth);
      else if (feedYear(ask.url) >= 1990) feed(ask, response, nth);
      else response.writeHead(403).end();
    });
    const dataDir = makeDataDir();
    const file = path.join(path.dirname(dataDir), 'one.csv');
    writeFileSync(file, 'series,date,value\nUS10Y,2025-03-07,4.32\n');
    await importFiles({ dataDir, files: [file], now: () => NOW });
    const { outcomes } = await refreshed(dataDir, ['yields'], { mirror: server.mirror });
    expect(outcomes).toMatchObject([{ state: 'stored', source: 'US Treasury par yields (XML feed)' }]);
    expect(asked(server, feedYear)).toEqual(years(1993));
    server.answer = treasury;
    server.asked.length = 0;
    await refreshed(dataDir, ['yields'], { mirror: server.mirror });
    expect(asked(server, csvYear)).toEqual([THIS_YEAR]);
  });

  test('an incomplete year is fetched again, and the current year always', async () => {
    const server = await startPublisherServer((ask, response, nth) => {
      const year = csvYear(ask.url);
      if (year === 1995) response.end('Date,"1 Yr","10 Yr"\n12/29/1995,,5.58\n12/28/1995,,5.63');
      else treasury(ask, response, nth);
    });
    const dataDir = makeDataDir();
    await refreshed(dataDir, ['yields'], { mirror: server.mirror });
    server.asked.length = 0;
    await refreshed(dataDir, ['yields'], { mirror: server.mirror });
    expect(asked(server, csvYear)).toEqual([1995, THIS_YEAR]);
    server.answer = treasury;
    server.asked.length = 0;
    const newYear = new Date('2027-01-04T12:00:00Z');
    await refreshed(dataDir, ['yields'], { mirror: server.mirror }, undefined, newYear);
    expect(asked(server, csvYear)).toEqual([1995, THIS_YEAR, THIS_YEAR + 1]);
  });
});

describe('jolts', () => {
  const ids = (findDataset('jolts')?.series ?? []).flatMap(({ publisherIds }) =>
    publisherIds.filter(({ system }) => system === 'BLS').map(({ id }) => id),
  );
  const blocks = (server: PublisherServer) =>
    server.asked
      .filter(({ url }) => url.startsWith('api.bls.gov/'))
      .map(({ body }) => JSON.parse(body))
      .map(({ seriesid, startyear, endyear }) => `${seriesid.length} ${startyear}-${endyear}`);
  const RECENT = ['25 2021-2026', '1 2021-2026'];

  test('after a refresh from FRED, all is fetched from BLS, and the ratios that FRED lacks begin with the other series', async () => {
    const server = await startPublisherServer(onlyFred);
    const dataDir = makeDataDir();
    const settings = { mirror: server.mirror, allowFred: true };
    await refreshed(dataDir, ['jolts'], settings);
    expect(firsts(dataDir, 'jolts')).toHaveProperty('job_openings_level_sa', '2000-12-01');
    server.answer = bls;
    await refreshed(dataDir, ['jolts'], settings);
    const held = firsts(dataDir, 'jolts');
    expect(Object.keys(held)).toHaveLength(26);
    expect(new Set(Object.values(held))).toEqual(new Set(['2000-12-01']));
    server.asked.length = 0;
    await refreshed(dataDir, ['jolts'], settings);
    expect(blocks(server)).toEqual(RECENT);
  });

  test('only incomplete or missing years of a series are fetched again', async () => {
    const [lacking = ''] = ids;
    const server = await startPublisherServer((ask, response, nth) =>
      bls(
        ask,
        Object.assign(Object.create(response), {
          end: (text: string) => {
            const answer = JSON.parse(text);
            for (const one of answer.Results.series) {
              if (one.seriesID !== lacking) continue;
              one.data = one.data.filter(
                ({ year, period }: { year: string; period: string }) =>
                  Number(year) >= 2010 && !(year === '2013' && period > 'M06'),
              );
            }
            response.end(JSON.stringify(answer));
          },
        }),
        nth,
      ),
    );
    const dataDir = makeDataDir();
    const settings = { mirror: server.mirror };
    await refreshed(dataDir, ['jolts'], settings);
    server.answer = bls;
    server.asked.length = 0;
    await refreshed(dataDir, ['jolts'], settings);
    expect(blocks(server)).toEqual(['1 2000-2009', '1 2013-2013', ...RECENT]);
    server.asked.length = 0;
    await refreshed(dataDir, ['jolts'], settings);
    expect(blocks(server)).toEqual(RECENT);
  });
});
