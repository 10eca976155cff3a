import { describe, expect, test } from 'vitest';
import { sentenceText } from '../../../renderer/explain/index.ts';
import { cellText, movedText, namedAreas, orderAreas, summaryParts } from '../../../renderer/states/words.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { AREAS, areaTable, movedAreas, rowOfDay } from '../../../service/series-math/areas/area-table.ts';
import { type AreaData, measureAreas } from '../../../service/series-math/areas/measures.ts';
import { matrixOfCsv } from '../../../service/series-math/matrix.ts';
import {
  HAS_CLAIMS,
  NO_CLAIMS,
  realContinued,
  realCovered,
  realInitial,
  realRates,
  realReports,
  realWeekRates,
} from '../../series-math/areas/real-claims.ts';

const reports = HAS_CLAIMS ? realReports() : [];
const data: AreaData = {
  claims: realInitial(reports),
  covered: realCovered(reports),
  rates: { rate: realRates(reports), weekrate: realWeekRates(reports) },
  reportAfter: 0,
};
const summaryOf = (...about: Parameters<typeof summaryParts>) => sentenceText(summaryParts(...about));
const rowOf = (date: string) => rowOfDay(data.claims, dayNumber(date) as number);
const measured = (id: Parameters<typeof measureAreas>[0], of = data) => {
  const found = measureAreas(id, of);
  if (!found) throw new Error('No measure');
  return found;
};

describe('sentences on the real claims', () => {
  test.for([
    [
      'thousand',
      '2020-04-04',
      'Week ending 2020-04-04: 6,161,268 initial claims in 53 areas; most per thousand Michigan 90.32, fewest Virgin Islands 2.10.',
    ],
    [
      'persons',
      '2020-04-04',
      'Week ending 2020-04-04: 6,161,268 initial claims in 53 areas; most California 918,814, fewest Virgin Islands 72.',
    ],
    [
      'year',
      '2025-03-08',
      'Week ending 2025-03-08: 214,005 initial claims in 53 areas; 30 areas rose, most Texas +2,159, largest fall California −880.',
    ],
    [
      'unusual',
      '2025-03-08',
      'Week ending 2025-03-08: 214,005 initial claims in 53 areas; no area is at its highest for this week against earlier years.',
    ],
    [
      'unusual',
      '2025-02-15',
      'Week ending 2025-02-15: 223,538 initial claims in 53 areas; highest for this week against 6 earlier years: District of Columbia.',
    ],
    [
      'unusual',
      '2019-06-01',
      'Week ending 2019-06-01: 189,577 initial claims in 53 areas; there is no earlier year to compare this week with.',
    ],
    [
      'weekrate',
      '2020-05-30',
      'Week ending 2020-05-30: 1,610,909 initial claims in 53 areas; highest insured rate of the week Nevada 24.22 %, lowest South Dakota 4.92 %.',
    ],
    [
      'rate',
      '2020-05-30',
      'Week ending 2020-05-30: 1,610,909 initial claims in 53 areas; highest 13-week insured rate Nevada 16.35 %, lowest South Dakota 3.83 %.',
    ],
  ] as const)('%s of %s', ([id, date, sentence], { skip }) => {
    skip(!HAS_CLAIMS, NO_CLAIMS);
    expect(summaryOf(data.claims, measured(id), rowOf(date), 'initial')).toBe(sentence);
  });

  test('the areas that moved the nation', ({ skip }) => {
    skip(!HAS_CLAIMS, NO_CLAIMS);
    const said = (date: string) => movedText(movedAreas(data.claims, rowOf(date), 1), data.claims, 'week');
    expect(said('2025-03-08')).toBe('New York fell by 15,113, more than the nation (−12,014).');
    expect(said('2020-03-28')).toBe('California rose by 871,992, the most of the nation’s +3,067,570.');
  });

  test('continued claims of the highest week', ({ skip }) => {
    skip(!HAS_CLAIMS, NO_CLAIMS);
    const claims = realContinued(reports);
    const row = rowOfDay(claims, dayNumber('2020-05-09') as number);
    expect(summaryOf(claims, undefined, row, 'continued')).toBe(
      'Week ending 2020-05-09: 23,037,921 continued claims in 53 areas.',
    );
  });
});

/** Two areas in three weeks; one value is missing. */
const FEW = areaTable(matrixOfCsv('date,x.AK,x.CA\n2024-01-06,5,7\n2024-01-13,8,7\n2024-01-20,,4'), 'x');
const few = (id: 'persons' | 'week') => measured(id, { claims: FEW, reportAfter: 0 });

describe('sentences on few areas', () => {
  test('there is no national total while areas are missing', () => {
    expect(summaryOf(FEW, few('persons'), 1, 'initial')).toBe(
      'Week ending 2024-01-13: 2 of 53 areas so far: no national total; most Alaska 8, fewest California 7.',
    );
    expect(summaryOf(FEW, few('week'), 1, 'initial')).toBe(
      'Week ending 2024-01-13: 2 of 53 areas so far: no national total; 1 area rose, most Alaska +3, none fell.',
    );
    expect(summaryOf(FEW, few('week'), 2, 'initial')).toMatch(
      /: no national total; no area rose, largest fall California −3\.$/,
    );
    expect(movedText(movedAreas(FEW, 1, 1), FEW, 'week')).toBe(
      'Alaska rose by 3, the most of the 2 areas so far.',
    );
    expect(movedText(movedAreas(FEW, 0, 1), FEW, 'week')).toMatch(/^No area has both weeks/);
    const moved = (...all: number[]) => {
      const changes = all.map((change, area) => ({ area, change }));
      return movedText({ changes, sum: all.reduce((a, b) => a + b), isWhole: true }, FEW, 'week');
    };
    expect(moved(5, -5)).toBe('Alaska rose by 5, the most; the nation did not change.');
    expect(moved(0, 0)).toBe('Nothing changed on the week before.');
    expect(namedAreas(movedAreas(FEW, 1, 1)).named.map(({ area }) => AREAS[area])).toEqual(['AK']);
  });

  test('if areas are highest against different numbers of years, the largest number is given', () => {
    const years = 'date,x.AK,x.CA\n2022-01-08,5,\n2023-01-07,6,3\n2024-01-06,9,8';
    const claims = areaTable(matrixOfCsv(years), 'x');
    const unusual = measured('unusual', { claims, reportAfter: 0 });
    expect(summaryOf(claims, unusual, claims.rows - 1, 'initial')).toBe(
      'Week ending 2024-01-06: 2 of 53 areas so far: no national total; highest for this week against up to 2 earlier years: Alaska, California.',
    );
  });

  test('changes are signed, and what is missing is a dash, never the nearest value', () => {
    const [AK, CA] = [AREAS.indexOf('AK'), AREAS.indexOf('CA')];
    expect([0, 1, 2].map((row) => cellText(few('week'), FEW, AK, row))).toEqual(['–', '+3', '–']);
    expect([0, 1, 2].map((row) => cellText(few('week'), FEW, CA, row))).toEqual(['–', '±0', '−3']);
    expect(orderAreas(few('persons'), 1, 'high')).toEqual([AK, CA]);
    expect(orderAreas(few('persons'), 0, 'high')).toEqual([CA, AK]);
    expect(orderAreas(few('persons'), 0, 'low')).toEqual([AK, CA]);
    expect(orderAreas(few('persons'), 2, 'name')).toEqual([CA]);
  });

  test('areas that look equal are sorted by their values before rounding, and then by name', () => {
    // 1.001, 1.004, 1.002 and 1.004 per thousand: all are shown as 1.00.
    const table = (numbers: string) =>
      areaTable(matrixOfCsv(`date,x.AK,x.AL,x.CA,x.AZ\n2024-01-06,${numbers}`), 'x');
    const one = measured('thousand', {
      claims: table('1001,502,1002,2008'),
      covered: table('1000000,500000,1000000,2000000'),
      reportAfter: 0,
    });
    const order = (sort: 'high' | 'low') => orderAreas(one, 0, sort).map((area) => AREAS[area]);
    expect(order('high')).toEqual(['AL', 'AZ', 'CA', 'AK']);
    expect(order('low')).toEqual(['AK', 'CA', 'AL', 'AZ']);
    expect(orderAreas(one, 0, 'high').map((area) => one.text(area, 0))).toEqual([
      '1.00',
      '1.00',
      '1.00',
      '1.00',
    ]);
  });

  test('equal rates of the week are sorted by continued claims ÷ covered employment', () => {
    const table = (...rows: string[]) =>
      areaTable(matrixOfCsv(['date,x.AK,x.AL,x.CA', ...rows].join('\n')), 'x');
    // 1.231, 1.234 and 1.226 percent; the publisher has another rate for the last area.
    const one = measured('weekrate', {
      claims: table('2024-01-06,1,1,1'),
      rates: { weekrate: table('2024-01-06,1.23,1.23,1.40') },
      continued: table('2024-01-06,1231,1234,1226'),
      covered: table('2024-01-06,1,1,1', '2024-01-13,100000,100000,100000'),
      reportAfter: 0,
    });
    expect(orderAreas(one, 0, 'high').map((area) => AREAS[area])).toEqual(['CA', 'AL', 'AK']);
  });
});
