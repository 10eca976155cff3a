import { describe, expect, test } from 'vitest';
import { DATASETS } from '../../../service/datasets/index.ts';
import { isRefreshable, refreshDataset } from '../../../service/ingest/fetch/index.ts';
import { LONG, send, stall } from '../../faults/fetch-fixtures.ts';
import { type Handler, startPublisherServer } from './publisher-server.ts';
import { held, makeDataDir, NOW, refreshed } from './refreshing.ts';

const BEA = 'personal_income_and_outlays';
const fred: Handler = ({ url }, response) => {
  const id = /[?&]id=([A-Z0-9]+)/.exec(url)?.[1] ?? '';
  const rows = url.includes('&cosd=2026-07-18') ? '' : '2026-07-11,208000\n';
  response.end(`observation_date,${id}\n${rows}`);
};
const CLAIMS = `<?xml version="1.0"?>
<r539cyNational rundate="7/20/2026"><week><weekEnded>07/04/2026</weekEnded>
<InitialClaims><NSA>252,000</NSA><SF>100.0</SF><SA>252,000</SA><SA4WK>251,000</SA4WK></InitialClaims>
<ContinuedClaims><NSA>1,533,000</NSA><SF>100.0</SF><SA>1,533,000</SA><SA4WK>1,530,000</SA4WK></ContinuedClaims>
<IUR><NSA>1.0</NSA><SA>1.0</SA></IUR><CoveredEmployment>150,000,000</CoveredEmployment></week></r539cyNational>
`;
const isFred = (url: string) => url.startsWith('fred.stlouisfed.org/');

test('every dataset of the catalogue has a source', () => {
  expect(DATASETS.filter(({ id }) => !isRefreshable(id))).toEqual([]);
  expect(isRefreshable('no_dataset')).toBe(false);
});

describe('FRED', () => {
  test('is used only if the user allows it', async () => {
    const server = await startPublisherServer(send('', {}, 403));
    const { outcomes } = await refreshed(makeDataDir(), [BEA, 'ui_weekly_claims'], { mirror: server.mirror });
    expect(server.asked.filter(({ url }) => isFred(url))).toEqual([]);
    expect(outcomes.map(({ state }) => state)).toEqual(['failed', 'failed']);
  });

  test('is used if the publisher does not answer, with one id in each request', async () => {
    const server = await startPublisherServer((asked, response, nth) =>
      isFred(asked.url) ? fred(asked, response, nth) : response.writeHead(403).end(),
    );
    const dataDir = makeDataDir();
    const { outcomes, events } = await refreshed(dataDir, ['ui_weekly_claims'], {
      mirror: server.mirror,
      allowFred: true,
    });
    expect(server.asked.filter(({ url }) => isFred(url)).map(({ url }) => url.split('id=')[1])).toEqual([
      'ICSA',
      'CCSA',
      'ICNSA',
      'CCNSA',
      'IC4WSA',
      'CC4WSA',
    ]);
    expect(outcomes).toMatchObject([{ state: 'stored', source: 'FRED (fredgraph.csv)' }]);
    expect(events.filter(({ t }) => t === 'note')).toMatchObject([
      {
        text: expect.stringMatching(/^Department of Labor [^\n]*403[^\n]* Trying FRED \(fredgraph\.csv\)\.$/),
      },
    ]);
    expect(held(dataDir).ui_weekly_claims).toBe('6 publisher 2026-07-11 2026-07-11');
  });

  test('is used for the weeks that the Department of Labor’s file lacks', async () => {
    const server = await startPublisherServer((asked, response, nth) =>
      isFred(asked.url) ? fred(asked, response, nth) : response.end(CLAIMS),
    );
    const dataDir = makeDataDir();
    const settings = { mirror: server.mirror, allowFred: true };
    const { outcomes } = await refreshed(dataDir, ['ui_weekly_claims'], settings);
    expect(outcomes).toMatchObject([{ state: 'stored' }]);
    const asked = server.asked.filter(({ url }) => isFred(url)).map(({ url }) => url);
    expect(asked).toHaveLength(6);
    expect(asked[0]).toBe('fred.stlouisfed.org/graph/fredgraph.csv?id=ICSA&cosd=2026-07-05');
    expect(held(dataDir).ui_weekly_claims).toBe('12 publisher 2026-07-04 2026-07-11');
  });
});

describe('a refresh of several datasets', () => {
  const mixed: Handler = ({ url }, response) =>
    url.startsWith('apps.bea.gov/') ? response.end(LONG) : response.writeHead(404).end();

  test('continues after one that fails, and names the failed one', async () => {
    const server = await startPublisherServer(mixed);
    const dataDir = makeDataDir();
    const { outcomes } = await refreshed(dataDir, ['us_exports', BEA, 'constituents'], {
      mirror: server.mirror,
    });
    expect(outcomes.map(({ dataset, state }) => `${dataset} ${state}`)).toEqual([
      `${BEA} stored`,
      'us_exports failed',
      'constituents failed',
      'constituents failed',
      'constituents failed',
    ]);
    expect(Object.keys(held(dataDir))).toEqual([BEA]);
  });

  test('reports the phases, bytes and rows of each source', async () => {
    const server = await startPublisherServer(mixed);
    const { events } = await refreshed(makeDataDir(), [BEA], { mirror: server.mirror });
    const progress = events.flatMap((event) => (event.t === 'progress' ? [event] : []));
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    expect(progress.at(-1)).toMatchObject({ dataset: BEA, bytes: LONG.length, rows: 6 });
    expect(events.map(({ t }) => t).filter((t) => t !== 'progress')).toEqual(['stored', 'outcome', 'done']);
  });

  test('stops in the middle of a file when it is cancelled, and sends no more requests', async () => {
    const server = await startPublisherServer(stall(LONG));
    const dataDir = makeDataDir();
    const { outcomes } = await refreshed(
      dataDir,
      [BEA, 'us_exports'],
      { mirror: server.mirror },
      (event, cancel) => {
        if (event.t === 'progress' && event.bytes > 0) cancel();
      },
    );
    expect(outcomes).toMatchObject([
      { dataset: BEA, state: 'cancelled', refused: { code: 'cancelled' } },
      { dataset: 'us_exports', state: 'cancelled' },
    ]);
    expect([server.asked.length, held(dataDir)]).toEqual([1, {}]);
  });
});

describe('refreshDataset', () => {
  const options = (dataDir: string, mirror: string) => ({
    dataDir,
    now: () => NOW,
    settings: { mirror },
    clock: { random: () => 0, sleep: () => Promise.resolve() },
  });

  test('yields each fetched source, then throws for the failed ones', async () => {
    const list =
      'Symbol,Security,GICS Sector,GICS Sub-Industry,Headquarters Location,Date added,CIK,Founded\nMMM,3M,Industrials,Industrial Conglomerates,"Saint Paul, Minnesota",1957-03-04,0000066740,1902\n';
    const server = await startPublisherServer(({ url }, response) =>
      url.startsWith('raw.githubusercontent.com/') ? response.end(list) : response.writeHead(403).end(),
    );
    const came: string[] = [];
    const all = async () => {
      for await (const { source } of refreshDataset('constituents', options(makeDataDir(), server.mirror)))
        came.push(source);
    };
    await expect(all()).rejects.toThrow(/^iShares [^\n]*403[^\n]*State Street [^\n]*403/);
    expect(came).toEqual(['S&P 500 companies (open list)']);
  });

  test('sends no request if it was cancelled before it began', async () => {
    const server = await startPublisherServer(send(LONG));
    const all = async () => {
      const signal = AbortSignal.abort();
      for await (const _ of refreshDataset(BEA, { ...options(makeDataDir(), server.mirror), signal }));
    };
    await expect(all()).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.asked).toEqual([]);
  });
});
