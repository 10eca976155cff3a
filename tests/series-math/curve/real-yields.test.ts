import { beforeAll, describe, expect, it } from 'vitest';
import { dateText, dayNumber } from '../../../service/calendar/dates.ts';
import { SHAPE } from '../../../service/datasets/yields/curve.ts';
import { YIELDS } from '../../../service/datasets/yields/definition.ts';
import {
  alikeDays,
  CHANGE_SPANS,
  changeBetweenRows,
  LARGEST_ALIKE_DISTANCE,
  lifeOf,
  longestRun,
  matrixSpread,
  rankOf,
  referenceRow,
  spreadFacts,
  startOf,
  tenorState,
  wantedDay,
} from '../../../service/series-math/curve.ts';
import {
  type Matrix,
  type MatrixColumn,
  rowOnOrBefore,
  scaledText,
} from '../../../service/series-math/matrix.ts';
import { HAS_YIELDS, NO_YIELDS, realYields } from './real-yields.ts';

/** The expected figures were computed from the Treasury's files in advance. */
describe('all yields of the Treasury', () => {
  let matrix: Matrix;
  beforeAll(() => {
    if (HAS_YIELDS) matrix = realYields();
  });
  const day = (date: string) => dayNumber(date) as number;
  const row = (date: string) => rowOnOrBefore(matrix.days, day(date));
  const column = (code: string) => matrix.columns.find(({ name }) => name === code) as MatrixColumn;
  const changes = (code: string, date: string) =>
    CHANGE_SPANS.map((span) =>
      changeBetweenRows(
        matrix,
        column(code),
        referenceRow(matrix, column(code), wantedDay(day(date), span)),
        row(date),
      ),
    );
  const spread = (long: string, short: string) => {
    const series = matrixSpread(matrix, long, short);
    return { series, facts: spreadFacts(series) };
  };
  const at = (index: number, { days, scaled }: ReturnType<typeof matrixSpread>) => [
    scaledText(matrix, scaled[index] as number),
    dateText(days[index] as number),
  ];
  const run = (one: { from: number; to: number; count: number } | undefined) =>
    one && [dateText(one.from), dateText(one.to), one.count];
  const test = (name: string, check: () => void) =>
    it(name, ({ skip }) => {
      skip(!HAS_YIELDS, NO_YIELDS);
      check();
    });

  test('the files have 8,804 rows, one of them empty (2010-10-11), and 94,210 values', () => {
    expect(matrix.days).toHaveLength(8804);
    const values = matrix.columns.flatMap(({ texts }) => texts.filter((text) => text !== undefined));
    expect(values).toHaveLength(94_210);
    const empty = matrix.columns.filter(({ scaled }) => !Number.isNaN(scaled[row('2010-10-11')]));
    expect([dateText(matrix.days[row('2010-10-11')] as number), empty]).toEqual(['2010-10-11', []]);
  });

  test('the 10-year less the 2-year has its known runs and extremes', () => {
    const { series, facts } = spread('US10Y', 'US2Y');
    expect(facts).toMatchObject({ count: 8803, below: 1052, flat: 25 });
    expect(facts.runs).toHaveLength(25);
    expect(dateText(facts.runs[0]?.from ?? 0)).toBe('1990-03-08');
    expect(dateText(facts.runs.at(-1)?.to ?? 0)).toBe('2024-09-05');
    expect(run(longestRun(facts.runs))).toEqual(['2022-07-06', '2024-08-26', 537]);
    expect(at(facts.lowest, series)).toEqual(['-1.08', '2023-07-03']);
    expect(at(facts.highest, series)).toEqual(['2.91', '2011-02-04']);
  });

  test('the 10-year less the 3-month has its known runs and extremes', () => {
    const { series, facts } = spread('US10Y', 'US3M');
    expect(facts).toMatchObject({ count: 8800, below: 1044 });
    expect(facts.runs).toHaveLength(25);
    expect(dateText(facts.runs[0]?.from ?? 0)).toBe('1998-09-10');
    expect(run(longestRun(facts.runs))).toEqual(['2022-10-25', '2024-12-12', 534]);
    expect(run(facts.runs.at(-1))?.slice(0, 2)).toEqual(['2025-02-26', '2025-03-07']);
    expect(at(facts.lowest, series)).toEqual(['-1.89', '2023-05-04']);
    expect(at(facts.highest, series)).toEqual(['3.87', '1992-05-04']);
  });

  test('changes are right on 2025-03-07, and missing over the gap before 2026-10-09', () => {
    expect(column('US10Y').texts[row('2025-03-07')]).toBe('4.32');
    expect(changes('US10Y', '2025-03-07')).toEqual(['3', '8', '-17', '-26', '23']);
    expect(changes('US2Y', '2025-03-07')).toEqual(['3', '0', '-30', '-26', '-51']);
    expect(changes('US1_5M', '2025-03-07')[2]).toBeUndefined();
    expect(column('US10Y').texts[row('2026-10-09')]).toBe('5.24');
    for (const { name } of matrix.columns.filter(({ name }) => name !== 'US10Y'))
      expect(changes(name, '2026-10-09').slice(1)).toEqual([undefined, undefined, undefined, undefined]);
    expect(changes('US10Y', '2026-10-09')).toEqual(['2', undefined, undefined, undefined, undefined]);
    expect(changes('US10Y', '2026-10-08')[0]).toBeUndefined();
  });

  test('the spreads have their percentiles up to 2025-03-07', () => {
    const rank = (long: string, short: string, from = 0) => {
      const { days, scaled } = matrixSpread(matrix, long, short);
      const last = rowOnOrBefore(days, day('2025-03-07'));
      const start = from === 0 ? 0 : rowOnOrBefore(days, from) + 1;
      return rankOf(scaled, scaled[last] as number, start, last + 1);
    };
    expect(rank('US10Y', 'US2Y')).toEqual({ count: 2703, total: 8801 });
    expect(rank('US10Y', 'US2Y', day('2015-03-07'))).toEqual({ count: 1152, total: 2502 });
    expect(rank('US10Y', 'US3M')).toEqual({ count: 1037, total: 8798 });
  });

  test('similar days are found by shape', () => {
    const alike = (date: string) =>
      alikeDays(matrix, SHAPE, row(date), 4).map(({ row: at, distance }) => [
        dateText(matrix.days[at] as number),
        distance.toFixed(2),
      ]);
    expect(alike('2025-03-07')).toEqual([
      ['2019-07-11', '4.33'],
      ['2020-02-28', '4.70'],
      ['2001-01-12', '4.71'],
      ['1998-09-10', '4.79'],
    ]);
    expect(alike('2023-07-03')[0]).toEqual(['2000-12-14', '36.71']);
    expect(alikeDays(matrix, SHAPE, row('2023-07-03'), 1)[0]?.distance).toBeGreaterThan(
      LARGEST_ALIKE_DISTANCE,
    );
    // Compared with their levels too, similar days have a similar level.
    const [nearest] = alikeDays(matrix, SHAPE, row('2025-03-07'), 1, true);
    expect(Math.abs(column('US10Y').scaled[nearest?.row ?? 0] as number) - 432).toBeLessThan(60);
  });

  test('tenors begin and end as their definition says', () => {
    const count = (date: string) =>
      matrix.columns.filter(({ scaled }) => !Number.isNaN(scaled[row(date)] as number)).length;
    expect([count('1990-01-02'), count('2002-02-19'), count('2025-02-18')]).toEqual([9, 10, 14]);
    for (const series of YIELDS.series.filter(({ spread }) => spread === undefined)) {
      const { first } = lifeOf(column(series.code));
      expect([series.code, dateText(matrix.days[first] as number)]).toEqual([
        series.code,
        series.historyFrom ?? YIELDS.historyFrom,
      ]);
    }
    const state = (code: string, date: string) =>
      tenorState(matrix, column(code), row(date), startOf(matrix, column(code)));
    expect([
      state('US1M', '2001-07-30'),
      state('US1M', '2001-07-31'),
      state('US30Y', '2002-02-19'),
      state('US30Y', '2006-02-08'),
      state('US30Y', '2006-02-09'),
      state('US3M', '2008-12-10'),
    ]).toEqual(['unpublished', 'value', 'missing', 'missing', 'value', 'missing']);
    expect(matrix.days.filter((one) => dateText(one).startsWith('2025-02'))).toHaveLength(19);
  });
});
