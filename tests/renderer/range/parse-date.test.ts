import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DATE_FORMS,
  type ParsedRange,
  parseDate,
  parseRange,
  parseWhole,
  readOpen,
} from '../../../renderer/range/parse-date.ts';
import { dateText, dayNumber, daysFromCivil, shiftDays } from '../../../service/calendar/dates.ts';
import { rangeProblem, readBack } from '../../../service/view/range.ts';
import { PRESETS, type RangeChoice } from '../../../service/view/types.ts';

const context = { today: '2026-11-21', anchor: '2026-11-19' };
const from = (text: string) => parseDate(text, 'from', context);
const to = (text: string) => parseDate(text, 'to', context);
const dateOf = (parsed: ReturnType<typeof parseDate>) => ('date' in parsed ? parsed.date : parsed.problem);

const pastDay = fc
  .integer({ min: daysFromCivil(1, 1, 1), max: dayNumber(context.today) as number })
  .map(dateText);

describe('what may be typed into a date field', () => {
  it.each([
    ['2020', '2020-01-01', '2020-12-31'],
    ['2020Q1', '2020-01-01', '2020-03-31'],
    ['2020-q4', '2020-10-01', '2020-12-31'],
    ['2020-02', '2020-02-01', '2020-02-29'],
    ['2021-2', '2021-02-01', '2021-02-28'],
    [' 2020-03-15 ', '2020-03-15', '2020-03-15'],
    ['2020-3-5', '2020-03-05', '2020-03-05'],
    ['-5Y', '2021-11-19', '2021-11-19'],
    ['-1q', '2026-08-19', '2026-08-19'],
    ['-18m', '2025-05-19', '2025-05-19'],
    ['-2W', '2026-11-05', '2026-11-05'],
    ['-30d', '2026-10-20', '2026-10-20'],
    ['−5Y', '2021-11-19', '2021-11-19'],
    ['Mar 2021', '2021-03-01', '2021-03-31'],
    ['february 2020', '2020-02-01', '2020-02-29'],
    ['Sept 2024', '2024-09-01', '2024-09-30'],
    ['15 Mar 2020', '2020-03-15', '2020-03-15'],
    ['March 5, 2020', '2020-03-05', '2020-03-05'],
    ['2020-Mar-05', '2020-03-05', '2020-03-05'],
    ['3/15/2020', '2020-03-15', '2020-03-15'],
    ['03/05/2020', '2020-03-05', '2020-03-05'],
    ['2/2020', '2020-02-01', '2020-02-29'],
    ['FY2024', '2023-10-01', '2024-09-30'],
    ['fy 24', '2023-10-01', '2024-09-30'],
    ['today', '2026-11-21', '2026-11-21'],
    ['latest', '2026-11-19', '2026-11-19'],
    ['now-1y', '2025-11-21', '2025-11-21'],
    ['latest - 30d', '2026-10-20', '2026-10-20'],
  ])('%s begins on %s and ends on %s', (text, first, last) => {
    expect(dateOf(from(text))).toBe(first);
    expect(dateOf(to(text))).toBe(last);
  });

  it('ends a period that has not ended yet with today, and says so', () => {
    expect(to('2026')).toEqual({
      date: '2026-11-21',
      meaning: '2026 has not ended yet: up to today, 2026-11-21.',
    });
    expect(dateOf(from('2026'))).toBe('2026-01-01');
  });

  it.each([
    ['2026', '2026-01-01'],
    ['2026Q4', '2026-10-01'],
    ['Nov 2026', '2026-11-01'],
    ['2026-11-01', '2026-11-01'],
  ])('takes %s on its very first day, and not on the day before', (text, today) => {
    const on = (day: string, end: 'from' | 'to') => parseDate(text, end, { today: day, anchor: day });
    expect([dateOf(on(today, 'from')), dateOf(on(today, 'to'))]).toEqual([today, today]);
    const before = shiftDays(today, -1);
    const problem = `${today} is in the future. The latest day is today, ${before}.`;
    expect([on(before, 'from'), on(before, 'to')]).toEqual([{ problem }, { problem }]);
  });

  it.each([
    ['', `Type a date: ${DATE_FORMS}.`],
    ['soon', `'soon' is not a date. Type ${DATE_FORMS}.`],
    ['2023-02-29', 'There is no such day: 2023-02 ends on 2023-02-28.'],
    ['2023-13', 'There is no month 13: months go from 01 to 12.'],
    ['2023Q5', 'There is no quarter 5: type Q1 to Q4.'],
    ['2026-11-22', '2026-11-22 is in the future. The latest day is today, 2026-11-21.'],
    ['2027', '2027-01-01 is in the future. The latest day is today, 2026-11-21.'],
    ['Mars 2020', `'Mars 2020' is not a date. Type ${DATE_FORMS}.`],
    ['Feb 30 2023', 'There is no such day: 2023-02 ends on 2023-02-28.'],
    ['0000', 'Years go from 0001 to 9999.'],
    ['15/3/2020', 'There is no month 15: with slashes the month comes first, 3/15/2020.'],
    ['13/14/2020', 'There is no month 13: months go from 01 to 12.'],
    ['2/30/2020', 'There is no such day: 2020-02 ends on 2020-02-29.'],
    ['3/15/20', `'3/15/20' is not a date. Type ${DATE_FORMS}.`],
    ['FY2027Q1', `'FY2027Q1' is not a date. Type ${DATE_FORMS}.`],
    ['FY2028', '2027-10-01 is in the future. The latest day is today, 2026-11-21.'],
  ])('explains what is wrong with %j', (text, problem) => {
    expect(to(text)).toEqual({ problem });
    expect(from(text)).toEqual({ problem });
  });
});

describe('laws of date fields', () => {
  it('reads every past day as itself at both ends', () => {
    fc.assert(
      fc.property(pastDay, (day) => {
        expect(dateOf(from(day))).toBe(day);
        expect(dateOf(to(day))).toBe(day);
      }),
    );
  });

  it('reads any text as a real day not after today, or explains in a sentence', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.stringMatching(/^-?\d{0,5}-?[QqMmYyDdWw]?\d{0,2}(-\d{0,2})?[YMDWQ]?$/),
    );
    fc.assert(
      fc.property(typed, fc.constantFrom('from' as const, 'to' as const), (text, end) => {
        const parsed = parseDate(text, end, context);
        if ('problem' in parsed) {
          expect(parsed.problem).toMatch(/\.$/);
        } else {
          expect(dayNumber(parsed.date)).toBeDefined();
          expect(parsed.date <= context.today).toBe(true);
        }
      }),
    );
  });

  it('reads a day with slashes if the month comes first', () => {
    fc.assert(
      fc.property(pastDay, (day) => {
        const [year = '', month, date] = day.split('-');
        expect(dateOf(from(`${Number(month)}/${Number(date)}/${year}`))).toBe(day);
      }),
    );
  });

  it('never ends a period before its beginning', () => {
    const period = fc
      .tuple(fc.integer({ min: 1, max: 2026 }), fc.constantFrom('', 'Q1', 'Q3', '-02', '-11', '-07-04'))
      .map(([year, part]) => `${String(year).padStart(4, '0')}${part}`);
    fc.assert(
      fc.property(period, (text) => {
        const [first, last] = [from(text), to(text)];
        if ('date' in first && 'date' in last) expect(rangeProblem(first.date, last.date)).toBeUndefined();
      }),
    );
  });
});

it('two days that are not a range are explained', () => {
  expect(rangeProblem('2020-01-02', '2020-01-01')).toBe(
    'The range would begin on 2020-01-02 and end before that, on 2020-01-01.',
  );
  expect(rangeProblem('2020-01-01', '2020-01-01')).toBeUndefined();
});

it('texts for an open end of a range are recognised', () => {
  expect(readOpen('since Feb 2020', 'from')).toEqual({ text: 'Feb 2020', isOpen: true });
  expect(readOpen('latest', 'to')).toEqual({ text: 'latest', isOpen: true });
  expect(readOpen('latest', 'from').isOpen).toBe(false);
  expect(readOpen('since 2020', 'to').isOpen).toBe(false);
});

const shownData = { held: { from: '1990-01-01', to: '2026-11-19' }, today: '2026-11-21' };
const said = (parsed: ParsedRange | undefined) =>
  parsed && ('choice' in parsed ? parsed.choice : parsed.problem);
const read = (text: string) => said(parseRange(text, shownData));

/** @returns a text that `parseRange` reads as the same range. */
function rangeText(choice: RangeChoice): string {
  if ('preset' in choice) return choice.preset;
  if ('back' in choice) return choice.back.slice(1);
  return 'since' in choice ? `${choice.since}..` : `${choice.from} to ${choice.to}`;
}

it.each([
  ['5Y', { preset: '5Y' }],
  ['10y', { preset: '10Y' }],
  ['ytd', { preset: 'YTD' }],
  ['max', { preset: 'Max' }],
  ['18M', { back: '-18M' }],
  ['2008Q1 to 2010Q4', { from: '2008-01-01', to: '2010-12-31' }],
  ['2008Q1..2010Q4', { from: '2008-01-01', to: '2010-12-31' }],
  ['from Mar 2020 – 3/15/2021', { from: '2020-03-01', to: '2021-03-15' }],
  ['2020-03-15 - 2021', { from: '2020-03-15', to: '2021-12-31' }],
  ['FY2022 to FY2024', { from: '2021-10-01', to: '2024-09-30' }],
  ['2008Q1..', { since: '2008-01-01' }],
  ['2008Q1 to', { since: '2008-01-01' }],
  ['2008 to latest', { since: '2008-01-01' }],
  ['2025 to today', { from: '2025-01-01', to: '2026-11-21' }],
  ['2008Q1 to 2007', 'The range would begin on 2008-01-01 and end before that, on 2007-12-31.'],
  ['2008Q5..', 'There is no quarter 5: type Q1 to Q4.'],
  ['2008 to 2030', '2030-01-01 is in the future. The latest day is today, 2026-11-21.'],
  ['2008 to soon', expect.stringMatching(/^'soon' is not a date\. Type 2020, /)],
])('%s is %o', (text, range) => {
  expect(read(text)).toEqual(range);
});

it.each([
  '2020',
  '2008Q1',
  'FY2024',
  '2020-03-15',
  '3/15/2020',
  '-5Y',
  'now-1y',
  'latest - 30d',
  'today',
  '',
  'tomorrow',
])('%s is not a whole range: the field reads it as one date', (text) => {
  expect(read(text)).toBeUndefined();
});

it.each([
  ['5Y', { preset: '5Y' }],
  ['-18m', { back: '-18M' }],
  ['max', { preset: 'Max' }],
  ['2008Q1 to 2010Q4', { from: '2008-01-01', to: '2010-12-31' }],
  ['2008Q1..', { since: '2008-01-01' }],
  ['FY2024', { from: '2023-10-01', to: '2024-09-30' }],
  ['2026', { from: '2026-01-01', to: '2026-11-21' }],
  ['mar 2020', { from: '2020-03-01', to: '2020-03-31' }],
  ['3/15/2020', { since: '2020-03-15' }],
  ['since Feb 2020', { since: '2020-02-01' }],
  ['FY2028', '2027-10-01 is in the future. The latest day is today, 2026-11-21.'],
  ['2010 to 2008', 'The range would begin on 2010-01-01 and end before that, on 2008-12-31.'],
  ['15/3/2020', 'There is no month 15: with slashes the month comes first, 3/15/2020.'],
  ['today', undefined],
  ['10-year', undefined],
  ['yields 2023-07-03', undefined],
  ['JTS1000', undefined],
  ['since when', undefined],
  ['claims to debt', undefined],
])('%s alone is %o', (text, range) => {
  expect(said(parseWhole(text, shownData))).toEqual(range);
});

it('reading a printed range gives the same range', () => {
  const day = fc
    .integer({ min: daysFromCivil(1, 1, 1), max: dayNumber(shownData.today) as number })
    .map(dateText);
  const range: fc.Arbitrary<RangeChoice> = fc.oneof(
    fc.constantFrom(...PRESETS).map((preset) => ({ preset })),
    fc.tuple(fc.integer({ min: 11, max: 9999 }), fc.constantFrom(...'DWMQY')).map(([count, unit]) => ({
      back: readBack(`-${count}${unit}`) as NonNullable<ReturnType<typeof readBack>>,
    })),
    day.map((since) => ({ since })),
    fc.tuple(day, day).map((two) => {
      const [from = '', to = ''] = two.sort();
      return { from, to };
    }),
  );
  fc.assert(
    fc.property(range, (choice) => {
      expect(read(rangeText(choice))).toEqual(choice);
      expect(said(parseWhole(rangeText(choice), shownData))).toEqual(choice);
    }),
  );
});
