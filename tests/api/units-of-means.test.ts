import { expect, it } from 'vitest';
import { economic, publish, testApp } from './folder.ts';

it('makes units of the exact mean of a quarter, as FRED does, and answers its level rounded', async () => {
  const app = await testApp({ isEmpty: true, pageSize: 5000 });
  // Quarters of 11.6 / 3, 10.9 / 3 and 10.8 / 3.
  const months = ['3.9', '3.9', '3.8', '3.6', '3.6', '3.7', '3.6', '3.6', '3.6'];
  const series = 'quits_rate_sa';
  publish(
    app.dataDir,
    'jolts',
    months.map((value, i) => ({ code: series, date: `2019-0${i + 1}-01`, value })),
  );
  /** The values of JSON; the CSV must have the same. */
  async function answered(more: Record<string, string>): Promise<string[]> {
    const query = { series, date_from: '2019-01-01', date_to: '2019-12-31', frequency: 'q', ...more };
    const ask = (format: Record<string, string>) =>
      app.get(economic('jolts', { ...query, ...format, api_key: app.key }));
    const rows = JSON.parse((await ask({})).text).data as { value: string }[];
    const csv = (await ask({ format: 'csv' })).text.trim().split('\n').slice(1);
    expect(csv.map((row) => row.split(',')[2])).toEqual(rows.map(({ value }) => value));
    return rows.map(({ value }) => value);
  }
  const mean = { aggregation_method: 'avg' };
  expect(await answered(mean)).toEqual(['3.9', '3.6', '3.6']);
  expect(await answered({ ...mean, units: 'chg' })).toEqual(['-0.23333', '-0.03333']);
  expect(await answered({ ...mean, units: 'pch' })).toEqual(['-6.03448', '-0.91743']);
  expect(await answered({ ...mean, units: 'nbd', index_date: '2019-02-01' })).toEqual([
    '100.00000',
    '93.96552',
    '93.10345',
  ]);
  expect(await answered({ aggregation_method: 'eop', units: 'chg' })).toEqual(['-0.1', '-0.1']);
});
