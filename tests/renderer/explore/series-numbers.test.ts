import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import {
  gapsOf,
  gapsOfSeries,
  gapsText,
  splitDates,
  statisticsOf,
} from '../../../renderer/explore/series-details.tsx';
import { type ObservedOn, observedOnOrBefore } from '../../../service/calendar/business-days.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';

const KINDS: readonly ObservedOn[] = ['Saturday', 'Wednesday', 'first of month', 'bank day', 'market day'];
const day = (date: string) => dayNumber(date) as number;

/** The last `count` days of a calendar up to the end of 2025, ascending. */
function calendar(kind: ObservedOn, count: number): number[] {
  const days: number[] = [];
  let at = observedOnOrBefore(kind, day('2025-12-31'));
  while (days.length < count) {
    days.unshift(at);
    at = observedOnOrBefore(kind, at - 1);
  }
  return days;
}

test('the gaps of a series are exactly the days of its calendar that it lacks, grouped into stretches', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...KINDS),
      fc.array(fc.boolean(), { minLength: 3, maxLength: 120 }),
      (kind, has) => {
        const all = calendar(kind, has.length);
        const kept = all.filter((_, i) => has[i]);
        const inside = all.filter((one) => one > (kept[0] ?? 0) && one < (kept.at(-1) ?? 0));
        const gaps = gapsOf(kind, Int32Array.from(kept));
        expect(gaps.flatMap(({ from, to }) => inside.filter((one) => one >= from && one <= to))).toEqual(
          inside.filter((one) => !kept.includes(one)),
        );
        expect(gaps.reduce((sum, { count }) => sum + count, 0)).toBe(
          inside.length - inside.filter((one) => kept.includes(one)).length,
        );
        // An observation separates two gaps.
        for (const [i, gap] of gaps.entries()) {
          const next = gaps[i + 1];
          if (next) expect(kept.some((one) => one > gap.to && one < next.from)).toBe(true);
        }
      },
    ),
  );
});

test('gaps are named in words; weekends and federal holidays are not gaps', () => {
  const weeks = ['2013-09-28', '2013-10-12', '2013-11-02'].map(day);
  expect(gapsText('Saturday', gapsOf('Saturday', Int32Array.from(weeks)))).toBe(
    '3 missing weeks: 2013-10-05, 2013-10-19 to 2013-10-26',
  );
  const overIndependenceDay = ['2025-07-03', '2025-07-07'].map(day);
  const overGoodFriday = ['2025-04-17', '2025-04-21'].map(day);
  const missing = (kind: ObservedOn, days: readonly number[]) =>
    gapsText(kind, gapsOf(kind, Int32Array.from(days)));
  expect(missing('bank day', overIndependenceDay)).toBe('No missing business days');
  expect(missing('market day', overGoodFriday)).toBe('No missing business days');
  expect(missing('bank day', overGoodFriday)).toBe('1 missing business day: 2025-04-18');
  const months = ['2025-01-01', '2025-03-01'].map(day);
  expect(gapsText('first of month', gapsOf('first of month', Int32Array.from(months)))).toBe(
    '1 missing month: 2025-02',
  );
  const sparse = Int32Array.from({ length: 15 }, (_, i) => day('2025-01-04') + 14 * i);
  expect(gapsText('Saturday', gapsOf('Saturday', sparse))).toMatch(
    /^14 missing weeks: 2 earlier stretches, /,
  );
});

test('the statistics of a range keep the digits as published, and the mean is exact', () => {
  const series = {
    days: Int32Array.from([1, 2, 3, 4, 5].map((one) => day('2025-01-01') + one)),
    values: ['9007199254740993.10', '9007199254740993.2', '-1', '7', '5'],
  };
  expect(statisticsOf(series, { from: '2025-01-01', to: '2025-01-03' })).toEqual({
    count: 2,
    low: { value: '9007199254740993.10', day: day('2025-01-02') },
    high: { value: '9007199254740993.2', day: day('2025-01-03') },
    mean: '9007199254740993.15',
  });
  expect(statisticsOf(series, { from: '2025-01-04', to: '2025-12-31' })).toMatchObject({
    low: { value: '-1' },
    high: { value: '7' },
    mean: '4',
  });
  expect(statisticsOf(series, { from: '2024-01-01', to: '2024-12-31' })).toBeUndefined();
});

test('the lowest and highest are among the values, and no value is beyond them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer(), fc.nat({ max: 99 })), { minLength: 1 }), (parts) => {
      const values = parts.map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`);
      const days = Int32Array.from(values, (_, i) => day('2020-01-01') + i);
      const found = statisticsOf({ days, values }, { from: '2020-01-01', to: '2030-01-01' });
      const numbers = values.map(Number);
      expect(Number(found?.low.value)).toBe(Math.min(...numbers));
      expect(Number(found?.high.value)).toBe(Math.max(...numbers));
      expect(found?.count).toBe(values.length);
    }),
  );
});

test('FRED’s yields since 1962 have no missing business day since the Treasury’s own begin', ({ skip }) => {
  const file = new URL('../../../../shared/data/fred/fredgraph_2024_DGS10.csv', import.meta.url);
  skip(!existsSync(file), 'the files of publishers are not on this computer');
  const dates = readFileSync(file, 'utf8').match(/^[\d-]{10}(?=,\d)/gm) ?? [];
  const choice = { dataset: 'yields', code: 'US10Y', area: '' } as const;
  expect(gapsOfSeries(choice, Int32Array.from(dates, day))).toBe('No missing business days since 1990-01-02');
  const [, ...later] = dates.filter((date) => date >= '2024');
  expect(gapsOfSeries(choice, Int32Array.from(['2024-01-02', ...later.slice(1)], day))).toBe(
    '1 missing business day: 2024-01-03',
  );
});

it('dates in a text are found, and the rest of the text is kept', () => {
  const text =
    '3 missing weeks: 2012-10-30, 2014-01 to 2014-02; 1990–2026. Quits rate: 4-week average of 1,000-2,000.';
  const parts = splitDates(text);
  expect(parts.join('')).toBe(text);
  expect(parts.filter((_, i) => i % 2 === 1)).toEqual(['2012-10-30', '2014-01', '2014-02', '1990–2026']);
});
