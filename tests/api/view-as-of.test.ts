import { expect, test } from 'vitest';
import type { ViewEnvelope } from '../../service/contract/view.ts';
import { DEBT_CODES, publish, START, testApp } from './folder.ts';

const [PUBLIC = '', INTRA = ''] = DEBT_CODES;

test('a view as of an instant has the lines of the data as they were known then', async () => {
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
  // Today, but later than the clock.
  const later = await app.get(
    `/api/v1/view?series=${series}&as_of=${START.slice(0, 10)}T23:00:00Z&api_key=${app.key}`,
  );
  expect(JSON.parse(later.text).detail.message).toMatch(/is in the future: what will be known then/);
});
