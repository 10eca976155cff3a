import fc from 'fast-check';
import { expect, test } from 'vitest';
import { captionOf, lastChange } from '../../../renderer/view/caption.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { dateText, dayNumber } from '../../../service/calendar/dates.ts';
import type { Cadence } from '../../../service/series-math/types.ts';
import type { ViewSearch } from '../../../service/view/address.ts';
import { linesOf } from '../../../service/view/lines.ts';
import { column } from '../../view/some-columns.ts';

const CLAIMS = 'ui_weekly_claims.initial_claims_sa';
const WHOLE = { from: '1990-01-01', to: '2040-12-31' };

function captionFor(
  id: string,
  values: readonly string[],
  step: number,
  search: ViewSearch = {},
  range = WHOLE,
) {
  const first = dayNumber('2020-01-04') as number;
  const dates = values.map((_, i) => dateText(first + step * i));
  const { view } = parseView({ series: id, ...search });
  const [line] = linesOf(view, [column(id, dates, values)], range);
  return line && captionOf(line);
}

test('a caption has the value, the change on the period and on the year, and the percentile in the range', () => {
  const values = ['212000', ...Array.from({ length: 50 }, (_, i) => String(230_000 + i)), '225000', '219000'];
  expect(captionFor(CLAIMS, values, 7)).toBe(
    'Initial claims, SA: 219,000 claims on 2021-01-02; −6,000 on the week; +3.3 % on the year; 2nd percentile of the shown range',
  );
  expect(captionFor(CLAIMS, values.slice(-4, -1), 7)).toMatch(/; lowest of the shown range$/);
});

test('the change of a percentage is in percentage points, and the units of the line are named', () => {
  expect(captionFor(CLAIMS, ['100', '110', '121', '121'], 7, { units: 'pch' })).toBe(
    'Initial claims, SA (Percent change): 0.00000 % on 2020-01-25; −10.00000 pp on the week; lowest of the shown range',
  );
});

test('changes of averages are computed from the exact averages, as in units of change', () => {
  // The average of January is 100.25, over four weeks, and that of February 101.8, over five.
  const values = ['100', '100', '100', '101', '101', '102', '102', '102', '102', '102', '102'];
  expect(captionFor(CLAIMS, values, 7, { frequency: 'm' })).toBe(
    'Initial claims, SA: 102 claims on 2020-02-01; +1.55000 on the month',
  );
  // The range is shorter than the data and cuts the exact averages, too: March 102.75, April 104.25.
  const more = [...values, ...Array.from({ length: 12 }, (_, i) => String(103 + (i % 3)))];
  expect(captionFor(CLAIMS, more, 7, { frequency: 'm' }, { from: '2020-03-01', to: '2020-04-30' })).toBe(
    'Initial claims, SA: 104 claims on 2020-04-01; +1.50000 on the month',
  );
});

test('what cannot be computed from the range is left out', () => {
  expect(captionFor(CLAIMS, ['100'], 7)).toBe('Initial claims, SA: 100 claims on 2020-01-04');
  expect(captionFor(CLAIMS, ['100', '100', '100'], 7)).toBe(
    'Initial claims, SA: 100 claims on 2020-01-18; ±0 on the week',
  );
  expect(captionFor(CLAIMS, [], 7)).toBeUndefined();
});

test('a line that only rises ends highest, one that only falls lowest', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 3, maxLength: 80 }), (numbers) => {
      const rising = numbers.toSorted((a, b) => a - b).map(String);
      expect(captionFor(CLAIMS, rising, 7)).toMatch(/; highest of the shown range$/);
      expect(captionFor(CLAIMS, rising.toReversed(), 7)).toMatch(/; lowest of the shown range$/);
    }),
  );
});

test('a negative amount of dollars has its sign before the dollar', () => {
  expect(captionFor('us_debt.total_public_debt_outstanding', ['-2.50'], 1)).toMatch(
    /: -\$2\.50 on 2020-01-04$/,
  );
});

const month = { frequency: 'm' } as const;
const change = (values: readonly string[], dates = ['2026-08-01', '2026-09-01'], cadence: Cadence = month) =>
  lastChange(
    { days: Int32Array.from(dates.slice(-values.length), (date) => dayNumber(date) as number), values },
    cadence,
    'persons',
  );

test('the change is shown exactly, with its sign', () => {
  expect(change(['213000', '219000'])).toBe('+6,000');
  expect(change(['36217456695558.86', '36216695558849.80'])).toBe('−761,136,709.06');
  expect(change(['4.25', '4.250'])).toBe('±0');
  expect(change(['4.25'])).toBeUndefined();
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -1e9, max: 1e9 }), (a, b) => {
      const text = change([String(a), String(b)]) as string;
      const number = Number(text.replaceAll(',', '').replace('−', '-').replace('±', ''));
      expect(number).toBe(b - a);
    }),
  );
});

test('the change of averages is computed from the exact averages, like the units of change', () => {
  const days = Int32Array.from(['2019-01-01', '2019-04-01'], (date) => dayNumber(date) as number);
  const exact = [
    { n: 116n, d: 30n },
    { n: 109n, d: 30n },
  ];
  expect(lastChange({ days, values: ['3.9', '3.6'], exact }, { frequency: 'q' }, '%')).toBe('−0.23333 pp');
});

test('the date of the earlier value is named if the two do not follow one another', () => {
  expect(change(['1', '3'], ['2026-06-01', '2026-09-01'])).toBe('+2 since 2026-06');
  const day = { frequency: 'd' } as const;
  // A weekend and a holiday are passed over; more than a week without a value is a gap.
  expect(change(['1', '3'], ['2026-11-13', '2026-11-16'], day)).toBe('+2');
  expect(change(['1', '3'], ['2026-11-10', '2026-11-12'], day)).toBe('+2');
  expect(change(['1', '3'], ['2026-11-02', '2026-11-12'], day)).toBe('+2 since 2026-11-02');
});
