import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { aggregate, edgesOf, neededObservations } from '../../service/series-math/aggregate.ts';
import { parseDecimal } from '../../service/series-math/exact-decimal.ts';
import { periodOf } from '../../service/series-math/periods.ts';
import type { Cadence, TimeSeries } from '../../service/series-math/types.ts';
import {
  anyWeeks,
  DAYS,
  dayOf,
  MONTHS,
  monthsOf,
  readFredCsv,
  rowsOf,
  seriesOf,
  tenThousandths,
  WEEKS,
} from './series.ts';

/**
 * Initial claims, seasonally adjusted, as the Department of Labor had published them by October 2024; all weeks of these months.
 * FRED's own monthly average of May 2024: 207,800, 209,500, 209,250, 213,600 (fred.stlouisfed.org/graph/?g=19JGI).
 */
const CLAIMS = seriesOf(
  ...[
    '2023-12-02 221000',
    '2023-12-09 203000',
    '2023-12-16 207000',
    '2023-12-23 206000',
    '2023-12-30 202000',
  ],
  ...['2024-01-06 198000', '2024-01-13 194000', '2024-01-20 221000', '2024-01-27 225000'],
);

describe('aggregation', () => {
  it("gives FRED's monthly averages of initial claims", () => {
    expect(rowsOf(aggregate(CLAIMS, WEEKS, MONTHS, 'avg').series)).toEqual([
      '2023-12-01 207800',
      '2024-01-01 209500',
    ]);
  });

  it("gives FRED's monthly averages from FRED's own file", ({ skip }) => {
    const file = new URL('../../../shared/data/fred/fredgraph_2024_ICSA.csv', import.meta.url);
    skip(!existsSync(file), 'the publishers’ files are not beside the project (../shared/data)');
    const rows = rowsOf(aggregate(readFredCsv(file), WEEKS, MONTHS, 'avg').series);
    expect(rows).toEqual(
      expect.arrayContaining(
        '2023-12-01 207800, 2024-01-01 209500, 2024-02-01 209250, 2024-03-01 213600'.split(', '),
      ),
    );
  });

  it('sums, takes the last, and keeps the decimals', () => {
    const series = monthsOf('2024-01', '100.1', '100.4', '100.9', '1.25', '1', '1');
    const quarters: Cadence = { frequency: 'q' };
    const values = (method: 'avg' | 'sum' | 'eop') =>
      aggregate(series, MONTHS, quarters, method).series.values;
    expect(values('avg')).toEqual(['100.5', '1.08']);
    expect(values('sum')).toEqual(['301.4', '3.25']);
    expect(values('eop')).toEqual(['100.9', '1']);
    // Only means have an unrounded value.
    expect(aggregate(series, MONTHS, quarters, 'avg').series.exact).toEqual([
      { n: 3014n, d: 30n },
      { n: 325n, d: 300n },
    ]);
    for (const method of ['sum', 'eop'] as const)
      expect(Object.keys(aggregate(series, MONTHS, quarters, method).series)).toEqual(['days', 'values']);
  });

  it('of an empty series has no periods, and its edges are day 0', () => {
    const none = seriesOf();
    expect(edgesOf(none)).toEqual({ first: 0, last: 0 });
    expect(edgesOf(CLAIMS)).toEqual({ first: dayOf('2023-12-02'), last: dayOf('2024-01-27') });
    expect(aggregate(none, DAYS, MONTHS, 'avg')).toEqual({
      series: { days: new Int32Array(), values: [], exact: [] },
      dropped: [],
    });
  });

  it('puts an observation into the month of its date', () => {
    const series = seriesOf(
      '2010-08-27 1',
      '2010-09-03 2',
      '2010-09-10 3',
      '2010-09-17 4',
      '2010-09-24 5',
      '2010-10-01 6',
    );
    const friday: Cadence = { frequency: 'w', weekEnd: 5 };
    expect(rowsOf(aggregate(series, friday, MONTHS, 'sum').series)).toEqual(['2010-09-01 14']);
  });

  it('drops a first or last period with too few observations, and reports it', () => {
    const { series, dropped } = aggregate(CLAIMS, WEEKS, { frequency: 'q' }, 'avg');
    expect(rowsOf(series)).toEqual([]);
    expect(dropped.map((one) => ({ ...one, date: dateText(one.date) }))).toEqual([
      { date: '2023-10-01', count: 5, needed: 10 },
      { date: '2024-01-01', count: 4, needed: 10 },
    ]);
  });

  it('drops a period with a missing month anywhere in the series, and reports it', () => {
    const of = (start: string, ...values: string[]) =>
      aggregate(monthsOf(start, ...values), MONTHS, { frequency: 'q' }, 'avg');
    const inside = of('2023-10', '1', '1', '1', '5', '', '7', '1', '1', '1');
    expect(rowsOf(inside.series)).toEqual(['2023-10-01 1', '2024-04-01 1']);
    expect(inside.dropped.map((one) => [dateText(one.date), one.count, one.needed])).toEqual([
      ['2024-01-01', 2, 3],
    ]);
    expect(rowsOf(of('2024-01', '5', '', '7', '1', '1', '1').series)).toEqual(['2024-04-01 1']);
  });

  it('drops a year of days or weeks with a missing month, and a month with a missing week, inside a series', () => {
    const [first, last] = [dayOf('2021-01-02'), dayOf('2023-12-30')];
    /** @returns the dropped periods of a series without observations between two days. */
    const missing = (cadence: Cadence, step: number, from: string, to: string, lower: Cadence) => {
      const all = Array.from({ length: (last - first) / step + 1 }, (_, i) => first + i * step);
      const there = all.filter((day) => day < dayOf(from) || day > dayOf(to));
      const series = { days: Int32Array.from(there), values: there.map(() => '1') };
      return aggregate(series, cadence, lower, 'avg').dropped.map(({ date, hole }) => [dateText(date), hole]);
    };
    const [half, quarter, year]: Cadence[] = [{ frequency: 'sa' }, { frequency: 'q' }, { frequency: 'a' }];
    for (const lower of [half, quarter, year] as Cadence[]) {
      const dated = lower === quarter ? '2022-04-01' : '2022-01-01';
      // A quarter without nine weeks is dropped for its small number, not for the gap.
      const hole = lower === quarter ? undefined : 34;
      expect(missing(WEEKS, 7, '2022-05-01', '2022-05-31', lower)).toEqual([[dated, hole]]);
      expect(missing(WEEKS, 7, '2022-05-01', '2022-05-21', lower)).toEqual([]);
      expect(missing(DAYS, 1, '2022-05-01', '2022-05-28', lower)).toEqual([[dated, 28]]);
      expect(missing(DAYS, 1, '2022-05-01', '2022-05-27', lower)).toEqual([]);
    }
    expect(missing(DAYS, 1, '2021-12-10', '2022-01-20', year as Cadence)).toEqual([]);
    expect(missing(DAYS, 1, '2021-12-20', '2022-01-31', year as Cadence)).toEqual([['2022-01-01', 31]]);
    // A gap at the beginning, in the middle and at the end of a month inside the series.
    for (const [from, to] of [
      ['2022-05-01', '2022-05-08'],
      ['2022-05-10', '2022-05-17'],
      ['2022-05-24', '2022-05-31'],
    ] as const) {
      expect(missing(DAYS, 1, from, to, MONTHS)).toEqual([['2022-05-01', 8]]);
      expect(missing(DAYS, 1, from, dateText(dayOf(to) - 1), MONTHS)).toEqual([]);
    }
    // Three weeks make a month, whichever week is missing.
    expect(missing(WEEKS, 7, '2022-05-14', '2022-05-14', MONTHS)).toEqual([]);
  });

  it('does not count the time before and after the whole series as a gap', () => {
    const from = (first: string, last: string) => {
      const days = Int32Array.from({ length: dayOf(last) - dayOf(first) + 1 }, (_, i) => dayOf(first) + i);
      return aggregate({ days, values: Array.from(days, () => '1') }, DAYS, MONTHS, 'eop');
    };
    expect(rowsOf(from('2022-01-10', '2022-02-18').series)).toEqual(['2022-01-01 1', '2022-02-01 1']);
    expect(from('2022-01-10', '2022-02-18').dropped).toEqual([]);
    expect(from('2022-01-16', '2022-02-16').dropped).toEqual([
      { date: dayOf('2022-01-01'), count: 16, needed: 17 },
      { date: dayOf('2022-02-01'), count: 16, needed: 17 },
    ]);
  });

  it('inside a series only weeks may have fewer observations than FRED needs', () => {
    // Every second day makes fourteen days in February, without a gap.
    const days = Int32Array.from({ length: 90 }, (_, i) => dayOf('2022-01-01') + i).filter(
      (day) => day < dayOf('2022-02-01') || day > dayOf('2022-02-28') || day % 2 === 0,
    );
    const { dropped } = aggregate({ days, values: Array.from(days, () => '1') }, DAYS, MONTHS, 'sum');
    expect(dropped).toEqual([{ date: dayOf('2022-02-01'), count: 14, needed: 17 }]);
  });

  it('keeps a week of three days inside a series, as holidays leave it, but not at its end', () => {
    const days = (...dates: string[]) => seriesOf(...dates.map((date) => `${date} 1`));
    const weeks = (series: TimeSeries) =>
      rowsOf(aggregate(series, DAYS, { frequency: 'w', weekEnd: 5 }, 'avg').series);
    const full = ['2001-09-03', '2001-09-04', '2001-09-05', '2001-09-06', '2001-09-07'];
    const closed = ['2001-09-10', '2001-09-13', '2001-09-14'];
    const after = ['2001-09-17', '2001-09-18', '2001-09-19', '2001-09-20', '2001-09-21'];
    expect(weeks(days(...full, ...closed, ...after))).toEqual([
      '2001-09-07 1',
      '2001-09-14 1',
      '2001-09-21 1',
    ]);
    expect(weeks(days(...full, ...closed.slice(1), ...after))).toEqual(['2001-09-07 1', '2001-09-21 1']);
    expect(weeks(days(...full, ...closed))).toEqual(['2001-09-07 1']);
    // A week needs three days inside the series, and four at its end.
    const { dropped } = aggregate(
      days(...full, ...closed.slice(1), ...after, '2001-09-24', '2001-09-25', '2001-09-26'),
      DAYS,
      { frequency: 'w', weekEnd: 5 },
      'sum',
    );
    expect(dropped).toEqual([
      { date: dayOf('2001-09-14'), count: 2, needed: 3 },
      { date: dayOf('2001-09-28'), count: 3, needed: 4 },
    ]);
  });

  it('does not treat the ends of a part as the ends of the series', () => {
    const whole = seriesOf(
      ...['2001-08-31 1', '2001-09-10 1', '2001-09-13 2', '2001-09-14 3', '2001-09-17 1'],
    );
    const part = { days: whole.days.subarray(1, 4), values: whole.values.slice(1, 4) };
    const week: Cadence = { frequency: 'w', weekEnd: 5 };
    expect(rowsOf(aggregate(part, DAYS, week, 'avg', edgesOf(whole)).series)).toEqual(['2001-09-14 2']);
    expect(rowsOf(aggregate(part, DAYS, week, 'avg').series)).toEqual([]);
  });

  it.each([
    ['d', 'w', 4],
    ['d', 'm', 17],
    ['d', 'q', 52],
    ['d', 'sa', 104],
    ['d', 'a', 208],
    ['w', 'm', 3],
    ['w', 'q', 10],
    ['w', 'sa', 20],
    ['w', 'a', 39],
    ['m', 'q', 3],
    ['m', 'sa', 6],
    ['m', 'a', 12],
    ['q', 'sa', 2],
    ['q', 'a', 4],
    ['sa', 'a', 2],
    ['m', 'm', 1],
    ['a', 'a', 1],
  ] as const)("needs FRED's least number from %s to %s: %d", (from, to, needed) => {
    expect(neededObservations(from, to)).toBe(needed);
  });

  it('makes weeks of a daily series, dated by Friday or another last day', () => {
    const days = seriesOf(
      '2024-03-11 1',
      '2024-03-12 2',
      '2024-03-13 3',
      '2024-03-14 4',
      '2024-03-15 5',
      '2024-03-18 9',
    );
    expect(rowsOf(aggregate(days, DAYS, { frequency: 'w', weekEnd: 5 }, 'eop').series)).toEqual([
      '2024-03-15 5',
    ]);
    const wednesdays = aggregate(days, DAYS, { frequency: 'w', weekEnd: 3 }, 'sum', {
      first: dayOf('2024-01-01'),
      last: dayOf('2024-12-31'),
    });
    expect(rowsOf(wednesdays.series)).toEqual(['2024-03-13 6', '2024-03-20 18']);
  });

  it('agrees with a naive grouping', () => {
    fc.assert(
      fc.property(anyWeeks, (series) => {
        const groups = Map.groupBy(series.values.entries(), ([i]) =>
          periodOf(series.days[i] as number, MONTHS),
        );
        const months = [...groups.keys()];
        const kept = months.filter((month) => (groups.get(month)?.length ?? 0) >= 3);
        const naive = kept.map((month) => {
          const members = (groups.get(month) ?? []).map(([, value]) => value);
          const places = Math.max(...members.map((value) => parseDecimal(value).places));
          const unit = 10n ** BigInt(4 - places);
          const sum = members.reduce((total, value) => total + tenThousandths(value), 0n);
          const divisor = BigInt(members.length) * unit;
          const size = sum < 0n ? -sum : sum;
          const up = (size % divisor) * 2n >= divisor ? 1n : 0n;
          return (size / divisor + up) * unit * (sum < 0n ? -1n : 1n);
        });
        expect(aggregate(series, WEEKS, MONTHS, 'avg').series.values.map(tenThousandths)).toEqual(naive);
      }),
    );
  });
});
