import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastPeriods, sinceRecessions } from '../../../renderer/range/more-ranges.ts';
import {
  dateText,
  dayNumber,
  daysFromCivil,
  shiftDays,
  shiftMonths,
} from '../../../service/calendar/dates.ts';
import { resolveRange } from '../../../service/view/range.ts';
import { PRESETS } from '../../../service/view/types.ts';

const held = { from: '1993-04-01', to: '2024-02-29' };
const anyDay = fc.integer({ min: daysFromCivil(1900, 1, 1), max: daysFromCivil(2100, 1, 1) }).map(dateText);

describe('presets', () => {
  it.each([
    ['1M', '2024-01-29'],
    ['3M', '2023-11-29'],
    ['6M', '2023-08-29'],
    ['YTD', '2024-01-01'],
    ['1Y', '2023-02-28'],
    ['5Y', '2019-02-28'],
    ['10Y', '2014-02-28'],
    ['Max', '1993-04-01'],
  ] as const)('%s before the last observation of 2024-02-29 begins on %s', (preset, from) => {
    expect(resolveRange({ preset }, held)).toEqual({ from, to: '2024-02-29' });
  });

  it('leaves fixed days alone', () => {
    const range = { from: '2000-01-01', to: '2001-01-01' };
    expect(resolveRange(range, held)).toEqual(range);
  });

  it('ends an open range with the data', () => {
    expect(resolveRange({ since: '2020-02-01' }, held)).toEqual({ from: '2020-02-01', to: '2024-02-29' });
    expect(resolveRange({ since: '2024-05-01' }, held)).toEqual({ from: '2024-05-01', to: '2024-05-01' });
  });

  it('ends with the last observation and never begins after it', () => {
    fc.assert(
      fc.property(anyDay, anyDay, fc.constantFrom(...PRESETS), (a, b, preset) => {
        const [from, to] = [a, b].sort() as [string, string];
        const range = resolveRange({ preset }, { from, to });
        expect(range.to).toBe(to);
        expect(range.from <= range.to).toBe(true);
      }),
    );
  });
});

describe('ranges beyond the presets', () => {
  it('begin with each recession within the data, and no other', () => {
    expect(sinceRecessions({ from: '2007-12-01', to: '2024-02-29' })).toEqual([
      { name: 'Since Feb 2020', choice: { since: '2020-02-01' } },
      { name: 'Since Dec 2007', choice: { since: '2007-12-01' } },
    ]);
    const claims = sinceRecessions({ from: '1967-01-07', to: '2026-10-31' });
    expect(claims).toHaveLength(8);
    expect(claims.at(-1)?.name).toBe('Since Dec 1969');
    expect(sinceRecessions({ from: '2021-01-01', to: '2026-10-31' })).toEqual([]);
  });

  it('include a recession that began on the first or on the last day of the data', () => {
    const names = (from: string, to: string) => sinceRecessions({ from, to }).map(({ name }) => name);
    expect(names('2010-01-01', '2020-02-01')).toEqual(['Since Feb 2020']);
    expect(names('2020-02-01', '2020-02-01')).toEqual(['Since Feb 2020']);
    expect(names('2010-01-01', '2020-01-31')).toEqual([]);
    expect(names('2020-02-02', '2024-01-01')).toEqual([]);
  });

  it.each([
    ['2026-11-21', '2026 Q3', '2026-07-01', '2026-09-30', '2026-10-01', '2025-10-01', '2026-09-30'],
    ['2026-02-01', '2025 Q4', '2025-10-01', '2025-12-31', '2025-10-01', '2024-10-01', '2025-09-30'],
    ['2024-10-01', '2024 Q3', '2024-07-01', '2024-09-30', '2024-10-01', '2023-10-01', '2024-09-30'],
  ])('are whole periods before %s', (today, name, from, to, fiscal, fiscalFrom, fiscalTo) => {
    const [quarter, year, toDate, last] = lastPeriods(today);
    expect(quarter).toEqual({ name: `Last quarter (${name})`, choice: { from, to } });
    expect(year?.choice).toEqual({
      from: `${Number(today.slice(0, 4)) - 1}-01-01`,
      to: `${Number(today.slice(0, 4)) - 1}-12-31`,
    });
    expect(toDate?.choice).toEqual({ since: fiscal });
    expect(last?.choice).toEqual({ from: fiscalFrom, to: fiscalTo });
  });
});

describe('shifting by months', () => {
  it('keeps the day of the month, or takes the last day of a shorter month', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -600, max: 600 }), (day, months) => {
        const shifted = shiftMonths(day, months);
        const index = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
        expect(dayNumber(shifted)).toBeDefined();
        expect(index(shifted) - index(day)).toBe(months);
        const isSameDay = shifted.slice(8) === day.slice(8);
        const isLastDay = dateText((dayNumber(shifted) as number) + 1).endsWith('-01');
        expect(isSameDay || (isLastDay && shifted.slice(8) < day.slice(8))).toBe(true);
      }),
    );
  });
});

it('never goes before 0001-01-01', () => {
  expect([
    shiftMonths('0001-02-15', -1),
    shiftMonths('0001-02-15', -2),
    shiftMonths('2024-02-29', -99_999),
  ]).toEqual(['0001-01-15', '0001-01-01', '0001-01-01']);
  expect([shiftDays('0001-01-03', -2), shiftDays('0001-01-03', -3)]).toEqual(['0001-01-01', '0001-01-01']);
});
