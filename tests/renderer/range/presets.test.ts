import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastPeriods, readSaved, sinceRecessions, withSaved } from '../../../renderer/range/more-ranges.tsx';
import { rangeWords, tooShort, usefulPresets } from '../../../renderer/range/presets.ts';
import {
  dateText,
  dayNumber,
  daysFromCivil,
  shiftDays,
  shiftMonths,
} from '../../../service/calendar/dates.ts';
import { resolveRange } from '../../../service/view/range.ts';
import { PRESETS } from '../../../service/view/types.ts';

const anyDay = fc.integer({ min: daysFromCivil(1900, 1, 1), max: daysFromCivil(2100, 1, 1) }).map(dateText);

describe('the days of a range', () => {
  const held = { from: '1993-04-01', to: '2024-02-29' };
  it.each([
    [{ preset: '1M' }, '2024-01-29', '2024-02-29'],
    [{ preset: '3M' }, '2023-11-29', '2024-02-29'],
    [{ preset: '6M' }, '2023-08-29', '2024-02-29'],
    [{ preset: 'YTD' }, '2024-01-01', '2024-02-29'],
    [{ preset: '1Y' }, '2023-02-28', '2024-02-29'],
    [{ preset: '5Y' }, '2019-02-28', '2024-02-29'],
    [{ preset: '10Y' }, '2014-02-28', '2024-02-29'],
    [{ preset: 'Max' }, '1993-04-01', '2024-02-29'],
    [{ from: '2000-01-01', to: '2001-01-01' }, '2000-01-01', '2001-01-01'],
    [{ since: '2020-02-01' }, '2020-02-01', '2024-02-29'],
    [{ since: '2024-05-01' }, '2024-05-01', '2024-05-01'],
  ] as const)('of %o are %s to %s, with data to 2024-02-29', (choice, from, to) => {
    expect(resolveRange(choice, held)).toEqual({ from, to });
  });

  it('of a preset end with the last observation and never begin after it', () => {
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
  const names = (from: string, to: string) => sinceRecessions({ from, to }).map(({ name }) => name);

  it('begin with each recession within the data, even on its first or last day, and with no other', () => {
    expect(sinceRecessions({ from: '2007-12-01', to: '2024-02-29' })).toEqual([
      { name: 'Since Feb 2020', choice: { since: '2020-02-01' } },
      { name: 'Since Dec 2007', choice: { since: '2007-12-01' } },
    ]);
    const claims = names('1967-01-07', '2026-10-31');
    expect([claims.length, claims.at(-1)]).toEqual([8, 'Since Dec 1969']);
    expect(names('2010-01-01', '2020-02-01')).toEqual(['Since Feb 2020']);
    expect(names('2020-02-01', '2020-02-01')).toEqual(['Since Feb 2020']);
    expect(names('2010-01-01', '2020-01-31')).toEqual([]);
    expect(names('2020-02-02', '2026-10-31')).toEqual([]);
  });

  it.each([
    ['2026-11-21', '2026 Q3', '2026-07-01', '2026-09-30', '2026-10-01', '2025-10-01', '2026-09-30'],
    ['2026-02-01', '2025 Q4', '2025-10-01', '2025-12-31', '2025-10-01', '2024-10-01', '2025-09-30'],
    ['2024-10-01', '2024 Q3', '2024-07-01', '2024-09-30', '2024-10-01', '2023-10-01', '2024-09-30'],
  ])('include the last whole periods before %s', (today, name, from, to, fiscal, fiscalFrom, fiscalTo) => {
    const [quarter, year, toDate, last] = lastPeriods(today);
    const before = Number(today.slice(0, 4)) - 1;
    expect(quarter).toEqual({ name: `Last quarter (${name})`, choice: { from, to } });
    expect(year?.choice).toEqual({ from: `${before}-01-01`, to: `${before}-12-31` });
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

  it('never goes before 0001-01-01', () => {
    const shifted = [
      ['0001-02-15', -1],
      ['0001-02-15', -2],
      ['2024-02-29', -99_999],
    ] as const;
    expect(shifted.map(([day, months]) => shiftMonths(day, months))).toEqual([
      '0001-01-15',
      '0001-01-01',
      '0001-01-01',
    ]);
    expect([shiftDays('0001-01-03', -2), shiftDays('0001-01-03', -3)]).toEqual(['0001-01-01', '0001-01-01']);
  });
});

describe('presets that show less than two periods', () => {
  const held = { from: '1967-01-07', to: '2026-10-31' };
  it.each([
    ['d', PRESETS],
    ['w', PRESETS],
    [undefined, PRESETS],
    ['m', PRESETS.slice(1)],
    ['q', ['6M', 'YTD', '1Y', '5Y', '10Y', 'Max']],
    ['a', ['5Y', '10Y', 'Max']],
  ] as const)('are left out for %s', (finest, useful) => {
    expect(usefulPresets(held, finest)).toEqual(useful);
  });

  it('are the same at every end of a month, and include the year to date early in a year', () => {
    for (let month = 1; month <= 12; month++) {
      const to = `2025-${String(month).padStart(2, '0')}-28`;
      expect(tooShort('3M', { ...held, to }, 'm')).toBeUndefined();
      expect(tooShort('6M', { ...held, to }, 'q')).toBeUndefined();
      expect(tooShort('1M', { ...held, to }, 'm')).toBe(
        'Too short: the frequency is monthly, and two periods do not fit in',
      );
    }
    expect(tooShort('YTD', { ...held, to: '2026-02-01' }, 'm')).toBeDefined();
    expect(tooShort('YTD', { ...held, to: '2026-04-01' }, 'm')).toBeUndefined();
  });
});

describe('saved ranges', () => {
  it('are kept once under a name, also after they were stored and read again', () => {
    let saved = withSaved([], ' Pandemic ', { from: '2020-02-01', to: '2021-12-31' });
    saved = withSaved(saved, 'Two years', { back: '-24M' });
    saved = withSaved(saved, 'Pandemic', { since: '2020-03-01' });
    expect(saved).toEqual([
      { name: 'Pandemic', range: { from: '2020-03-01' } },
      { name: 'Two years', range: { range: '-24M' } },
    ]);
    expect(readSaved(saved)).toEqual(saved);
  });

  it('are the newest twenty: a 21st removes the oldest, one with a name that exists replaces that one', () => {
    const names = Array.from({ length: 21 }, (_, i) => `range ${i}`);
    const choice = { since: '2020-02-01' };
    const saved = names.reduce<ReturnType<typeof withSaved>>(
      (list, name) => withSaved(list, name, choice),
      [],
    );
    expect(saved.map(({ name }) => name)).toEqual(names.slice(1));
    expect(withSaved(saved, 'range 5', { back: '-5Y' }).map(({ name }) => name)).toEqual(names.slice(1));
    expect(readSaved(names.map((name) => ({ name, range: { from: '2020-02-01' } })))).toHaveLength(20);
  });

  it('have names of 40 letters, which are cut before they are compared', () => {
    const once = withSaved([], `${'a'.repeat(40)}b`, { preset: '5Y' });
    expect(once).toEqual([{ name: 'a'.repeat(40), range: { range: '5Y' } }]);
    expect(withSaved(once, `${'a'.repeat(40)}c`, { preset: '1Y' })).toHaveLength(1);
  });

  it('are left out if they are no longer understood', () => {
    const understood = { name: 'b', range: {} };
    expect(readSaved([{ name: 'a', range: { from: 'x' } }, understood])).toEqual([understood]);
  });

  it.each([
    [{ back: '-18M' }, 'Last 18 months'],
    [{ since: '2020-02-01' }, 'Since 2020-02-01'],
    [{ from: '2020-01-01', to: '2020-12-31' }, '2020-01-01 to 2020-12-31'],
    [{ preset: '5Y' }, 'Five years'],
  ] as const)('%o is named %s', (choice, words) => {
    expect(rangeWords(choice)).toBe(words);
  });
});
