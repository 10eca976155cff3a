import { afterEach, expect, test, vi } from 'vitest';
import { yieldRows } from '../../../renderer/api/pages.ts';

const never = new AbortController().signal;
const DAYS = { from: '2025-03-05', to: '2025-03-07' };
const ask = (code: string, range = DAYS, asOf?: string) => ({
  choice: { dataset: 'yields' as const, code, area: '' },
  range,
  ...(asOf !== undefined && { asOf }),
});

/** @returns what was asked for; each answer has the asked codes, and `US1_5M` only on the last day. */
function answered(): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal('sessionStorage', { getItem: () => 'session' });
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'http://localhost');
    asked.push(url);
    const codes = (url.pathname.split('series=')[1] ?? '').split(',');
    const row = (date: string, isLast: boolean) =>
      [date, ...codes.map((code) => (code === 'US1_5M' && !isLast ? '' : `4.${code.length}0`))].join(',');
    return new Response(
      `date,${codes.join(',')}\n${row('2025-03-06', false)}\n${row('2025-03-07', true)}\n`,
      { headers: { 'Content-Type': 'text/csv' } },
    );
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

test('series of the same days are one request, and each has its own rows, with the publisher’s texts', async () => {
  const asked = answered();
  const [ten, short, again] = await Promise.all([
    yieldRows(ask('US10Y'), never),
    yieldRows(ask('US1_5M'), never),
    yieldRows(ask('US10Y'), never),
  ]);
  expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
    '/yields/series=US10Y,US1_5M?date_from=2025-03-05&date_to=2025-03-07&format=csv&layout=wide',
  ]);
  expect(ten.rows).toEqual([
    { date: '2025-03-06', value: '4.50' },
    { date: '2025-03-07', value: '4.50' },
  ]);
  expect(short.rows).toEqual([{ date: '2025-03-07', value: '4.60' }]);
  expect(again).toEqual(ten);
});

test('other days and another instant are requests of their own, as is what is asked for later', async () => {
  const asked = answered();
  await Promise.all([
    yieldRows(ask('US10Y'), never),
    yieldRows(ask('US10Y', { ...DAYS, from: '2020-01-01' }), never),
    yieldRows(ask('US10Y', DAYS, '2025-03-06'), never),
  ]);
  await yieldRows(ask('US10Y'), never);
  expect(asked.map(({ searchParams }) => [searchParams.get('date_from'), searchParams.get('as_of')])).toEqual(
    [
      ['2025-03-05', null],
      ['2020-01-01', null],
      ['2025-03-05', '2025-03-06'],
      ['2025-03-05', null],
    ],
  );
});

test('one that is aborted leaves the others their answer', async () => {
  answered();
  const given = new AbortController();
  const gone = expect(yieldRows(ask('US2Y'), given.signal)).rejects.toThrow();
  const kept = yieldRows(ask('US10Y'), never);
  given.abort();
  await gone;
  expect((await kept).rows).toHaveLength(2);
});
