import { describe, expect, test } from 'vitest';
import { dateText, dayNumber } from '../../../service/calendar/dates.ts';
import {
  AREAS,
  type AreaTable,
  dayOfRow,
  largestWeek,
  movedAreas,
  recordRows,
  rowOfDay,
  sumOfRow,
} from '../../../service/series-math/areas/area-table.ts';
import { classBounds, classOf } from '../../../service/series-math/areas/classes.ts';
import {
  type AreaData,
  type MeasureId,
  measureAreas,
  rankOfWeek,
} from '../../../service/series-math/areas/measures.ts';
import {
  HAS_CLAIMS,
  NO_CLAIMS,
  realContinued,
  realCovered,
  realInitial,
  realRates,
  realReports,
} from './real-claims.ts';

/** The expected values were counted in the file by hand. */

const reports = HAS_CLAIMS ? realReports() : [];
const initial = realInitial(reports);
const data: AreaData = {
  claims: initial,
  covered: realCovered(reports),
  rates: { rate: realRates(reports) },
  reportAfter: 0,
};
const continued: AreaData = { ...data, claims: realContinued(reports), reportAfter: 7 };
const rowOf = (table: AreaTable, date: string) => rowOfDay(table, dayNumber(date) as number);
const place = (code: string) => AREAS.indexOf(code as (typeof AREAS)[number]);

/** @returns the areas of a week in descending order: 'MI 90.32'. */
function ranked(of: AreaData, id: MeasureId, date: string): string[] {
  const measured = measureAreas(id, of);
  const row = rowOf(of.claims, date);
  return AREAS.map((code, area) => [code, measured?.text(area, row)] as const)
    .filter(([, text]) => text !== undefined)
    .sort(([, a], [, b]) => Number(b) - Number(a))
    .map(([code, text]) => `${code} ${text}`);
}

describe('the file of the Department of Labor', () => {
  test('holds 53 areas in 322 weeks', ({ skip }) => {
    skip(!HAS_CLAIMS, NO_CLAIMS);
    expect(reports).toHaveLength(53 * 322);
    expect(initial.rows).toBe(322);
    expect([0, 321].map((row) => dateText(dayOfRow(initial, row)))).toEqual(['2019-01-12', '2025-03-08']);
    for (let row = 0; row < 322; row++) expect(sumOfRow(initial, row).count).toBe(53);
  });

  test('gives the claims of 2020-04-04, the record week of 28 areas', ({ skip }) => {
    skip(!HAS_CLAIMS, NO_CLAIMS);
    expect(ranked(data, 'persons', '2020-04-04').slice(0, 5)).toEqual(
      'CA 918814, GA 390132, MI 388554, NY 344451, TX 315167'.split(', '),
    );
    expect(ranked(data, 'persons', '2020-04-04').at(-1)).toBe('VI 72');
    expect(sumOfRow(initial, rowOf(initial, '2020-04-04'))).toEqual({ sum: 6_161_268, count: 53 });
    const records = recordRows(initial);
    const recordsOn = (date: string) => records.filter((row) => row === rowOf(initial, date));
    expect(recordsOn('2020-04-04')).toHaveLength(28);
    expect(recordsOn('2020-03-28')).toHaveLength(14);
    expect(records[place('CA')]).toBe(rowOf(initial, '2020-03-28'));
    expect(measureAreas('persons', data)?.text(place('CA'), rowOf(initial, '2020-03-28'))).toBe('1058325');
  });

  test('gives claims per thousand covered jobs of the same report', ({ skip }) => {
    skip(!HAS_CLAIMS, NO_CLAIMS);
    const order = ranked(data, 'thousand', '2020-04-04');
    expect(order.slice(0, 4)).toEqual(['MI 90.32', 'GA 89.21', 'HI 85.38', 'PR 77.72']);
    expect(order.at(-1)).toBe('VI 2.10');
    expect(ranked(data, 'thousand', '2025-03-08')[0]).toBe('DC 2.71');
  });

  test('divides continued claims by the covered employment of the next week’s report', ({ skip }) => {
    skip(!HAS_CLAIMS, NO_CLAIMS);
    const report = reports.find(({ st, c2 }) => st === 'NY' && c2 === '2020-05-09');
    const exact = ((Number(report?.c8) + Number(report?.c12)) * 1000) / Number(report?.c18);
    const found = ranked(continued, 'thousand', '2020-05-09').find((text) => text.startsWith('NY'));
    expect(found).toBe(`NY ${exact.toFixed(2)}`);
    expect(report?.rptdate).toBe('2020-05-16');
  });

  test('gives the areas that moved the nation in the week ending 2025-03-08, with exact sums', ({ skip }) => {
    skip(!HAS_CLAIMS, NO_CLAIMS);
    const row = rowOf(initial, '2025-03-08');
    const { changes, sum, isWhole } = movedAreas(initial, row, 1);
    expect([sumOfRow(initial, row).sum, sum, isWhole]).toEqual([214_005, -12_014, true]);
    const told = changes.map(({ area, change }) => `${AREAS[area]} ${change}`);
    expect(told[0]).toBe('NY -15113');
    expect(told.filter((text) => text.includes('-'))[1]).toBe('WI -1766');
    expect(told.filter((text) => !text.includes('-')).slice(0, 2)).toEqual(['CA 4280', 'TX 1470']);
    for (let week = 1; week < 322; week++) {
      const moved = movedAreas(initial, week, 1);
      expect(moved.sum).toBe(sumOfRow(initial, week).sum - sumOfRow(initial, week - 1).sum);
    }
  });

  test('has 30 areas above the previous year in the week ending 2025-03-08', ({ skip }) => {
    skip(!HAS_CLAIMS, NO_CLAIMS);
    expect(ranked(data, 'year', '2025-03-08').filter((text) => Number(text.slice(3)) > 0)).toHaveLength(30);
    expect(ranked(data, 'yearpct', '2025-03-08')).toHaveLength(53);
    expect(ranked(data, 'year', '2019-06-01')).toEqual([]);
  });

  test.for([
    // Counting back by weeks would compare 2022-03-12 (1,477 claims), and the rank would be 1.
    ['2025-03-08', '1536', 2, '2022-03-05', '2422'],
    ['2025-02-15', '1626', 1, '2021-02-13', '1259'],
  ] as const)(
    'gives the rank of DC among the same weeks on %s',
    ([date, value, rank, next, nextValue], { skip }) => {
      skip(!HAS_CLAIMS, NO_CLAIMS);
      const row = rowOf(initial, date);
      const found = rankOfWeek(initial, place('DC'), row);
      expect(initial.texts[place('DC')]?.[row]).toBe(value);
      expect(found).toMatchObject({ rank, count: 7 });
      expect(initial.texts[place('DC')]?.[found?.next ?? -1]).toBe(nextValue);
      expect(dateText(dayOfRow(initial, found?.next ?? -1))).toBe(next);
      expect(measureAreas('unusual', data)?.text(place('DC'), row)).toBe(String(rank));
    },
  );

  test('has the most continued claims in the week ending 2020-05-09', ({ skip }) => {
    skip(!HAS_CLAIMS, NO_CLAIMS);
    const most = largestWeek(continued.claims);
    expect(most?.text).toBe('23037921');
    expect(dateText(dayOfRow(continued.claims, most?.row ?? -1))).toBe('2020-05-09');
  });

  test('has an insured rate of c17 in percent of c18, truncated, in all reports except one', ({ skip }) => {
    skip(!HAS_CLAIMS, NO_CLAIMS);
    const others = reports.filter(
      ({ c17, c18, c19 }) =>
        Math.trunc((10_000 * Number(c17)) / Number(c18)) !== Math.round(Number(c19) * 100),
    );
    expect(others.map(({ st, rptdate, c2 }) => [st, rptdate, c2])).toEqual([
      ['UT', '2024-04-06', '2024-03-30'],
    ]);
    expect(reports).toHaveLength(17_066);
    const measured = measureAreas('rate', continued);
    for (const { st, c2, c19 } of reports)
      expect(measured?.text(place(st), rowOf(continued.claims, c2))).toBe(c19);
  });

  test('fills seven classes over all weeks about equally', ({ skip }) => {
    skip(!HAS_CLAIMS, NO_CLAIMS);
    for (const id of ['thousand', 'persons', 'week', 'year'] as const) {
      const measured = measureAreas(id, data);
      if (!measured) throw new Error('No measure');
      const bounds = classBounds(measured, [0, 321]);
      expect(bounds).toHaveLength(6);
      const counts = Array(7).fill(0);
      for (const value of measured.numbers) if (!Number.isNaN(value)) counts[classOf(bounds, value)]++;
      const all = counts.reduce((sum, count) => sum + count, 0);
      for (const count of counts)
        expect(Math.abs(count / all - 1 / 7), `${id} ${counts}`).toBeLessThan(0.035);
    }
  });
});
