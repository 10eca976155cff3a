import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { importFiles } from '../../../service/ingest/index.ts';
import { openReader } from '../../../service/store/index.ts';
import { cut, first, send } from '../../faults/fetch-fixtures.ts';
import { archive } from '../../sources/archive-fixtures.ts';
import { NO_FILES } from '../../sources/read-text.ts';
import { NIPA, stateClaims } from '../../sources/text-fixtures.ts';
import { CENSUS_ROWS, HOLDING_ROWS, workbook } from '../../sources/workbook-fixtures.ts';
import { claimsXml, h41Xml, treasuryFeed } from '../../sources/xml-fixtures.ts';
import { noWeekend, usDate } from '../../weekdays.ts';
import { type Handler, startPublisherServer } from './publisher-server.ts';
import { DATA, debtPage, debtRows, FILES, real, replay, YIELD_FILES } from './publishers-replayed.ts';
import { refreshChannel } from './refresh-channel.ts';
import { held, makeDataDir, NOW, refreshed } from './refreshing.ts';

const DEBT = {
  record_date: '2024-01-02',
  debt_held_public_amt: '27000000000000.10',
  intragov_hold_amt: '7000000000000.00',
  tot_pub_debt_out_amt: '34000000000000.10',
};
const IVV = `\uFEFFiShares Core S&P 500 ETF
Fund Holdings as of,"Dec 06, 2024"
\u00A0
Ticker,Name,Sector,Asset Class,Market Value,Weight (%),Notional Value,Quantity,Price,Location,Exchange,Currency,FX Rate,Market Currency,Accrual Date
"AAPL","APPLE INC","Information Technology","Equity","41,700,670,815.44","7.15","41,700,670,815.44","171,720,766.00","242.84","United States","NASDAQ","USD","1.00","USD","-"
\u00A0
`;
const LIST =
  'Symbol,Security,GICS Sector,GICS Sub-Industry,Headquarters Location,Date added,CIK,Founded\nMMM,3M,Industrials,Industrial Conglomerates,"Saint Paul, Minnesota",1957-03-04,0000066740,1902\n';

/** All publishers with small made-up files in their layouts, for machines without the real files. */
const ANSWERS: Record<string, () => string | Buffer> = {
  'oui.doleta.gov/unemploy/wkclaims/report.asp': claimsXml,
  'oui.doleta.gov/unemploy/csv/ar539.csv': () => stateClaims('iso'),
  'apps.bea.gov/national/Release/TXT/NipaDataM.txt': () => NIPA,
  'www.census.gov/foreign-trade/balance/country.xlsx': () => workbook(CENSUS_ROWS),
  'www.federalreserve.gov/releases/h41/data/FRB_h41_xml.zip': () =>
    archive([
      { name: 'H41_struct.xml', data: '<structure/>' },
      { name: 'H41_data.xml', data: h41Xml() },
    ]),
  'api.fiscaldata.treasury.gov/services/api/fiscal_service/v2/accounting/od/debt_to_penny': () =>
    debtPage([DEBT], 1, 10),
  'raw.githubusercontent.com/datasets/s-and-p-500-companies/main/data/constituents.csv': () => LIST,
  'www.ishares.com/us/products/239726/ishares-core-sp-500-etf/1467271812596.ajax': () => IVV,
  'www.ssga.com/us/en/intermediary/library-content/products/fund-data/etfs/us/holdings-daily-us-en-spy.xlsx':
    () => workbook(HOLDING_ROWS),
};
const bls: Handler = ({ body }, response) => {
  const { seriesid, endyear } = JSON.parse(body) as { seriesid: string[]; endyear: string };
  const data = [{ year: endyear, period: 'M01', value: '7.5', footnotes: [{}] }];
  const series = seriesid.map((seriesID) => ({ seriesID, data }));
  response.end(JSON.stringify({ status: 'REQUEST_SUCCEEDED', message: [], Results: { series } }));
};
const treasury: Handler = ({ url }, response) => {
  const year = /rates\.csv\/(\d{4})\//.exec(url)?.[1];
  response.end(
    year === '2026' ? '' : `Date,"3 Mo","10 Yr"\n${usDate(noWeekend(`${year}-01-03`, 'on'))},5.00,4.50`,
  );
};
const all: Handler = (asked, response, nth) => {
  const [address = ''] = asked.url.split('?', 1);
  const answer = ANSWERS[address];
  if (answer) response.end(answer());
  else if (address.startsWith('api.bls.gov/')) bls(asked, response, nth);
  else if (address.startsWith('home.treasury.gov/')) treasury(asked, response, nth);
  else response.writeHead(404).end();
};

test('every source is fetched by its first way, and its run has the publisher’s address', async () => {
  const server = await startPublisherServer(all);
  const dataDir = makeDataDir();
  const { outcomes, events } = await refreshed(dataDir, undefined, { mirror: server.mirror });
  expect(outcomes.filter(({ state }) => state !== 'stored')).toEqual([]);
  expect(events.filter(({ t }) => t === 'note')).toEqual([]);
  expect(Object.keys(held(dataDir))).toHaveLength(9);
  const reader = openReader(dataDir);
  const runs = reader.lastRuns();
  reader.close();
  for (const { kind, origin, location } of runs) {
    expect([kind, origin]).toEqual(['refresh', 'publisher']);
    expect(location).toMatch(/^https:\/\/(\w+[.-])+(gov|com)\//);
  }
});

test('the Treasury’s feed replaces its CSV, and the outcome names both', async () => {
  const server = await startPublisherServer(({ url }, response) => {
    const year = /pages\/xml\?.*value=(\d{4})$/.exec(url)?.[1];
    if (year === undefined) response.writeHead(403).end();
    else
      response.end(
        treasuryFeed((xml) => (year === '2026' ? xml : xml.replace(/<entry>[\s\S]*<\/entry>/, ''))),
      );
  });
  const dataDir = makeDataDir();
  const { outcomes, events } = await refreshed(dataDir, ['yields'], { mirror: server.mirror });
  expect(outcomes).toMatchObject([{ state: 'stored', source: 'US Treasury par yields (XML feed)' }]);
  expect(events.filter(({ t }) => t === 'note')).toMatchObject([
    { text: expect.stringMatching(/403[^\n]*Trying US Treasury par yields \(XML feed\)\.$/) },
  ]);
  expect(held(dataDir).yields).toMatch(/ publisher 2026-/);
});

test('if no way works, the failure names each way', async () => {
  const server = await startPublisherServer((_, response) => response.writeHead(404).end());
  const { outcomes } = await refreshed(makeDataDir(), ['factors_affecting_reserve_balances'], {
    mirror: server.mirror,
  });
  expect(outcomes[0]?.refused?.message).toMatch(
    /^Federal Reserve H\.4\.1 \(FRB_h41_xml\.zip\): [^\n]*404[^\n]* Federal Reserve H\.4\.1 \(Data Download Program CSV\): [^\n]*404/,
  );
});

const BEA = 'personal_income_and_outlays';

/** Opens a service whose publishers refuse every request. */
async function open() {
  const channel = await refreshChannel(send('', {}, 403));
  const set = (allowFred: boolean, contact: string) =>
    channel.calls.endpoints['refresh-settings']({ allow_fred: allowFred, contact });
  const refresh = () => channel.refresh(BEA);
  /** @returns whether a request since the last call went to FRED, and the contacts in these requests. */
  const seen = () => {
    const asked = channel.server.asked.splice(0);
    const agents = new Set(asked.map(({ headers }) => headers['user-agent']?.replace(/^[^(]*/, '')));
    return { fred: asked.some(({ url }) => url.startsWith('fred.stlouisfed.org/')), agents: [...agents] };
  };
  return { set, refresh, bySchedule: () => channel.bySchedule(BEA), seen };
}

test('a refresh by hand follows the settings', async () => {
  const { set, refresh, seen } = await open();
  await refresh();
  expect(seen()).toEqual({ fred: false, agents: ['(desktop data explorer)'] });
  expect(await set(true, 'me@example.org')).toMatchObject({
    auto_refresh: true,
    allow_fred: true,
    contact: 'me@example.org',
  });
  await refresh();
  expect(seen()).toEqual({ fred: true, agents: ['(desktop data explorer; me@example.org)'] });
});

test('a scheduled refresh follows the settings too', async () => {
  const { set, bySchedule, seen } = await open();
  await expect(bySchedule()).rejects.toThrow(/403/);
  expect(seen()).toEqual({ fred: false, agents: ['(desktop data explorer)'] });
  await set(true, 'me@example.org');
  await expect(bySchedule()).rejects.toThrow(/403/);
  expect(seen()).toEqual({ fred: true, agents: ['(desktop data explorer; me@example.org)'] });
});

test('a contact that cannot be sent is refused, and the settings stay', async () => {
  const { set, refresh, seen } = await open();
  await set(false, 'me@example.org');
  await expect(set(true, 'a\nb')).rejects.toMatchObject({ code: 'wrong_usage' });
  await refresh();
  expect(seen()).toEqual({ fred: false, agents: ['(desktop data explorer; me@example.org)'] });
});

// All real files are read twice.
vi.setConfig({ testTimeout: 120_000 });

describe('a refresh of all nine datasets from publishers that answer with real files', () => {
  test('stores the same data as imports of the same files by hand', { tags: 'soak' }, async ({ skip }) => {
    skip(!existsSync(DATA), NO_FILES);
    const server = await startPublisherServer(replay);
    const dataDir = makeDataDir();
    const { outcomes } = await refreshed(dataDir, undefined, { mirror: server.mirror });

    expect(outcomes.filter(({ state }) => state !== 'stored')).toEqual([]);
    expect(new Set(outcomes.map(({ dataset }) => dataset)).size).toBe(9);

    const byHand = makeDataDir();
    const debt = path.join(path.dirname(byHand), 'debt.json');
    writeFileSync(debt, debtPage(debtRows(), 1, 100_000));
    const files = [...Object.values(FILES), ...YIELD_FILES, 'jolts/bls_v1_JTSJOL_2019_2026_excerpt.json'].map(
      (file) => path.join(DATA, file),
    );
    await importFiles({ dataDir: byHand, files: [...files, debt], now: () => NOW });
    const expected = Object.entries(held(byHand)).map(([dataset, text]) => [
      dataset,
      text.replace(' file ', ' publisher '),
    ]);
    console.log(expected.map((row) => row.join(': ')).join('\n'));
    expect(held(dataDir)).toEqual(Object.fromEntries(expected));
    // Only the data and the ledger of requests are left.
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('data.sqlite'))).toEqual(['work.sqlite']);
  });

  test('sends the requests of the sources: six blocks to BLS, two pages of debt, a form to the Department of Labor', async ({
    skip,
  }) => {
    skip(!existsSync(DATA), NO_FILES);
    const server = await startPublisherServer(replay);
    const dataDir = makeDataDir();
    await refreshed(dataDir, ['ui_weekly_claims', 'jolts', 'us_debt'], {
      mirror: server.mirror,
      contact: 'me@example.org',
    });
    const [claims, ...others] = server.asked;
    expect([claims?.method, claims?.headers['content-type'], claims?.body]).toEqual([
      'POST',
      'application/x-www-form-urlencoded',
      'level=us&final_yr=2027&strtdate=1967&enddate=2026&filetype=xml&submit=Submit',
    ]);
    const bls = others.filter(({ url }) => url.startsWith('api.bls.gov/'));
    expect(
      bls.map(({ body }) => JSON.parse(body)).map((ask) => [ask.seriesid.length, ask.startyear, ask.endyear]),
    ).toEqual([
      [25, '2000', '2009'],
      [1, '2000', '2009'],
      [25, '2010', '2019'],
      [1, '2010', '2019'],
      [25, '2020', '2026'],
      [1, '2020', '2026'],
    ]);
    expect(others.filter(({ url }) => url.startsWith('api.fiscaldata'))).toHaveLength(2);
    for (const { headers } of server.asked) {
      expect(headers['user-agent']).toMatch(/^Almanac\/\d[\d.]* \(desktop data explorer; me@example\.org\)$/);
    }
  });

  test('a workbook that is cut is fetched again from its beginning, without compression', async ({
    skip,
  }) => {
    skip(!existsSync(DATA), NO_FILES);
    const workbook = real(FILES['www.census.gov/foreign-trade/balance/country.xlsx']);
    const server = await startPublisherServer(first(cut(workbook), send(workbook)));
    const dataDir = makeDataDir();
    await refreshed(dataDir, ['us_exports'], { mirror: server.mirror });
    expect(server.asked.map(({ headers }) => [headers.range, headers['accept-encoding']])).toEqual([
      [undefined, 'identity'],
      [undefined, 'identity'],
    ]);
    expect(held(dataDir).us_exports).toBe('3199 publisher 1985-01-01 2023-01-01');
  });
});
