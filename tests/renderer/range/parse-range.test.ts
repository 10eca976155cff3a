import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ParsedRange, parseRange, parseWhole } from '../../../renderer/range/parse-date.ts';
import { dateText, dayNumber, daysFromCivil } from '../../../service/calendar/dates.ts';
import { readBack } from '../../../service/view/range.ts';
import { PRESETS, type RangeChoice } from '../../../service/view/types.ts';

const context = { held: { from: '1990-01-01', to: '2026-11-19' }, today: '2026-11-21' };
const said = (parsed: ParsedRange | undefined) =>
  parsed && ('choice' in parsed ? parsed.choice : parsed.problem);
const read = (text: string) => said(parseRange(text, context));

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
  ['2008 to soon', expect.stringMatching(/^'soon' is no date\. Type 2020, /)],
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
])('%s is no whole range: the field reads it as one date', (text) => {
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
  expect(said(parseWhole(text, context))).toEqual(range);
});

it('reads every range that it prints as the same one', () => {
  const day = fc
    .integer({ min: daysFromCivil(1, 1, 1), max: dayNumber(context.today) as number })
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
      expect(said(parseWhole(rangeText(choice), context))).toEqual(choice);
    }),
  );
});
