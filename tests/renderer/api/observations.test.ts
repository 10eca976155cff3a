import { QueryClient, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withPlace } from '../../../renderer/api/history.ts';
import {
  appendPage,
  columnKey,
  coveringRange,
  emptyColumn,
  forgetNeedless,
  type LoadedColumn,
  restText,
  wholeColumn,
} from '../../../renderer/api/observations.ts';
import { yieldRows } from '../../../renderer/api/pages.ts';
import { dateText } from '../../../service/calendar/dates.ts';
import { seriesId } from '../../../service/datasets/series-choice.ts';
import { cutColumn } from '../../../service/view/derive-lines.ts';

const DEBT = { dataset: 'us_debt', code: 'debt_held_by_public', area: '' } as const;

const rows = fc
  .uniqueArray(fc.integer({ min: -5000, max: 25_000 }), { maxLength: 200 })
  .chain((days) =>
    fc
      .array(fc.tuple(fc.nat(), fc.nat(99)), { minLength: days.length, maxLength: days.length })
      .map((numbers) =>
        days
          .sort((a, b) => a - b)
          .map((day, i) => ({ date: dateText(day), value: `${numbers[i]?.[0]}.${numbers[i]?.[1]}0` })),
      ),
  );

describe('columns', () => {
  it('hold all rows, however they were split into pages, with every digit', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 60 }), (all, pageSize) => {
        let column = emptyColumn(DEBT);
        for (let i = 0; i < all.length; i += pageSize)
          column = appendPage(column, { rows: all.slice(i, i + pageSize) });
        expect([...column.days].map((day, i) => ({ date: dateText(day), value: column.values[i] }))).toEqual(
          all,
        );
        expect([...column.numbers]).toEqual(all.map((row) => Number(row.value)));
      }),
    );
  });

  it('are cut to a range, both ends included', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: -6000, max: 26_000 }), fc.nat(9000), (all, from, width) => {
        const column = cutColumn(appendPage(emptyColumn(DEBT), { rows: all }), from, from + width);
        const inside = all.filter((row) => row.date >= dateText(from) && row.date <= dateText(from + width));
        expect(column.values).toEqual(inside.map((row) => row.value));
        expect([...column.days].map(dateText)).toEqual(inside.map((row) => row.date));
        expect(column.numbers).toHaveLength(inside.length);
      }),
    );
  });
});

const ID = seriesId(DEBT);
const years = (from: number, to: number) => ({ from: `${from}-01-01`, to: `${to}-12-31` });

/** A cache with these columns, by default of data version 'v2'. */
function cacheWith(
  ...columns: { range: { from: string; to: string }; isWhole?: boolean; version?: string }[]
) {
  const client = new QueryClient();
  for (const { range, isWhole = true, version = 'v2' } of columns) {
    const loaded: LoadedColumn = { column: emptyColumn(DEBT), isWhole };
    client.setQueryData(columnKey(version, ID, range), loaded);
  }
  const left = () =>
    client
      .getQueryCache()
      .findAll()
      .map(({ queryKey }) => queryKey.slice(1).join(' '));
  return { client, left };
}

it('a range is cut from a complete column that covers it, of the same data version and series', () => {
  const { client } = cacheWith(
    { range: years(1993, 2026), version: 'v1' },
    { range: years(1990, 2026), isWhole: false },
    { range: years(2000, 2020) },
  );
  const cover = (from: number, to: number, id = ID) => coveringRange(client, 'v2', id, years(from, to));
  expect(cover(2005, 2010)).toEqual(years(2000, 2020));
  expect(cover(2000, 2020)).toEqual(years(2000, 2020));
  expect(cover(1999, 2010)).toEqual(years(1999, 2010));
  expect(cover(2005, 2021)).toEqual(years(2005, 2021));
  expect(cover(2005, 2010, 'jolts.quits_level_sa')).toEqual(years(2005, 2010));
});

it('a column that is still loading is not cut: its end may be missing', () => {
  const found = (isWhole: boolean) => {
    const { client } = cacheWith({ range: years(1990, 2026), isWhole });
    return wholeColumn(client, 'v2', ID, years(2005, 2010));
  };
  expect(found(false)).toBeUndefined();
  expect(found(true)).toEqual(emptyColumn(DEBT));
});

it('columns inside a wider one or of another data version are removed; those that overlap or are on the screen stay', () => {
  const { client, left } = cacheWith(
    { range: years(2000, 2010), version: 'v1' },
    { range: years(2000, 2020) },
    { range: years(2005, 2010) },
    { range: years(2006, 2010) },
    { range: years(2015, 2026) },
  );
  const stop = new QueryObserver(client, {
    queryKey: columnKey('v2', ID, years(2006, 2010)),
    queryFn: () => Promise.reject(new Error('What is there is not asked for again')),
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => undefined);
  forgetNeedless(client, 'v2');
  expect(left()).toEqual([
    `v2 ${ID} 2000-01-01 2020-12-31`,
    `v2 ${ID} 2006-01-01 2010-12-31`,
    `v2 ${ID} 2015-01-01 2026-12-31`,
  ]);
  stop();
  client.clear();
});

const never = new AbortController().signal;
const DAYS = { from: '2025-03-05', to: '2025-03-07' };
const ask = (code: string, range = DAYS, asOf?: string) => ({
  choice: { dataset: 'yields' as const, code, area: '' },
  range,
  ...(asOf !== undefined && { asOf }),
});

/** Answers with the requested codes, `US1_5M` only on the last day. @returns the addresses of the requests */
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

it('series for the same days share one request, and each gets its own rows, with the publisher’s texts', async () => {
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

it('other days, another instant and later calls have requests of their own', async () => {
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

it('aborting one call leaves the others their answer', async () => {
  answered();
  const given = new AbortController();
  const gone = expect(yieldRows(ask('US2Y'), given.signal)).rejects.toThrow();
  const kept = yieldRows(ask('US10Y'), never);
  given.abort();
  await gone;
  expect((await kept).rows).toHaveLength(2);
});

it('four requests run at a time, in the order of the calls; one that is aborted while it waits does not run', async () => {
  const never = new AbortController().signal;
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const start = (n: number, signal = never) =>
    withPlace(signal, () => {
      begun.push(n);
      return new Promise<number>((resolve) => ends.push(() => resolve(n)));
    });
  const first = [0, 1, 2, 3].map((n) => start(n));
  const given = new AbortController();
  const up = expect(start(4, given.signal)).rejects.toThrow();
  const fifth = start(5);
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2, 3]);
  given.abort();
  ends[0]?.();
  expect(await first[0]).toBe(0);
  await up;
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 5]);
  for (const end of ends) end();
  expect(await Promise.all([...first, fifth])).toEqual([0, 1, 2, 3, 5]);
});

it('a text says why some lines are not complete, and is absent if all of them are', () => {
  const days = new Int32Array(2500);
  expect(restText([{ days }, { days }])).toBeUndefined();
  expect(restText([{ days }, { days, rest: 'coming' }])).toBe('still loading, 5,000 observations so far');
  expect(restText([{ days, rest: 'stopped' }])).toBe('not all is loaded, 2,500 observations only');
});
