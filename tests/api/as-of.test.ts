import { describe, expect, it } from 'vitest';
import type { ViewEnvelope } from '../../service/contract/economic.ts';
import {
  DEBT_CODES,
  DEBT_RANGE,
  economic,
  type Observation,
  publish,
  type TestApp,
  testApp,
  walkPages,
} from './folder.ts';

const [PUBLIC = '', INTRA = ''] = DEBT_CODES;
const DATES = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
const values = (code: string, first: number, dates = DATES): Observation[] =>
  dates.map((date, index) => ({ code, date, value: `${first + index}.10` }));

/** 10 November: four days of two series. 12th and 14th: a revision of the same day. 16th: a fifth day. */
async function revisedApp(pageSize = 3): Promise<TestApp> {
  const app = await testApp({ isEmpty: true, pageSize });
  const on = (day: string, rows: Observation[]) =>
    publish(app.dataDir, 'us_debt', rows, 'file', `2026-11-${day}T23:59:59.999Z`);
  on('10', [...values(PUBLIC, 100), ...values(INTRA, 200)]);
  on('12', [{ code: PUBLIC, date: '2024-01-03', value: '555.50' }]);
  on('14', [{ code: PUBLIC, date: '2024-01-03', value: '666.60' }]);
  on('16', values(PUBLIC, 900, ['2024-01-08']));
  return app;
}

const question = (key: string, more: Record<string, string> = {}) =>
  economic('us_debt', { api_key: key, series: `${PUBLIC},${INTRA}`, ...DEBT_RANGE, ...more });

type Row = { date: string; series: string; value: string };
const walk = (app: TestApp, path: string) => walkPages<Row>(app, path);

/** The expected rows, by the value of 3 January and whether the fifth day is there. */
const expected = (third: string, hasFifth = false) =>
  [...DATES, ...(hasFifth ? ['2024-01-08'] : [])].flatMap((date, index) => [
    { date, series: PUBLIC, value: [`100.10`, third, '102.10', '103.10', '900.10'][index] },
    ...(index < 4 ? [{ date, series: INTRA, value: `${200 + index}.10` }] : []),
  ]);

describe('as_of', () => {
  it.each([
    ['2026-11-09', []],
    ['2026-11-10', expected('101.10')],
    ['2026-11-11', expected('101.10')],
    ['2026-11-12', expected('555.50')],
    ['2026-11-15', expected('666.60')],
    ['2026-11-16', expected('666.60', true)],
    ['2026-11-20', expected('666.60', true)],
  ])('%s answers what was known at the end of that day, in pages and as CSV', async (asOf, rows) => {
    const app = await revisedApp();
    expect(await walk(app, question(app.key, { as_of: asOf }))).toEqual(rows);
    const csv = await app.get(question(app.key, { as_of: asOf, format: 'csv' }));
    expect(csv.text).toBe(
      ['date,series,value', ...rows.map(({ date, series, value }) => `${date},${series},${value}`), ''].join(
        '\n',
      ),
    );
    expect(csv.headers).toMatchObject({
      'x-total-count': String(rows.length),
      'content-disposition': `attachment; filename="us_debt_2024-01-01_2024-12-31_as_of_${asOf}.csv"`,
    });
  });

  it.each([
    ['2026-11-12T23:59:59Z', expected('101.10')],
    ['2026-11-12T23:59:59.998Z', expected('101.10')],
    ['2026-11-12T23:59:59.999Z', expected('555.50')],
    ['2026-11-16T23:59:59.9Z', expected('666.60')],
    ['2026-11-20T12:00:05Z', expected('666.60', true)],
  ])('%s answers what was known at that instant', async (asOf, rows) => {
    const app = await revisedApp();
    expect(await walk(app, question(app.key, { as_of: asOf }))).toEqual(rows);
    const csv = await app.get(question(app.key, { as_of: asOf, format: 'csv' }));
    expect(csv.headers).toMatchObject({
      'x-total-count': String(rows.length),
      'content-disposition': expect.stringContaining(`_as_of_${asOf.replaceAll(':', '')}.csv"`),
    });
  });

  it('today gives the current answer, like a request without as_of', async () => {
    const app = await revisedApp();
    expect(await walk(app, question(app.key))).toEqual(expected('666.60', true));
    expect(await walk(app, question(app.key, { as_of: '2026-11-20' }))).toEqual(expected('666.60', true));
  });

  it('is kept by next_url, bound into the token, and has cached pages and ETags of its own', async () => {
    const app = await revisedApp();
    const first = await app.get(question(app.key, { as_of: '2026-11-11' }));
    const next = new URL(JSON.parse(first.text).pagination.next_url, 'http://localhost');
    expect(next.searchParams.get('as_of')).toBe('2026-11-11');
    const token = next.searchParams.get('token_id') ?? '';
    for (const other of [{ as_of: '2026-11-12' }, {}]) {
      const wrong = await app.get(question(app.key, { ...other, token_id: token }));
      expect([wrong.status, JSON.parse(wrong.text).detail.error]).toEqual([422, 'invalid_token']);
      const page = await app.get(question(app.key, other));
      expect(page.headers.etag).not.toBe(first.headers.etag);
      expect(page.text).not.toBe(first.text);
    }
    const etag = { 'if-none-match': String(first.headers.etag) };
    expect((await app.get(question(app.key, { as_of: '2026-11-11' }), etag)).status).toBe(304);
  });

  it('keeps its answer while new values are published between two pages', async () => {
    const app = await revisedApp();
    const first = JSON.parse((await app.get(question(app.key, { as_of: '2026-11-11' }))).text);
    publish(
      app.dataDir,
      'us_debt',
      [...values(PUBLIC, 700), ...values(INTRA, 800)],
      'file',
      '2026-11-19T00:00:00Z',
    );
    const rest = await walk(app, `/api/v1${first.pagination.next_url}`);
    expect([...first.data, ...rest]).toEqual(expected('101.10'));
  });
});

it('a view as of an instant has the data that were known at that instant', async () => {
  const app = await testApp({ isEmpty: true });
  const on = (day: string, rows: [string, string, string][]) =>
    publish(
      app.dataDir,
      'us_debt',
      rows.map(([code, date, value]) => ({ code, date, value })),
      'file',
      `2026-11-${day}T10:00:00.000Z`,
    );
  on('10', [
    [PUBLIC, '2024-01-02', '100.10'],
    [PUBLIC, '2024-01-03', '101.10'],
    [INTRA, '2024-01-03', '50.05'],
  ]);
  on('12', [
    [PUBLIC, '2024-01-03', '555.50'],
    [PUBLIC, '2024-01-05', '600.00'],
  ]);
  const series = `us_debt.${PUBLIC},us_debt.${INTRA}:hidden&formulas=a-b`;
  const asked = async (words: string) => {
    const { status, text } = await app.get(`/api/v1/view?series=${series}${words}&api_key=${app.key}`);
    expect(status, text).toBe(200);
    const { meta, data } = JSON.parse(text) as ViewEnvelope;
    return { range: meta.range, rows: data.map(({ date, value }) => `${date} ${value}`) };
  };
  const then = {
    range: { from: '2024-01-02', to: '2024-01-03' },
    rows: ['2024-01-02 100.10', '2024-01-03 101.10', '2024-01-03 51.05'],
  };
  const now = {
    range: { from: '2024-01-02', to: '2024-01-05' },
    rows: ['2024-01-02 100.10', '2024-01-03 555.50', '2024-01-03 505.45', '2024-01-05 600.00'],
  };
  expect(await asked('&as_of=2026-11-10')).toEqual(then);
  expect(await asked('&as_of=2026-11-12T09:59:59Z&range=1M')).toMatchObject({ rows: then.rows });
  expect(await asked('&as_of=2026-11-12T10:00:00.000Z')).toEqual(now);
  expect(await asked('')).toEqual(now);
  const csv = await app.get(`/api/v1/view?series=${series}&as_of=2026-11-10&format=csv&api_key=${app.key}`);
  expect(csv.text.trimEnd().split('\n').slice(1)).toEqual(['2024-01-02,100.10,', '2024-01-03,101.10,51.05']);
});
