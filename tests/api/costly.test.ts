import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { parseView } from '../../renderer/view/parse-view.ts';
import { linesOf } from '../../service/view/lines.ts';
import { column } from '../view/some-columns.ts';
import { publish, type TestApp, testApp, weekdays } from './folder.ts';

/** Requests that take much work: the work is bounded, and other requests do not wait for its end. */

const DATES = weekdays('1990-01-01', 3000);
const VALUES = DATES.map((_, i) => (1 + (i % 900) / 100).toFixed(2));

async function longHistory(): Promise<TestApp> {
  const app = await testApp({ isEmpty: true });
  publish(
    app.dataDir,
    'yields',
    DATES.flatMap((date, i) => ['US10Y', 'US2Y'].map((code) => ({ code, date, value: VALUES[i] as string }))),
  );
  return app;
}

const many = (text: string, times: number, between: string) => Array(times).fill(text).join(between);
/** Each formula is refused: together they would take minutes. */
const PRODUCTS = Array.from({ length: 40 }, (_, i) => `${many('a^120', 28, '*')}+${i}`).join();
const view = (formulas: string) =>
  `/api/v1/view?series=yields.US10Y,yields.US2Y&formulas=${encodeURIComponent(formulas)}`;

describe('formulas that take too much work', () => {
  it('are refused with 422 and a hint how to reduce the work', async () => {
    const app = await longHistory();
    const { status, text } = await app.get(view(PRODUCTS), { 'x-api-key': app.key });
    expect(status).toBe(422);
    expect(JSON.parse(text).detail).toMatchObject({
      parameter: 'formulas',
      message: expect.stringMatching(
        /^The formula 'a\^120\*.*…' takes too much work to calculate\. Use fewer powers, ln or exp in this chart, or a lower frequency\.$/,
      ),
    });
    const yearly = await app.get(`${view(many('a^120', 28, '*'))}&frequency=a`, { 'x-api-key': app.key });
    expect(yearly.status).toBe(200);
  });

  it('do not block other requests', async () => {
    const app = await longHistory();
    let isOver = false;
    const asked = app.get(view(PRODUCTS), { 'x-api-key': app.key }).finally(() => {
      isOver = true;
    });
    let answered = 0;
    for (; !isOver; answered++) {
      await turn();
      expect((await app.get('/healthz')).status).toBe(200);
    }
    expect((await asked).status).toBe(422);
    // If the calculation did not yield, only a few requests would be answered, before it begins.
    expect(answered).toBeGreaterThan(20);
  });

  it('show a sentence in place of their line on the page, and do not affect the other lines', () => {
    const columns = ['US10Y', 'US2Y'].map((code) => column(`yields.${code}`, DATES, VALUES));
    const formulas = [...PRODUCTS.split(',').slice(0, 5), 'a-b'].join();
    const search = { series: 'yields.US10Y,yields.US2Y', formulas };
    const range = { from: '1990-01-01', to: '2005-01-01' };
    const lines = linesOf(parseView(search).view, columns, range);
    expect(lines).toHaveLength(8);
    expect(lines.slice(0, 2).map(({ column }) => column.values.length)).toEqual([3000, 3000]);
    const refused = lines.filter(({ notes }) => notes[0]?.startsWith('It takes too much work to calculate.'));
    expect(refused.length).toBeGreaterThan(0);
    expect(lines.at(-1)?.column.values).toHaveLength(3000);
    // While pages arrive, a formula that takes long is not calculated for each page.
    const loading = linesOf(
      parseView({ ...search, formulas: `${many('ln(a/b)', 9, '+')},a-b` }).view,
      columns,
      range,
      true,
    );
    expect(loading.slice(2).map(({ column, notes }) => [column.values.length, notes])).toEqual([
      [0, []],
      [3000, []],
    ]);
    // A refused formula is not calculated again for each drawing.
    expect(linesOf(parseView(search).view, columns, range).map(({ notes }) => notes)).toEqual(
      lines.map(({ notes }) => notes),
    );
  });
});

test.each([
  ['a formula of functions in functions', `${many('abs(', 39, '')}a${many(')', 39, '')}`],
  ['a formula of lags of lags', `${many('lag(', 27, '')}a${many(',1)', 27, '')}`],
  ['averages of averages', `${many('ma(', 20, '')}a${many(',500)', 20, '')}`],
])('%s is answered, however deep it is', async (_, formula) => {
  const app = await longHistory();
  const { status } = await app.get(view(formula), { 'x-api-key': app.key });
  expect(status).toBe(200);
});

test('files are made in threads, one file after the other', async () => {
  const app = await longHistory();
  const ask = (format: string) => app.get(`${view('a-b')}&format=${format}`, { 'x-api-key': app.key });
  const order: string[] = [];
  const note = (name: string) => (answer: Awaited<ReturnType<typeof ask>>) => {
    order.push(name);
    return answer;
  };
  const [xlsx, health, parquet] = await Promise.all([
    ask('xlsx').then(note('xlsx')),
    app.get('/healthz').then(note('healthz')),
    ask('parquet').then(note('parquet')),
  ]);
  expect(order).toEqual(['healthz', 'xlsx', 'parquet']);
  expect([xlsx.status, health.status, parquet.status]).toEqual([200, 200, 200]);
  expect(xlsx.bytes.subarray(0, 2).toString()).toBe('PK');
  expect(parquet.bytes.subarray(0, 4).toString()).toBe('PAR1');
  expect([xlsx.headers['x-total-count'], parquet.headers['x-total-count']]).toEqual(['3000', '3000']);
});
