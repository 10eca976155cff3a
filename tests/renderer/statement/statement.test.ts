import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellsOf,
  loadedRange,
  STATEMENT_CODES,
  shiftWeeks,
  statementCsv,
  statementFileName,
  statementToShow,
  statementTsv,
  statementWeek,
  weeksOf,
} from '../../../renderer/statement/statement.ts';
import { dateText, dayNumber, weekday } from '../../../service/calendar/dates.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES } from '../../../service/datasets/factors_affecting_reserve_balances/definition.ts';
import { RESERVE_STATEMENT } from '../../../service/datasets/factors_affecting_reserve_balances/statement.ts';

const WEEK = '2025-03-05';
const HELD = { from: '2002-12-18', to: '2026-11-18' };

const anyDay = fc.integer({
  min: dayNumber('2002-12-18') as number,
  max: dayNumber('2100-01-01') as number,
});

function seriesOf(observations: Record<string, string>) {
  return {
    days: Int32Array.from(Object.keys(observations), (date) => dayNumber(date) as number),
    values: Object.values(observations),
  };
}

describe('the layout', () => {
  it('has every series of the dataset once and no other', () => {
    const known = FACTORS_AFFECTING_RESERVE_BALANCES.series.map(({ code }) => code);
    expect([...STATEMENT_CODES].sort()).toEqual([...known].sort());
    expect(new Set(STATEMENT_CODES).size).toBe(known.length);
  });

  it('has one unit, so that the unit above the columns is right for all', () => {
    expect(new Set(FACTORS_AFFECTING_RESERVE_BALANCES.series.map(({ unit }) => unit)).size).toBe(1);
  });
});

describe('the numbers of a line', () => {
  it('are the level and the changes from one and from 52 weeks before, exact', () => {
    const series = seriesOf({
      '2024-03-06': '9007199254740993.10',
      '2025-02-26': '9007199254740994.30',
      [WEEK]: '9007199254740992.05',
    });
    expect(cellsOf(series, WEEK)).toEqual({
      level: '9007199254740992.05',
      fromWeekBefore: '-2.25',
      fromYearBefore: '-1.05',
    });
  });

  it('are absent if the week, the week before or the year before is missing', () => {
    const series = seriesOf({ '2024-02-28': '1', '2025-02-19': '5', [WEEK]: '7' });
    expect(cellsOf(series, WEEK)).toEqual({
      level: '7',
      fromWeekBefore: undefined,
      fromYearBefore: undefined,
    });
    expect(cellsOf(series, '2025-02-26')).toEqual({
      level: undefined,
      fromWeekBefore: undefined,
      fromYearBefore: undefined,
    });
    expect(cellsOf(undefined, WEEK).level).toBeUndefined();
  });
});

describe('the weeks', () => {
  it('are Wednesdays, at most six days before the requested day', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const week = dayNumber(statementWeek(dateText(day))) as number;
        expect(weekday(week)).toBe(3);
        expect(day - week).toBeGreaterThanOrEqual(0);
        expect(day - week).toBeLessThan(7);
      }),
    );
  });

  it('are loaded with the weeks that they are compared with, all weeks of a year together', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const { week, weekBefore, yearBefore } = weeksOf(statementWeek(dateText(day)));
        const { from, to } = loadedRange(week, { from: '2002-12-18', to: week });
        expect([yearBefore >= from, yearBefore < weekBefore, weekBefore < week, week <= to]).toEqual(
          Array(4).fill(true),
        );
      }),
    );
    expect(loadedRange(WEEK, HELD)).toEqual({ from: '2024-01-01', to: '2025-12-31' });
    expect(loadedRange(shiftWeeks(WEEK, 1), HELD)).toEqual(loadedRange(WEEK, HELD));
    expect(loadedRange(HELD.to, HELD).to).toBe(HELD.to);
  });

  it('are compared with the week before and the week 52 weeks before', () => {
    expect(weeksOf(WEEK)).toEqual({ week: WEEK, weekBefore: '2025-02-26', yearBefore: '2024-03-06' });
  });

  it('are found for any address', () => {
    expect(statementToShow(undefined, HELD)).toEqual({ week: HELD.to });
    expect(statementToShow(WEEK, HELD)).toEqual({ week: WEEK });
    expect(statementToShow('2025-03-11', HELD)).toEqual({ week: WEEK });
    expect(statementToShow('2026-11-24', HELD)).toEqual({ week: HELD.to });
    expect(statementToShow('soon', HELD)).toMatchObject({
      week: HELD.to,
      problem: expect.stringContaining('soon'),
    });
    expect(statementToShow('2001-01-01', HELD)).toMatchObject({
      week: HELD.from,
      problem: expect.stringContaining('2001-01-01'),
    });
    expect(statementToShow('2030-01-01', HELD)).toMatchObject({
      week: HELD.to,
      problem: expect.stringContaining('2030-01-01'),
    });
  });
});

describe('what is copied', () => {
  const content = {
    weeks: weeksOf(WEEK),
    cells: new Map([
      [
        'treasury_notes_bonds_nominal',
        { level: '3620822', fromWeekBefore: '-1500', fromYearBefore: undefined },
      ],
    ]),
    unit: 'millions of US dollars',
    isSample: false,
  };

  it('has the layout of the screen as cells, with plain numbers', () => {
    const rows = statementTsv(content)
      .split('\n')
      .map((line) => line.split('\t'));
    expect(rows[0]).toEqual([
      'millions of US dollars',
      'Wednesday level 2025-03-05',
      'Change from 2025-02-26',
      'Change from 2024-03-06',
    ]);
    expect(rows[1]).toEqual(['Assets', '', '', '']);
    expect(rows).toContainEqual(['Notes and bonds, nominal', '3620822', '-1500', '']);
    expect(rows).toContainEqual(['Bills', '', '', '']);
    expect(rows).toHaveLength(1 + RESERVE_STATEMENT.reduce((sum, { lines }) => sum + 1 + lines.length, 0));
  });

  it('has in the CSV a row for each series with its dates', () => {
    const lines = statementCsv(content).split('\n');
    expect(lines).toHaveLength(STATEMENT_CODES.length + 2);
    expect(lines).toContain(
      'Assets,"Notes and bonds, nominal",treasury_notes_bonds_nominal,millions of US dollars,2025-03-05,3620822,2025-02-26,-1500,2024-03-06,',
    );
  });

  it('says that it has sample data', () => {
    const sample = { ...content, isSample: true };
    expect(statementTsv(sample)).toMatch(/^Sample data, millions of US dollars\t/);
    expect(statementFileName(content)).toBe('fed-balance-sheet-2025-03-05.csv');
    expect(statementFileName(sample)).toBe('fed-balance-sheet-2025-03-05-sample.csv');
  });
});
