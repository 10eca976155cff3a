import { strFromU8, unzipSync } from 'fflate';
import { parquetReadObjects } from 'hyparquet';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { ViewEnvelope } from '../../service/contract/economic.ts';
import { clock, DEBT, economic, type TestApp, testApp, walkPages } from './folder.ts';

/** `GET /api/v1/view` as a program uses it. */

const DEBT_ID = 'us_debt.debt_held_by_public';
const view = (query: Record<string, string> | string) =>
  `/api/v1/view?${typeof query === 'string' ? query : new URLSearchParams(query)}`;
const withKey = ({ get, key }: TestApp, query: Record<string, string> | string, method = 'GET') =>
  get(view(query), { 'x-api-key': key }, method);

const detailOf = async (app: TestApp, query: Record<string, string>) => {
  const { status, text } = await withKey(app, query);
  return [status, JSON.parse(text).detail];
};

describe('the lines of a chart', () => {
  it('are answered with the way they were made, as the schema describes', async () => {
    const app = await testApp({ pageSize: 5000 });
    const search = { series: `${DEBT_ID},yields.US10Y:pch:hidden`, formulas: 'a*2,a-a:ma2', range: '1M' };
    const { status, text, headers } = await withKey(app, search);
    expect(status).toBe(200);
    const body = JSON.parse(text);
    expect(Value.Errors(ViewEnvelope, body)).toEqual([]);
    expect(headers['x-data-origin']).toBe('file');
    expect(
      body.meta.lines.map(({ line, series, formula, letters }: ViewEnvelope['meta']['lines'][number]) => [
        line,
        series,
        formula,
        letters,
      ]),
    ).toEqual([
      [DEBT_ID, DEBT_ID, null, null],
      ['Debt held by the public × 2', null, 'a*2', { a: DEBT_ID }],
      ['Debt held by the public − Debt held by the public_MA2', null, 'a-a', { a: DEBT_ID }],
    ]);
    const last = DEBT.filter(({ code }) => code === 'debt_held_by_public').at(-1);
    // The hidden series does not widen the range, as on the page, since no formula needs it.
    expect(body.meta.range).toEqual({ from: '2024-01-26', to: last?.date });
    const rows: ViewEnvelope['data'] = body.data;
    const ofDebt = rows.filter(({ line }) => line === DEBT_ID);
    expect(ofDebt.map(({ date, value }) => [date, value])).toEqual(
      DEBT.filter(({ code, date }) => code === 'debt_held_by_public' && date >= '2024-01-26').map(
        ({ date, value }) => [date, value],
      ),
    );
  });

  it('come in pages with the same rows as the CSV', async () => {
    const app = await testApp({ pageSize: 7 });
    const search = { series: `${DEBT_ID},us_debt.intragovernmental_holdings:chg` };
    const rows = await walkPages<ViewEnvelope['data'][number]>(app, view(search));
    expect(rows).toHaveLength(79);
    const long = await withKey(app, { ...search, format: 'csv', layout: 'long' });
    expect(long.text).toBe(
      ['date,line,value', ...rows.map(({ date, line, value }) => `${date},${line},${value}`), ''].join('\n'),
    );
    const wide = await withKey(app, { ...search, format: 'csv' });
    expect(wide.text.split('\n').slice(0, 3)).toEqual([
      `date,${DEBT_ID},us_debt.intragovernmental_holdings_CHG`,
      '2024-01-02,20000000000000.10,',
      '2024-01-03,20000000001000.10,1000.00',
    ]);
    expect(wide.headers['x-total-count']).toBe('40');
    expect(long.headers['x-total-count']).toBe('79');
    expect(wide.headers['content-disposition']).toBe(
      'attachment; filename="Debt held by the public and Intragovernmental holdings, dollars and change, dollars, daily, 2024-01-02 to 2024-02-26.csv"',
    );
  });

  it('are the same with date_from and date_to, and as CSV by Accept', async () => {
    const app = await testApp({ pageSize: 5000 });
    const days = { from: '2024-01-10', to: '2024-01-12' };
    const plain = await withKey(app, { series: DEBT_ID, ...days });
    const other = await withKey(app, { series: DEBT_ID, date_from: days.from, date_to: days.to });
    expect(other.text).toBe(plain.text);
    expect(JSON.parse(plain.text).data.map(({ date }: { date: string }) => date)).toEqual([
      '2024-01-10',
      '2024-01-11',
      '2024-01-12',
    ]);
    const csv = await app.get(view({ series: DEBT_ID, ...days }), {
      'x-api-key': app.key,
      accept: 'text/csv',
    });
    expect(csv.text).toBe((await withKey(app, { series: DEBT_ID, ...days, format: 'csv' })).text);
  });

  it('come as a workbook and as Parquet too, with the rows of the CSV', async () => {
    const app = await testApp({ pageSize: 5000 });
    const search = { series: `${DEBT_ID},us_debt.intragovernmental_holdings:chg` };
    for (const layout of ['wide', 'long']) {
      const { text } = await withKey(app, { ...search, layout, format: 'csv' });
      const [names = [], ...csv] = text
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split(','));
      const { headers, bytes } = await withKey(app, { ...search, layout, format: 'parquet' });
      expect(headers['content-type']).toBe('application/vnd.apache.parquet');
      expect(headers['x-total-count']).toBe(String(csv.length));
      const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
      const numbers = names.flatMap((name, at) =>
        name === 'value' || name.startsWith('us_debt') ? [at] : [],
      );
      const read = rows.map((row) => numbers.map((at) => row[names[at] ?? ''] ?? ''));
      expect(read).toEqual(csv.map((cells) => numbers.map((at) => cells[at])));
    }
    const book = await withKey(app, { ...search, format: 'xlsx' });
    expect(book.headers['content-disposition']).toMatch(/, daily, 2024-01-02 to 2024-02-26\.xlsx"$/);
    const parts = unzipSync(new Uint8Array(book.bytes));
    expect(strFromU8(parts['xl/workbook.xml'] as Uint8Array)).toMatch(/name="README".*name="Daily"/);
    const again = { 'x-api-key': app.key, 'if-none-match': String(book.headers.etag) };
    expect((await app.get(view({ ...search, format: 'xlsx' }), again)).status).toBe(304);
    // HEAD makes no file, so it has no Content-Length.
    const head = await withKey(app, { ...search, format: 'xlsx' }, 'HEAD');
    const known = ['content-type', 'content-disposition', 'x-total-count', 'etag', 'cache-control', 'vary'];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of known) expect([name, head.headers[name]]).toEqual([name, book.headers[name]]);
    const none = await withKey(await testApp({ isEmpty: true }), {
      series: 'jolts.quits_rate_sa',
      format: 'parquet',
    });
    expect([none.status, none.headers['x-total-count']]).toEqual([200, '0']);
  });

  it('are marked as samples, or as data of several origins', async () => {
    const app = await testApp({ pageSize: 5000 });
    const sample = await withKey(app, { series: 'yields.US10Y', format: 'csv' });
    expect(sample.headers['x-data-origin']).toBe('sample');
    expect(sample.headers['content-disposition']).toMatch(/, percent, daily, .*, sample\.csv"$/);
    const mixed = await withKey(app, { series: `yields.US10Y,${DEBT_ID}`, formulas: 'a+b' });
    expect(mixed.headers['x-data-origin']).toBe('mixed');
    expect(JSON.parse(mixed.text).meta.lines.map(({ origin }: { origin: string }) => origin)).toEqual([
      'sample',
      'file',
      'sample',
    ]);
  });

  it('are empty if nothing is drawn or stored', async () => {
    const app = await testApp({ isEmpty: true });
    const nothing = JSON.parse((await withKey(app, { series: 'jolts.quits_rate_sa' })).text);
    expect([nothing.data, nothing.pagination, nothing.meta.range]).toEqual([
      [],
      { count: '0', next_url: null },
      { from: '2016-01-01', to: '2026-11-20' },
    ]);
    const hidden = await withKey(app, { series: 'jolts.quits_rate_sa:hidden', format: 'csv' });
    expect(hidden.text).toBe('date\n');
  });
});

it('leave other paths unchanged: those ignore the parameters of a chart', async () => {
  const app = await testApp();
  const asked = { series: 'debt_held_by_public', date_from: '2024-01-01', date_to: '2024-12-31' };
  const words = {
    range: '5Y',
    formulas: 'a*2',
    title: 'x',
    average: '4',
    hidden: 'x',
    layout: 'long',
  };
  const plain = await app.get(economic('us_debt', asked), { 'x-api-key': app.key });
  const with_ = await app.get(economic('us_debt', { ...asked, ...words }), { 'x-api-key': app.key });
  expect([with_.status, JSON.parse(with_.text).data]).toEqual([200, JSON.parse(plain.text).data]);
});

it('are in the OpenAPI document, with the grammar', async () => {
  const app = await testApp();
  const document = JSON.parse((await app.get('/openapi.json')).text);
  const { get } = document.paths['/api/v1/view'];
  expect(get.description).toContain('```ebnf\naddress = [ parameter, { "&", parameter } ] ;');
  const names = get.parameters.map(({ name }: { name: string }) => name);
  for (const name of [
    'series',
    'formulas',
    'units',
    'date_from',
    'format',
    'layout',
    'token_id',
    'colours',
    'title',
  ])
    expect(names).toContain(name);
  expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(['200', '304', '401', '422', '429']));
});

describe('the refusal of a view', () => {
  it('does not come for parameters of the page only, or for unknown names', async () => {
    const app = await testApp({ pageSize: 5000 });
    const plain = await withKey(app, { series: DEBT_ID });
    const words = 'title=&subtitle=x&type=x&scale=x&recessions=&table=x&order=x&details=x&explain=x&_=17';
    const decorated = await withKey(app, `series=${DEBT_ID}:right:bar&${words}&layout=long`);
    expect(decorated.status).toBe(200);
    expect(JSON.parse(decorated.text).data).toEqual(JSON.parse(plain.text).data);
  });

  it('comes for the token of another view or key, or an expired token', async () => {
    const time = clock();
    const app = await testApp({ pageSize: 7, clock: time });
    const { pagination } = JSON.parse((await withKey(app, { series: DEBT_ID })).text);
    const next = pagination.next_url as string;
    const token = new URLSearchParams(next.split('?')[1]).get('token_id') ?? '';
    expect(await detailOf(app, { series: 'yields.US10Y', token_id: token })).toMatchObject([
      422,
      { error: 'invalid_token' },
    ]);
    const other = (await app.keys.create('other')).key;
    const stolen = await app.get(`/api/v1${next}`, { 'x-api-key': other });
    expect(JSON.parse(stolen.text).detail).toMatchObject({ error: 'invalid_token' });
    expect((await app.get(`/api/v1${next}`)).status).toBe(200);
    // The style of the chart is not part of the request that the token belongs to.
    expect((await withKey(app, { series: DEBT_ID, type: 'bar', token_id: token })).status).toBe(200);
    time.forward(86_400_000);
    expect(await detailOf(app, { series: DEBT_ID, token_id: token })).toMatchObject([
      422,
      { error: 'expired_token' },
    ]);
  });
});
