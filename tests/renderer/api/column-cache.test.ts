import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import {
  columnKey,
  coveringRange,
  emptyColumn,
  forgetNeedless,
  type LoadedColumn,
  wholeColumn,
} from '../../../renderer/api/observations.ts';
import { seriesId } from '../../../service/datasets/series-choice.ts';

const choice = { dataset: 'us_debt', code: 'debt_held_by_public', area: '' } as const;
const ID = seriesId(choice);
const years = (from: number, to: number) => ({ from: `${from}-01-01`, to: `${to}-12-31` });

/** A cache with these columns of data version 'v2'. */
function cacheWith(
  ...columns: { range: { from: string; to: string }; isWhole?: boolean; version?: string }[]
) {
  const client = new QueryClient();
  for (const { range, isWhole = true, version = 'v2' } of columns) {
    const loaded: LoadedColumn = { column: emptyColumn(choice), isWhole };
    client.setQueryData(columnKey(version, ID, range), loaded);
  }
  const left = () =>
    client
      .getQueryCache()
      .findAll()
      .map(({ queryKey }) => queryKey.slice(1).join(' '));
  return { client, left };
}

test('a range is cut from a complete column that covers it, of the same data version and series', () => {
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

test('a column that is still loading is not cut: its end may be missing', () => {
  const found = (isWhole: boolean) => {
    const { client } = cacheWith({ range: years(1990, 2026), isWhole });
    return wholeColumn(client, 'v2', ID, years(2005, 2010));
  };
  expect(found(false)).toBeUndefined();
  expect(found(true)).toEqual(emptyColumn(choice));
});

test('columns inside a wider one or of another data version are removed; those that overlap or are on the screen stay', () => {
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
