import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import {
  BEARER,
  CLAIMS,
  DEBT_CODES,
  dayOf,
  publish,
  type TestApp,
  temporaryFolder,
  testApp,
  weekdays,
} from './folder.ts';

/** Only a client that asks for compression gets it, and the decompressed bytes are the same. */

const READ = { gzip: gunzipSync, br: brotliDecompressSync };
const ENCODINGS = ['gzip', 'br'] as const;
const CODE = 'total_public_debt_outstanding';
const ALL = `series=${CODE}&date_from=1900-01-01&date_to=2024-12-31`;
const PATHS = {
  chart: `/api/v1/view?series=us_debt.${CODE}`,
  page: `/api/v1/economic-data/us_debt?${ALL}`,
  csv: `/api/v1/economic-data/us_debt?${ALL}&format=csv`,
  calculated: `/api/v1/economic-data/us_debt?${ALL}&units=chg&format=csv`,
};

function folder(days = 25_000): string {
  const dataDir = temporaryFolder();
  const rows = weekdays('1900-01-02', days).map((date, i) => ({ code: CODE, date, value: `${i}.10` }));
  publish(dataDir, 'us_debt', rows);
  return dataDir;
}

describe('a compressed answer', () => {
  it.each(Object.entries(PATHS))('%s decompresses to the plain one', async (_, path) => {
    const { get } = await testApp({ dataDir: folder(), pageSize: 5000 });
    // A page's token contains the second in which it was made; the clock of the tests stands still.
    const plain = await get(path, BEARER);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encoding of ENCODINGS) {
      const answer = await get(path, { ...BEARER, 'accept-encoding': encoding });
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        vary: expect.stringContaining('Accept-Encoding'),
        etag: plain.headers.etag,
      });
      expect(READ[encoding](answer.bytes).equals(plain.bytes)).toBe(true);
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 4);
      const head = await get(path, { ...BEARER, 'accept-encoding': encoding }, 'HEAD');
      expect(head.headers['content-encoding']).toBe(encoding);
      expect(head.headers['x-total-count']).toBe(plain.headers['x-total-count']);
    }
  });

  it('has the encoding that the client prefers, and none that it refuses', async () => {
    const { get } = await testApp({ dataDir: folder(1000), pageSize: 5000 });
    for (const path of Object.values(PATHS)) {
      for (const [accept, encoding] of [
        ['gzip, deflate, br, zstd', 'gzip'],
        ['gzip;q=0.5, br', 'br'],
        ['br;q=0, gzip', 'gzip'],
        ['gzip;q=0, br;q=0', undefined],
        ['identity', undefined],
        ['zstd', undefined],
      ]) {
        const { headers } = await get(path, { ...BEARER, 'accept-encoding': accept as string });
        expect(headers['content-encoding'], `${path} ${accept}`).toBe(encoding);
      }
    }
  });

  it('is sent plain if it is short', async () => {
    const { get } = await testApp();
    const short = PATHS.csv.replace('1900-01-01', '2024-02-20');
    const { headers, text } = await get(short, { ...BEARER, 'accept-encoding': 'gzip, br' });
    expect([headers['content-encoding'], text.split('\n')[0]]).toEqual([undefined, 'date,series,value']);
    const catalog = await get('/api/v1/catalog', { 'accept-encoding': 'gzip, br' });
    expect(catalog.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(catalog.bytes).toString()).datasets).toHaveLength(9);
  });
});

/** Parquet has the rows of the CSV, with types. */

const RANGE = 'date_from=2024-01-01&date_to=2024-12-31';
const QUESTIONS = [
  `/api/v1/economic-data/us_debt?series=debt_held_by_public,intragovernmental_holdings&${RANGE}`,
  `/api/v1/economic-data/us_debt?series=debt_held_by_public&units=pch&frequency=m&${RANGE}`,
  `/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims&state=NY,CA&${RANGE}`,
  `/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims,continued_claims&layout=wide&${RANGE}`,
  `/api/v1/economic-data/jolts?series=hires_level_sa&${RANGE}`,
  '/yields/series=US10Y,US10Y_US2Y?order=desc',
  '/yields/series=US10Y,US2Y?layout=wide&date=2024-03-10',
  '/yields/series=US10Y?as_of=2026-11-20T12:00:05Z&units=chg',
  '/constituents/series=TESTIDX?limit=3',
];

const ask = ({ get, key }: TestApp, path: string, format: string, how: [object?, string?] = []) =>
  get(`${path}&format=${format}`, { 'x-api-key': key, ...how[0] }, how[1]);

function rowsOf(bytes: Buffer): Promise<Record<string, unknown>[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  return parquetReadObjects({ file });
}

it.each(QUESTIONS)('%s has the rows and columns of the CSV', async (path) => {
  const app = await testApp();
  const [csv, parquet] = [await ask(app, path, 'csv'), await ask(app, path, 'parquet')];
  expect([csv.status, parquet.status], parquet.text).toEqual([200, 200]);
  const [head = '', ...lines] = csv.text.trimEnd().split('\n');
  const names = head.split(',');
  const rows = await rowsOf(parquet.bytes);
  const text = (cell: unknown) =>
    cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '');
  // Members' names have commas and quotes, which this comparison leaves out.
  const plain = (cell: string) => cell.replaceAll(/[",]/g, '');
  expect(rows.map((row) => names.map((name) => plain(text(row[name]))).join())).toEqual(
    lines.map((line) => line.replace(/"Company, ""(\d+)"" Inc."/, 'Company $1 Inc.')),
  );
  for (const row of rows)
    for (const name of names)
      if (`${name}_double` in row)
        expect(row[`${name}_double`]).toBe(row[name] == null ? undefined : Number(row[name]));
  const name = String(csv.headers['content-disposition']).replace('.csv"', '.parquet"');
  expect(parquet.headers).toMatchObject({
    'content-type': 'application/vnd.apache.parquet',
    'content-disposition': name,
    'x-total-count': String(rows.length),
  });
});

it('a Parquet file’s footer describes its rows, and Parquet supports ETags and HEAD', async () => {
  const app = await testApp();
  const path = `${QUESTIONS[1]}&as_of=2026-11-20`;
  const { bytes, headers } = await ask(app, path, 'parquet');
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const about = parquetMetadata(file).key_value_metadata?.find(({ key }) => key === 'almanac');
  expect(JSON.parse(about?.value ?? '')).toMatchObject({
    dataset: 'us_debt',
    date_from: '2024-01-01',
    as_of: '2026-11-20',
    units: 'pch',
    frequency: 'm',
    series: [{ code: 'debt_held_by_public' }],
  });
  expect((await ask(app, path, 'parquet', [{ 'if-none-match': headers.etag }])).status).toBe(304);
  const head = await ask(app, path, 'parquet', [{}, 'HEAD']);
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  expect((await ask(app, path, 'csv')).headers.etag).not.toBe(headers.etag);
});

/** Wide CSV, one row per date: the same observations as the long CSV, even if a chunk ends within a date. */

async function csv(
  { get, key }: TestApp,
  path: string,
  query: string,
): Promise<{ text: string; headers: object }> {
  const answer = await get(`${path}?${query}&format=csv`, { 'x-api-key': key });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

/** @returns the observations of a wide CSV as rows of the long CSV, by column. */
function unpivoted(text: string): string[] {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const columns = head.split(',').slice(1);
  return lines.flatMap((line) => {
    const [date, ...cells] = line.split(',');
    expect(cells).toHaveLength(columns.length);
    return cells.flatMap((value, i) => (value === '' ? [] : [`${date},${columns[i]},${value}`]));
  });
}

const YEAR = 'date_from=2024-01-01&date_to=2024-12-31';

it('a wide CSV has the observations of the long CSV, one row per date, with the columns in the order asked for', async () => {
  const app = await testApp();
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(DEBT_CODES, { minLength: 1 }), async (codes) => {
      const path = '/api/v1/economic-data/us_debt';
      const query = `series=${codes}&${YEAR}`;
      const [long, wide] = [await csv(app, path, query), await csv(app, path, `${query}&layout=wide`)];
      expect(wide.text.split('\n')[0]).toBe(['date', ...codes].join());
      expect(unpivoted(wide.text)).toEqual(long.text.trimEnd().split('\n').slice(1));
      expect(wide.text.trimEnd().split('\n')).toHaveLength(41);
      expect(wide.headers).not.toHaveProperty('x-total-count');
      expect(wide.headers).toMatchObject({ 'content-disposition': expect.stringContaining('_wide.csv') });
    }),
    { numRuns: 10 },
  );
});

it('a wide CSV has a column for each state that is stored or asked for; a state without observations is empty', async () => {
  const app = await testApp();
  const path = '/api/v1/economic-data/ui_state_weekly_claims';
  const all = await csv(app, path, `series=continued_claims,initial_claims&${YEAR}&layout=wide`);
  const states = ['CA', 'NY', 'TX'];
  expect(all.text.split('\n')[0]).toBe(
    [
      'date',
      ...['continued_claims', 'initial_claims'].flatMap((code) => states.map((state) => `${code}.${state}`)),
    ].join(),
  );
  expect(unpivoted(all.text).toSorted()).toEqual(
    CLAIMS.map(({ code, area, date, value }) => `${date},${code}.${area},${value}`).toSorted(),
  );
  const some = await csv(app, path, `series=initial_claims&state=TX,AK&${YEAR}&layout=wide`);
  expect(some.text.split('\n').slice(0, 2)).toEqual([
    'date,initial_claims.TX,initial_claims.AK',
    '2024-01-06,1000,',
  ]);
});

it('a wide CSV continues the row if a chunk of 10,000 observations ends within a date', async () => {
  const app = await testApp({ isEmpty: true });
  const dates = Array.from({ length: 7000 }, (_, i) =>
    new Date((dayOf('1990-01-01') + i) * 86_400_000).toISOString().slice(0, 10),
  );
  publish(
    app.dataDir,
    'us_debt',
    dates.flatMap((date, i) =>
      DEBT_CODES.slice(0, 3).map((code, place) => ({ code, date, value: `${i}.${place}` })),
    ),
  );
  const query = `series=${DEBT_CODES}&date_from=1990-01-01&date_to=2024-12-31&layout=wide`;
  const { text } = await csv(app, '/api/v1/economic-data/us_debt', query);
  expect(text.trimEnd().split('\n')).toEqual([
    ['date', ...DEBT_CODES].join(),
    ...dates.map((date, i) => `${date},${i}.0,${i}.1,${i}.2`),
  ]);
});

it('yields have wide CSV too, in either order and calculated; JSON ignores the layout', async () => {
  const app = await testApp();
  const path = '/yields/series=US2Y,US10Y';
  const up = await csv(app, path, 'layout=wide');
  const down = await csv(app, path, 'layout=wide&order=desc');
  expect(up.text.split('\n')[0]).toBe('date,US2Y,US10Y');
  expect(down.text.trimEnd().split('\n').slice(1)).toEqual(
    up.text.trimEnd().split('\n').slice(1).toReversed(),
  );
  const changes = await csv(app, path, 'layout=wide&units=chg');
  expect(changes.text.split('\n')[1]).toMatch(/^2024-03-04,0\.01,0\.01$/);
  const etags = await Promise.all(
    ['', '&layout=wide'].map(
      async (words) => (await app.get(`${path}?limit=3${words}`, { 'x-api-key': app.key })).headers.etag,
    ),
  );
  expect(etags[0]).toBe(etags[1]);
});
