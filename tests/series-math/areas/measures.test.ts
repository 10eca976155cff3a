import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { AREAS } from '../../../service/series-math/areas/area-table.ts';
import {
  type AreaData,
  type MeasureId,
  measureAreas,
  rankOfWeek,
  seasonRows,
} from '../../../service/series-math/areas/measures.ts';
import { AK, CA, table } from './tables.ts';

const week = (row: number) => new Date(Date.UTC(2023, 0, 7 + 7 * row)).toISOString().slice(0, 10);
const rows = (...lines: string[]) => lines.map((line, row) => `${week(row)},${line}`);

describe('a measure of the map', () => {
  // A year and a week; California has no value in the first week.
  const claims = table(
    'date,x.AK,x.CA',
    ...rows(...Array.from({ length: 54 }, (_, row) => `${800 + row * row},${row === 0 ? 0 : 2000 - row}`)),
  );
  const covered = table('date,x.AK,x.CA', ...rows(...Array(54).fill('3000,0')), `${week(54)},2900,7000`);
  const rate = table('date,x.AK', ...rows('', '1.20', '', '1.3'));
  const data: AreaData = { claims, covered, reportAfter: 7, rates: { rate, weekrate: rate } };
  const shown = (id: MeasureId, area: number, row: number) => {
    const found = measureAreas(id, data);
    return [found?.text(area, row), found?.size(area, row), found?.numbers[row * AREAS.length + area]];
  };
  const NONE = [undefined, Number.NaN, Number.NaN];

  test.each<[MeasureId, 'level' | 'change' | 'rank', number]>([
    ['thousand', 'level', 2],
    ['persons', 'level', 0],
    ['week', 'change', 0],
    ['weekpct', 'change', 1],
    ['year', 'change', 0],
    ['yearpct', 'change', 1],
    ['weekrate', 'level', 2],
    ['rate', 'level', 2],
    ['unusual', 'rank', 0],
  ])('%s is a %s with %i decimals, in the weeks of the claims', (id, kind, places) => {
    const found = measureAreas(id, data);
    expect(found).toMatchObject({ id, kind, places, first: dayNumber(week(0)), rows: 54 });
    expect(found?.numbers).toHaveLength(54 * 53);
  });

  test('claims are the published ones', () => {
    expect(shown('persons', AK, 3)).toEqual(['809', 809, 809]);
    expect(shown('persons', AREAS.indexOf('WY'), 3)).toEqual(NONE);
    expect(shown('persons', CA, 54)[0]).toBeUndefined();
  });

  test('claims per thousand use the jobs in the same report', () => {
    // 3,609 ÷ 2,900, with the jobs of the next week's report; earlier weeks ÷ 3,000.
    expect(shown('thousand', AK, 53)).toEqual(['1244.48', 360_900_000 / 2900, 1244.48]);
    expect(shown('thousand', AK, 2)).toEqual(['268.00', 26_800, 268]);
    expect(shown('thousand', CA, 52)).toEqual(NONE);
    expect(shown('thousand', CA, 53)).toEqual(['278.14', (1947 * 100_000) / 7000, 278.14]);
  });

  test('changes are from one week and from 52 weeks before', () => {
    expect(shown('week', AK, 53)).toEqual(['105', 105, 105]);
    expect(shown('year', AK, 53)).toEqual(['2808', 2808, 2808]);
    expect(shown('year', AK, 51)).toEqual(NONE);
    expect(shown('week', CA, 53)).toEqual(['-1', -1, -1]);
    expect(shown('weekpct', AK, 53)).toEqual(['3.0', 105_000 / 3504, 3]);
    expect(shown('yearpct', AK, 53)).toEqual(['350.6', 2_808_000 / 801, 350.6]);
    expect(shown('yearpct', CA, 53)).toEqual(['-2.6', -52_000 / 1999, -2.6]);
    // From zero there is a change, but no percent change.
    expect(shown('year', CA, 52)).toEqual(['1948', 1948, 1948]);
    expect(shown('yearpct', CA, 52)).toEqual(NONE);
  });

  test('rates are the stored ones of the week itself, and absent if they are not loaded', () => {
    expect([0, 1, 2, 3].map((row) => shown('rate', AK, row))).toEqual([
      NONE,
      ['1.20', 120, 1.2],
      NONE,
      ['1.3', 130, 1.3],
    ]);
    expect(measureAreas('rate', { ...data, rates: { weekrate: rate } })).toBeUndefined();
    expect(measureAreas('weekrate', { ...data, rates: { rate } })).toBeUndefined();
    expect(measureAreas('thousand', { ...data, covered: undefined })).toBeUndefined();
  });

  test('rates that begin later than the claims keep their own weeks', () => {
    const later = table('date,x.AK', `${week(2)},1.1`, `${week(3)},1.2`);
    const found = measureAreas('rate', { ...data, rates: { rate: later } });
    expect([0, 1, 2, 3, 4].map((row) => found?.text(AK, row))).toEqual([
      undefined,
      undefined,
      '1.1',
      '1.2',
      undefined,
    ]);
  });

  test('equal rates of a week are sorted by their exact quotient, if that rounds to the stored rate', () => {
    // The next week's jobs are 1,000 and 3,000; 12 and 37 continued claims are 1.2 % and 1.2333… % of them.
    const parts = {
      claims: table('date,x.AK,x.CA', ...rows('1,1', '1,1')),
      covered: table('date,x.AK,x.CA', ...rows('1,1', '1000,3000')),
      continued: table('date,x.AK,x.CA', ...rows('12,37', '7,7')),
      reportAfter: 0,
    };
    const sizes = (held: string, more: Partial<AreaData> = {}, id: 'weekrate' | 'rate' = 'weekrate') => {
      const table_ = table('date,x.AK,x.CA', ...rows(held, held));
      const found = measureAreas(id, { ...parts, rates: { [id]: table_ }, ...more });
      return [AK, CA].map((area) => found?.size(area, 0));
    };
    expect(sizes('1.20,1.23')).toEqual([120, (37 * 100 * 100) / 3000]);
    expect(sizes('1.2,1.2')).toEqual([12, (37 * 100 * 10) / 3000]);
    // If the quotient does not give the published rate, the published rate counts.
    expect(sizes('1.20,1.24')).toEqual([120, 124]);
    expect(sizes('1.20,')).toEqual([120, Number.NaN]);
    for (const more of [{ continued: undefined }, { covered: undefined }])
      expect(sizes('1.20,1.23', more)).toEqual([120, 123]);
    // The 13-week average has no quotient of one week.
    expect(sizes('1.20,1.23', {}, 'rate')).toEqual([120, 123]);
    // Without jobs of that week, the stored rate counts.
    const none = table('date,x.AK,x.CA', ...rows('1,1', '0,'));
    expect(sizes('1.20,1.23', { covered: none })).toEqual([120, 123]);
  });
});

describe('how unusual a week is', () => {
  const first = dayNumber('2020-02-29') as number;
  const years = ['2020-02-29', '2021-02-27', '2022-03-05', '2023-03-04', '2024-03-02'];
  const lastRow = ((dayNumber('2024-03-02') as number) - first) / 7;
  const claims = (...values: string[]) =>
    table('date,x.AK,x.CA', ...years.map((date, i) => `${date},${values[i]},${10 - i}`));

  test('compares the week with the nearest Saturday of each year, for 29 February with that of 28 February', () => {
    const dates = (from: string, at: string) => {
      const start = dayNumber(from) as number;
      return seasonRows({ first: start }, ((dayNumber(at) as number) - start) / 7).map((row) =>
        new Date((start + 7 * row) * 86_400_000).toISOString().slice(0, 10),
      );
    };
    expect(dates('2015-02-28', '2020-02-29')).toEqual(
      '2019-03-02 2018-03-03 2017-02-25 2016-02-27 2015-02-28'.split(' '),
    );
    // The nearest Saturdays are three days before and three days after.
    expect(dates('2020-01-04', '2022-01-01')).toEqual(['2021-01-02', '2020-01-04']);
    expect(dates('2023-01-07', '2024-01-06')).toEqual(['2023-01-07']);
    expect(dates('2023-01-14', '2024-01-06')).toEqual([]);
  });

  test('ranks a value among this and earlier years: 1 is the highest, and equal values share a rank', () => {
    const rankOf = (...values: string[]) => rankOfWeek(claims(...values), AK, lastRow);
    const rowOf = (year: number) => ((dayNumber(years[year] as string) as number) - first) / 7;
    expect(rankOf('5', '4', '3', '2', '9')).toEqual({ rank: 1, count: 5, next: rowOf(0) });
    expect(rankOf('5', '4', '3', '2', '4')).toEqual({ rank: 2, count: 5, next: rowOf(0) });
    expect(rankOf('5', '', '7', '', '4')).toEqual({ rank: 3, count: 3, next: rowOf(2) });
    // `next` is the newest of two equal years.
    expect(rankOf('7', '4', '7', '2', '1')).toEqual({ rank: 5, count: 5, next: rowOf(2) });
    expect(rankOf('5', '4', '3', '2', '')).toBeUndefined();
    expect(rankOfWeek(claims('5', '4', '3', '2', '9'), AREAS.length, lastRow)).toBeUndefined();
  });

  test('shows the rank, and its colour is the share of lower earlier years', () => {
    const found = measureAreas('unusual', { claims: claims('5', '4', '3', '2', '4'), reportAfter: 0 });
    const at = lastRow * AREAS.length;
    expect([found?.text(AK, lastRow), found?.size(AK, lastRow)]).toEqual(['2', 0.75]);
    expect([found?.text(CA, lastRow), found?.size(CA, lastRow)]).toEqual(['5', 0]);
    expect([found?.numbers[at + AK], found?.numbers[at + CA]]).toEqual([0.75, 0]);
    // The first year has no earlier year, and an area without a value has no rank.
    expect([found?.text(AK, 0), found?.size(AK, 0)]).toEqual([undefined, Number.NaN]);
    expect(found?.text(AREAS.indexOf('WY'), lastRow)).toBeUndefined();
    expect(found?.size(AREAS.indexOf('WY'), lastRow)).toBeNaN();
  });
});
