import { expect, it } from 'vitest';
import { economic, publish, testApp, weekdays } from './folder.ts';

it('calculated rows are counted where their CSV comes in many pieces before its first byte', async () => {
  const app = await testApp({ isEmpty: true });
  const dates = weekdays('1950-01-02', 12_000);
  const code = 'total_public_debt_outstanding';
  publish(
    app.dataDir,
    'us_debt',
    dates.map((date, i) => ({ code, date, value: `${1000 + i}.10` })),
  );
  const range = { date_from: '1900-01-01', date_to: '2024-12-31' };
  const path = economic('us_debt', {
    series: code,
    ...range,
    units: 'chg',
    format: 'csv',
    api_key: app.key,
  });
  const { headers, text } = await app.get(path);
  const lines = text.trimEnd().split('\n');
  expect(lines).toEqual(['date,series,value', ...dates.slice(1).map((date) => `${date},${code},1.00`)]);
  expect(headers['x-total-count']).toBe('11999');
  expect((await app.get(path, {}, 'HEAD')).headers['x-total-count']).toBe('11999');
  expect((await app.get(path, { 'if-none-match': String(headers.etag) })).status).toBe(304);
  const [id = ''] = (await app.keys.list()).map((one) => one.id);
  expect(app.calls.of(id).map(({ rows }) => rows)).toEqual([null, 11999, 11999]);
});
