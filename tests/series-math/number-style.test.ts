import { afterEach, expect, it } from 'vitest';
import { valueTickLabels } from '../../renderer/chart/tick-labels.ts';
import { minuteText, showDatesAs, shownDate, shownDay } from '../../service/calendar/dates.ts';
import {
  asShown,
  groupDigits,
  inNumberStyle,
  type NumberStyle,
  plainly,
  showNumbersAs,
  signedText,
  withUnit,
} from '../../service/series-math/decimal-text.ts';
import { shortValue } from '../../service/series-math/short-value.ts';

afterEach(() => {
  showNumbersAs('plain');
  showDatesAs('iso');
});

const shown = () => [
  groupDigits('-36104343213.10'),
  withUnit('1234.5', '$'),
  signedText('-1234.5'),
  shortValue('1234567', 'persons'),
  shortValue('207000', 'persons'),
  shortValue('40104343213100.10', '$'),
  groupDigits('4.25'),
  ...valueTickLabels([0, 2.5, 5]),
  inNumberStyle('10,000 ÷ 1,234.5 = 8.1, of 2025-03-07'),
];

it.each<[NumberStyle, string, string]>([
  ['comma', ',', '.'],
  ['space', '\u202f', ','],
  ['point', '.', ','],
])('numbers in the style %s, at every place, with no digit lost', (style, group, point) => {
  showNumbersAs(style);
  expect(shown()).toEqual([
    `−36${group}104${group}343${group}213${point}10`,
    `$1${group}234${point}5`,
    `−1${group}234${point}5`,
    `1${group}234${group}567`,
    `207${group}000`,
    `$40${point}10 tn`,
    `4${point}25`,
    '0',
    `2${point}5`,
    `5${point}0`,
    `10${group}000 ÷ 1${group}234${point}5 = 8${point}1, of 2025-03-07`,
  ]);
});

it('dates in words, and what is no date as it is', () => {
  expect([shownDate('2025-03-07'), minuteText('2025-03-07T17:02:11.000Z')]).toEqual([
    '2025-03-07',
    '2025-03-07 17:02 UTC',
  ]);
  showDatesAs('words');
  expect([shownDate('2025-03-07'), shownDay(0), shownDate('2024-12'), shownDate('Max')]).toEqual([
    '7 Mar 2025',
    '1 Jan 1970',
    '2024-12',
    'Max',
  ]);
  expect(minuteText('2025-03-07T17:02:11.000Z')).toBe('7 Mar 2025 17:02 UTC');
});

it('a text of the service gets the style, but names, files and what somebody typed do not', () => {
  showNumbersAs('point');
  showDatesAs('words');
  expect(asShown('H.4.1 of 2025-03-07: 1,034 new, −0.02 points (1.5M, 3.12.1, 1,034,500.25).')).toBe(
    'H.4.1 of 7 Mar 2025: 1.034 new, −0,02 points (1.5M, 3.12.1, 1.034.500,25).',
  );
  const kept =
    "list_2025-03-07.csv, 2025-03-07.csv, 2025-03-07T10:00:00Z, '2025-03-07', IVV@2025-03-07, 2025-13-07";
  expect(asShown(kept)).toBe(kept);
});

it('of the numbers in a text only those that are written with commas or a point get the style', () => {
  showNumbersAs('point');
  expect(
    [
      '1,234',
      '(1,234,567.25)',
      '0.5%',
      'up 1,234.',
      '1,234, 5',
      '-1,234.5',
      'from -5 to (-$2.5), not a-1, 2020-01 or x-2',
      '3.5,',
      '12',
      '1,23',
      '1234',
    ].map(inNumberStyle),
  ).toEqual([
    '1.234',
    '(1.234.567,25)',
    '0,5%',
    'up 1.234.',
    '1.234, 5',
    '−1.234,5',
    'from −5 to (−$2,5), not a-1, 2020-01 or x-2',
    '3,5,',
    '12',
    '1,23',
    '1234',
  ]);
  const names = ['H.4.1', 'a1,234', '1.5M', '3.12.1', '1,234,5', '1,234.5.6', 'v2.0_1', '.1,234'];
  expect(names.map(inNumberStyle)).toEqual(names);
});

it('a style is known by the one that comes after it', () => {
  expect([showNumbersAs('space'), showNumbersAs('point'), showNumbersAs('comma')]).toEqual([
    'plain',
    'space',
    'point',
  ]);
});

it('what is written plainly has no style, and the style is there again afterwards, also after an error', () => {
  showNumbersAs('space');
  showDatesAs('words');
  const write = () => `${groupDigits('1234.5')} ${shownDate('2025-03-07')}`;
  expect([plainly(write), plainly(() => plainly(write)), write()]).toEqual([
    '1,234.5 2025-03-07',
    '1,234.5 2025-03-07',
    '1\u202f234,5 7 Mar 2025',
  ]);
  expect(() =>
    plainly(() => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(write()).toBe('1\u202f234,5 7 Mar 2025');
});
