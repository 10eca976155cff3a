import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { type TestApp, testApp } from './folder.ts';

/** Parquet wherever CSV is: the same rows, typed. */

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
  // Names of members have commas and quotes, which are others' matter.
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

it('says in its footer what the rows are, and keeps to ETags and HEAD', async () => {
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
