import { describe, expect, test } from 'vitest';
import { dateText, dayNumber, shiftMonths } from '../../../service/calendar/dates.ts';
import { sumOfAreas } from '../../../service/calls/brief-calls.ts';
import { type Every, extremeAt, periodBefore, yearBefore } from '../../../service/series-math/brief.ts';
import { compareDecimals } from '../../../service/series-math/exact-decimal.ts';
import { dayOf, seriesOf } from '../series.ts';

const on = (...dates: string[]) => seriesOf(...dates.map((date) => `${date} 1`));

describe('what a value is compared with', () => {
  test.each<[Every, string, string, boolean]>([
    ['Daily', '2024-03-28', '2024-04-01', true],
    // Seven days between them are holidays, eight are a hole.
    ['Daily', '2024-03-01', '2024-03-09', true],
    ['Daily', '2024-03-01', '2024-03-10', false],
    ['Weekly', '2024-03-02', '2024-03-09', true],
    ['Weekly', '2024-03-02', '2024-03-16', false],
    ['Weekly', '2024-03-03', '2024-03-09', false],
    ['Monthly', '2023-12-01', '2024-01-01', true],
    ['Monthly', '2023-11-01', '2024-01-01', false],
  ])('%s, %s is the period before %s: %s', (every, before, date, isIt) => {
    expect(periodBefore(on('2020-01-01', before, date), 2, every)).toBe(isIt ? 1 : undefined);
    expect(periodBefore(on(before, date), 0, every)).toBeUndefined();
  });

  test.each<[Every, string, string, boolean]>([
    ['Daily', '2023-03-08', '2024-03-08', true],
    ['Daily', '2023-03-01', '2024-03-08', true],
    ['Daily', '2023-02-28', '2024-03-08', false],
    ['Daily', '2023-03-09', '2024-03-08', false],
    // 2024 had a 29 February.
    ['Daily', '2023-02-28', '2024-02-29', true],
    ['Weekly', '2023-03-11', '2024-03-09', true],
    ['Weekly', '2023-03-04', '2024-03-09', false],
    ['Weekly', '2023-03-18', '2024-03-09', false],
    ['Monthly', '2023-03-01', '2024-03-01', true],
    ['Monthly', '2023-02-01', '2024-03-01', false],
    ['Monthly', '2023-04-01', '2024-03-01', false],
  ])('%s, %s is a year before %s: %s', (every, before, date, isIt) => {
    expect(yearBefore(on('2020-01-01', before, date), 2, every)).toBe(isIt ? 1 : undefined);
    expect(yearBefore(on(date), 0, every)).toBeUndefined();
  });

  test('of a daily series is the newest one up to that day', () => {
    const days = on('2023-03-06', '2023-03-07', '2023-03-09', '2024-03-08');
    expect(yearBefore(days, 3, 'Daily')).toBe(1);
  });

  test('is compared as numbers, whatever their decimals', () => {
    const pairs = [
      ['1.5', '1.50'],
      ['9', '10.1'],
      ['-9', '-10'],
      ['0.1', '0.09'],
      ['-0.1', '0'],
      ['36104343213.10', '36104343213.1'],
    ] as const;
    expect(pairs.map(([a, b]) => [compareDecimals(a, b), compareDecimals(b, a)])).toEqual([
      [0, 0],
      [-1, 1],
      [1, -1],
      [1, -1],
      [-1, 1],
      [0, 0],
    ]);
  });
});

describe('the highest and the lowest', () => {
  const STEP: Record<Every, (i: number) => number> = {
    Daily: (i) => 7000 + i,
    Weekly: (i) => 7000 + 7 * i,
    Monthly: (i) => dayNumber(shiftMonths('1990-11-01', i)) as number,
  };
  /** Values of successive periods. */
  const series = (every: Every, values: readonly string[]) => ({
    days: Int32Array.from(values, (_, i) => STEP[every](i)),
    values,
  });

  test.each<[Every, number]>([
    ['Daily', 250],
    ['Weekly', 52],
    ['Monthly', 12],
  ])('%s are worth words from %i periods on, back to one as high or low, or to the first', (every, least) => {
    const of = (between: number, first: string[], value: string, last: string) => {
      const values = [...first, ...Array<string>(between).fill(value), last];
      return extremeAt(series(every, values), values.length - 1, every);
    };
    // The one as high lies `least` periods back.
    expect(of(least - 1, ['0', '7.0'], '1', '7')).toEqual({ kind: 'highest', from: 2, since: 1 });
    expect(of(least - 2, ['0', '7.0'], '1', '7')).toBeUndefined();
    expect(of(least - 1, ['0', '-7'], '1', '-6.9')).toEqual({ kind: 'lowest', from: 2, since: 1 });
    expect(of(least - 2, ['9', '-7'], '1', '-6.9')).toBeUndefined();
    // All that is held is lower, higher.
    expect(of(least, [], '1', '2')).toEqual({ kind: 'highest', from: 0, since: undefined });
    expect(of(least, [], '1', '0.5')).toEqual({ kind: 'lowest', from: 0, since: undefined });
    expect(of(least - 1, [], '1', '2')).toBeUndefined();
    // Neither of a value equal to the one before, nor of the first one.
    expect(of(least * 2, [], '1', '1.0')).toBeUndefined();
    expect(of(0, [], '1', '1')).toBeUndefined();
  });

  test('do not reach over a hole', () => {
    const days = Int32Array.from({ length: 400 }, (_, i) => 7000 + 7 * i + (i < 340 ? 0 : 7));
    const values: string[] = Array.from(days, (_, i) => (i === 399 ? '5' : '1'));
    expect(extremeAt({ days, values }, 399, 'Weekly')).toEqual({
      kind: 'highest',
      from: 340,
      since: undefined,
    });
    expect(extremeAt({ days, values: values.with(341, '6') }, 399, 'Weekly')).toEqual({
      kind: 'highest',
      from: 342,
      since: 341,
    });
    expect(
      extremeAt({ days: days.map((day, i) => (i === 399 ? day + 7 : day)), values }, 399, 'Weekly'),
    ).toBe(undefined);
  });
});

test('the sum of areas is exact, on the days on which all of them have a value, in their order', () => {
  const areas = [
    seriesOf('2024-01-13 1.5', '2024-01-20 2', '2024-01-27 4'),
    seriesOf('2024-01-06 9', '2024-01-13 0.25', '2024-01-27 -3'),
    seriesOf('2024-01-06 7', '2024-01-13 10', '2024-01-20 5', '2024-01-27 1.0'),
  ];
  const sums = (columns: typeof areas, count: number) =>
    sumOfAreas(columns, count).map(({ day, value }) => `${dateText(day)} ${value}`);
  expect(sums(areas, 3)).toEqual(['2024-01-13 11.75', '2024-01-27 2.0']);
  expect(sums(areas.slice(0, 2), 1)).toEqual(['2024-01-06 9', '2024-01-20 2']);
  expect(sums(areas, 4)).toEqual([]);
  expect(sumOfAreas([seriesOf('2024-01-13 1')], 1)).toEqual([{ day: dayOf('2024-01-13'), value: '1' }]);
});
