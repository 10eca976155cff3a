import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateText, dayNumber, shiftMonths } from '../../../service/calendar/dates.ts';
import { sumOfAreas } from '../../../service/calls/brief-calls.ts';
import {
  type Every,
  extremeAt,
  largestFirst,
  medianIfLarge,
  medianRevision,
  noteText,
  periodBefore,
  releaseNote,
  revisionOf,
  yearBefore,
} from '../../../service/series-math/brief.ts';
import { compareDecimals } from '../../../service/series-math/exact-decimal.ts';
import type { TimeSeries } from '../../../service/series-math/types.ts';
import { dayOf, seriesOf } from '../series.ts';

const day = (date: string) => dayNumber(date) as number;

/** @returns a monthly series that begins with this month. */
function monthly(first: string, values: readonly string[]) {
  return { days: Int32Array.from(values, (_, at) => day(shiftMonths(first, at))), values };
}

const OPENINGS = { title: 'Job openings, SA', unit: 'thousands', every: 'Monthly' as Every };

describe('a release note', () => {
  const values = '100.0 101.0 99.5 98 97 96 95 94 93 92 91 90 102.25 101'.split(' ');
  const series = monthly('2025-06-01', values);
  const note = (at: number, revised: [string, string][] = [], known: [string, string][] = revised) =>
    noteText(
      releaseNote(
        OPENINGS,
        {
          series,
          revised: new Map(revised.map(([date, was]) => [day(date), was])),
          known: known.map(([, was]) => ({ oldValue: was, newValue: '102.25' })),
        },
        at,
      ),
    );

  test('has the value, its changes, and the period in which it is the highest', () => {
    expect(note(12)).toBe(
      'Job openings, SA: 102.25 thousands in June 2026, +12.25 on the month, +2.25 on the year, the highest in the stored data, which begin with June 2025.',
    );
    expect(note(13)).toBe(
      'Job openings, SA: 101 thousands in July 2026, −1.25 on the month, ±0 on the year.',
    );
    expect(note(1)).toBe('Job openings, SA: 101.0 thousands in July 2025, +1.0 on the month, – on the year.');
  });

  test('gives the revisions of its month and of the month before, and marks large ones', () => {
    const revised: [string, string][] = [
      ['2026-06-01', '90.25'],
      ['2026-07-01', '100'],
    ];
    expect(note(13, revised)).toBe(
      'Job openings, SA: 101 thousands in July 2026, revised from 100 thousands to 101 thousands (+1), −1.25 on the month, ±0 on the year. June 2026 was revised from 90.25 thousands to 102.25 thousands (+12.00).',
    );
    const known = Array.from({ length: 7 }, (): [string, string] => ['', '101.25']);
    expect(note(13, [['2026-06-01', '90.25']], [...known, ['', '90.25']])).toContain(
      '(+12.00), a large revision: at least twice 1.00, the median of the 8 stored revisions.',
    );
  });

  test('has the observations that explain each number', () => {
    const parts = releaseNote(OPENINGS, { series, revised: new Map(), known: [] }, 12);
    expect(parts.filter((part) => 'role' in part)).toEqual([
      { text: '102.25 thousands', role: 'value', date: '2026-06-01' },
      { text: '+12.25', role: 'change', date: '2026-06-01', from: '2026-05-01' },
      { text: '+2.25', role: 'change', date: '2026-06-01', from: '2025-06-01' },
    ]);
  });

  test('gives no change from a missing period, rather than from the nearest one', () => {
    const weekly = {
      days: Int32Array.of(day('2025-11-22'), day('2026-11-07'), day('2026-11-21')),
      values: ['220000', '219000', '225000'],
    };
    expect(
      noteText(
        releaseNote(
          { title: 'Initial claims, SA', unit: 'persons', every: 'Weekly' },
          { series: weekly, revised: new Map([[day('2026-11-07'), '218000']]), known: [] },
          2,
        ),
      ),
    ).toBe(
      'Initial claims, SA: 225,000 persons in the week ending 2026-11-21, – on the week, +5,000 on the year.',
    );
  });
});

test.each([
  ['Weekly', true, '2026-11-11', '7 $ mn as of 2026-11-18, +2 on the week, – on the year.'],
  ['Weekly', undefined, '2026-11-11', '7 $ mn in the week ending 2026-11-18, +2 on the week, – on the year.'],
  ['Daily', undefined, '2026-11-17', '7 $ mn on 2026-11-18, +2 on the day, – on the year.'],
  ['Daily', true, '2025-11-18', '7 $ mn on 2026-11-18, – on the day, +2 on the year.'],
] as const)('of a %s value (a level: %s) names its day', (every, isLevel, before, text) => {
  const series = { days: Int32Array.of(day(before), day('2026-11-18')), values: ['5', '7'] };
  const subject = { title: 'Loans', unit: '$ mn', every, isLevel };
  expect(noteText(releaseNote(subject, { series, revised: new Map(), known: [] }, 1))).toBe(`Loans: ${text}`);
});

test('a percentage’s changes and revisions are in points, and each number has its explanation', () => {
  const weeks = { days: Int32Array.of(day('2026-11-14'), day('2026-11-21')), values: ['1.3', '1.2'] };
  const dates = ['2026-11-14', '2026-11-21'] as const;
  const revised = new Map([
    [day(dates[0]), '1.1'],
    [day(dates[1]), '1.6'],
  ]);
  // The median of the eight revisions is 0.2: a revision of 0.4 is large, one of 0.2 is not.
  const known = ['1.1', '1.6', ...Array<string>(6).fill('1.0')].map((oldValue) => ({
    oldValue,
    newValue: '1.2',
  }));
  const subject = { title: 'Rate', unit: '%', every: 'Weekly' } as const;
  const parts = releaseNote(subject, { series: weeks, revised, known }, 1);
  expect(parts).toEqual([
    { text: 'Rate: ' },
    { text: '1.2 %', role: 'value', date: dates[1] },
    { text: ' in the week ending 2026-11-21' },
    { text: ', revised from ' },
    { text: '1.6 %', role: 'value', date: dates[1], was: '1.6' },
    { text: ' to ' },
    { text: '1.2 %', role: 'value', date: dates[1] },
    { text: ' (' },
    { text: '−0.4 pp', role: 'change', date: dates[1], was: '1.6' },
    { text: '), a large revision: at least twice ' },
    { text: '0.2 pp', role: 'median', date: dates[1], was: '1.6' },
    { text: ', the median of the 8 stored revisions' },
    { text: ', ' },
    { text: '−0.1 pp', role: 'change', date: dates[1], from: dates[0] },
    { text: ' on the week' },
    { text: ', – on the year' },
    { text: '.' },
    { text: ' 2026-11-14' },
    { text: ' was revised from ' },
    { text: '1.1 %', role: 'value', date: dates[0], was: '1.1' },
    { text: ' to ' },
    { text: '1.3 %', role: 'value', date: dates[0] },
    { text: ' (' },
    { text: '+0.2 pp', role: 'change', date: dates[0], was: '1.1' },
    { text: ')' },
    { text: '.' },
  ]);
});

test('an extreme names the last observation that was as high or as low, with its value', () => {
  const values = ['9', '3', ...Array<string>(13).fill('5'), '2.5'];
  const series = monthly('2025-01-01', values);
  const parts = releaseNote(OPENINGS, { series, revised: new Map(), known: [] }, 15);
  expect(noteText(parts)).toBe(
    'Job openings, SA: 2.5 thousands in April 2026, −2.5 on the month, −2.5 on the year, the lowest in the stored data, which begin with January 2025.',
  );
  const higher = { ...series, values: values.with(15, '4').with(1, '3.5') };
  expect(noteText(releaseNote(OPENINGS, { series: higher, revised: new Map(), known: [] }, 15))).toContain(
    ', −1 on the year, lowest since February 2025 (3.5 thousands).',
  );
});

describe('job openings as published in 2026', () => {
  test.for([
    ['2026-04', 'highest since May 2024 (7,782 thousands)'],
    ['2025-12', 'lowest since September 2020 (6,511 thousands)'],
    ['2026-07', undefined],
  ] as const)('%s: %s', ([month, words], { skip }) => {
    skip(!HAS_REAL_FILES, 'the publishers’ files are not beside the project (../shared/data)');
    const series = openings();
    const at = series.days.indexOf(day(`${month}-01`));
    const text = noteText(releaseNote(OPENINGS, { series, revised: new Map(), known: [] }, at));
    if (words === undefined) expect(text).not.toMatch(/highest|lowest/);
    else expect(text).toContain(words);
  });
});

const STEPS: Readonly<Record<Every, number>> = { Daily: 250, Weekly: 52, Monthly: 12 };

const digits = fc.integer({ min: -30, max: 30 });

test.for(['Daily', 'Weekly', 'Monthly'] as const)(
  'the extreme of a %s value is right by its definition',
  (every) => {
    const step = STEPS[every];
    fc.assert(
      fc.property(
        fc.array(digits, { minLength: 2, maxLength: step * 2 }),
        fc.boolean(),
        (numbers, hasDecimals) => {
          const days = Int32Array.from(numbers, (_, at) =>
            every === 'Monthly'
              ? day(shiftMonths('1990-01-01', at))
              : 7000 + at * (every === 'Weekly' ? 7 : 1),
          );
          const values = numbers.map((one) =>
            hasDecimals ? `${one}.0`.replace('-0.0', '0.0') : String(one),
          );
          const at = numbers.length - 1;
          const found = extremeAt({ days, values }, at, every);
          const own = numbers[at] as number;
          const higher = numbers.findLastIndex((one, i) => i < at && one >= own);
          const lower = numbers.findLastIndex((one, i) => i < at && one <= own);
          const span = (from: number) => at - Math.max(from, 0);
          if (!found)
            expect(Math.max(span(higher), span(lower)) >= step && higher !== at - 1 && lower !== at - 1).toBe(
              false,
            );
          else {
            const since = found.kind === 'highest' ? higher : lower;
            expect(found.since ?? -1).toBe(since);
            expect(span(since)).toBeGreaterThanOrEqual(step);
          }
        },
      ),
    );
  },
);

test('a median is exact, and a revision is large from twice the median of eight revisions', () => {
  const of = (size: string) => ({ oldValue: size, newValue: '0' });
  const seven = ['1', '1', '1', '1', '2', '2', '2'].map(of);
  expect(medianRevision([of('1'), of('2.5')])).toBe('1.75');
  expect(medianRevision([])).toBeUndefined();
  expect(medianRevision(['3', '10', '2'].map(of))).toBe('3');
  expect(medianRevision(['4', '1', '3', '20'].map(of))).toBe('3.5');
  expect(medianRevision(['-4', '2'].map(of))).toBe('3');
  expect(medianRevision([of('1.0'), of('2.5')])).toBe('1.75');
  expect(medianRevision([of('1.5'), of('2.5')])).toBe('2.0');
  expect(revisionOf({ oldValue: '1.25', newValue: '1' })).toBe('-0.25');
  expect(medianIfLarge(of('9'), seven)).toBeUndefined();
  expect(medianIfLarge(of('2.9'), [...seven, of('3')])).toBeUndefined();
  expect(medianIfLarge(of('-3.0'), [...seven, of('3')])).toBe('1.5');
  expect(medianIfLarge(of('3'), [...seven, of('3')])).toBe('1.5');
  expect(medianIfLarge(of('2'), [...seven, of('2')])).toBeUndefined();
});

test('the largest revisions come first, whatever their sign', () => {
  const value = fc.integer({ min: -10_000, max: 10_000 }).map((n) => String(n));
  fc.assert(
    fc.property(fc.array(fc.record({ oldValue: value, newValue: value })), (revisions) => {
      const sizes = largestFirst(revisions).map((one) => Math.abs(Number(revisionOf(one))));
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      expect(sizes).toHaveLength(revisions.length);
    }),
  );
  const named = [
    { name: 'first', oldValue: '1', newValue: '3' },
    { name: 'second', oldValue: '3', newValue: '1.0' },
    { name: 'third', oldValue: '0', newValue: '-10' },
  ];
  expect(largestFirst(named).map(({ name }) => name)).toEqual(['third', 'first', 'second']);
});

const on = (...dates: string[]) => seriesOf(...dates.map((date) => `${date} 1`));

describe('the comparison of a value', () => {
  test.each<[Every, string, string, boolean]>([
    ['Daily', '2024-03-28', '2024-04-01', true],
    // Up to seven days between two daily values are holidays, eight are a gap.
    ['Daily', '2024-03-01', '2024-03-09', true],
    ['Daily', '2024-03-01', '2024-03-10', false],
    ['Weekly', '2024-03-02', '2024-03-09', true],
    ['Weekly', '2024-03-02', '2024-03-16', false],
    ['Weekly', '2024-03-03', '2024-03-09', false],
    ['Monthly', '2023-12-01', '2024-01-01', true],
    ['Monthly', '2023-11-01', '2024-01-01', false],
  ])('%s, %s is the period before %s: %s', (every, before, date, isIt) => {
    expect(periodBefore(on('2020-01-01', before, date), 2, every)).toBe(isIt ? 1 : undefined);
    expect(periodBefore(on(before, date), 0, every)).toBeUndefined();
  });

  test.each<[Every, string, string, boolean]>([
    ['Daily', '2023-03-08', '2024-03-08', true],
    ['Daily', '2023-03-01', '2024-03-08', true],
    ['Daily', '2023-02-28', '2024-03-08', false],
    ['Daily', '2023-03-09', '2024-03-08', false],
    // 2024 had a 29 February.
    ['Daily', '2023-02-28', '2024-02-29', true],
    ['Weekly', '2023-03-11', '2024-03-09', true],
    ['Weekly', '2023-03-04', '2024-03-09', false],
    ['Weekly', '2023-03-18', '2024-03-09', false],
    ['Monthly', '2023-03-01', '2024-03-01', true],
    ['Monthly', '2023-02-01', '2024-03-01', false],
    ['Monthly', '2023-04-01', '2024-03-01', false],
  ])('%s, %s is a year before %s: %s', (every, before, date, isIt) => {
    expect(yearBefore(on('2020-01-01', before, date), 2, every)).toBe(isIt ? 1 : undefined);
    expect(yearBefore(on(date), 0, every)).toBeUndefined();
  });

  test('with a daily series uses the newest value up to that day', () => {
    const days = on('2023-03-06', '2023-03-07', '2023-03-09', '2024-03-08');
    expect(yearBefore(days, 3, 'Daily')).toBe(1);
  });

  test('is by number, for any number of decimals', () => {
    const pairs = [
      ['1.5', '1.50'],
      ['9', '10.1'],
      ['-9', '-10'],
      ['0.1', '0.09'],
      ['-0.1', '0'],
      ['36104343213.10', '36104343213.1'],
    ] as const;
    expect(pairs.map(([a, b]) => [compareDecimals(a, b), compareDecimals(b, a)])).toEqual([
      [0, 0],
      [-1, 1],
      [1, -1],
      [1, -1],
      [-1, 1],
      [0, 0],
    ]);
  });
});

describe('an extreme', () => {
  const STEP: Record<Every, (i: number) => number> = {
    Daily: (i) => 7000 + i,
    Weekly: (i) => 7000 + 7 * i,
    Monthly: (i) => dayNumber(shiftMonths('1990-11-01', i)) as number,
  };
  /** Values of consecutive periods. */
  const series = (every: Every, values: readonly string[]) => ({
    days: Int32Array.from(values, (_, i) => STEP[every](i)),
    values,
  });

  test.each<[Every, number]>([
    ['Daily', 250],
    ['Weekly', 52],
    ['Monthly', 12],
  ])(
    'of %s values is mentioned from %i periods on, back to an equally extreme value or to the first',
    (every, least) => {
      const of = (between: number, first: string[], value: string, last: string) => {
        const values = [...first, ...Array<string>(between).fill(value), last];
        return extremeAt(series(every, values), values.length - 1, every);
      };
      // The equally high value is `least` periods earlier.
      expect(of(least - 1, ['0', '7.0'], '1', '7')).toEqual({ kind: 'highest', from: 2, since: 1 });
      expect(of(least - 2, ['0', '7.0'], '1', '7')).toBeUndefined();
      expect(of(least - 1, ['0', '-7'], '1', '-6.9')).toEqual({ kind: 'lowest', from: 2, since: 1 });
      expect(of(least - 2, ['9', '-7'], '1', '-6.9')).toBeUndefined();
      // All stored values are lower, or all are higher.
      expect(of(least, [], '1', '2')).toEqual({ kind: 'highest', from: 0, since: undefined });
      expect(of(least, [], '1', '0.5')).toEqual({ kind: 'lowest', from: 0, since: undefined });
      expect(of(least - 1, [], '1', '2')).toBeUndefined();
      // A value equal to the previous one is not an extreme, and neither is the first value.
      expect(of(least * 2, [], '1', '1.0')).toBeUndefined();
      expect(of(0, [], '1', '1')).toBeUndefined();
    },
  );

  test('does not reach over a gap', () => {
    const days = Int32Array.from({ length: 400 }, (_, i) => 7000 + 7 * i + (i < 340 ? 0 : 7));
    const values: string[] = Array.from(days, (_, i) => (i === 399 ? '5' : '1'));
    expect(extremeAt({ days, values }, 399, 'Weekly')).toEqual({
      kind: 'highest',
      from: 340,
      since: undefined,
    });
    expect(extremeAt({ days, values: values.with(341, '6') }, 399, 'Weekly')).toEqual({
      kind: 'highest',
      from: 342,
      since: 341,
    });
    expect(
      extremeAt({ days: days.map((day, i) => (i === 399 ? day + 7 : day)), values }, 399, 'Weekly'),
    ).toBe(undefined);
  });
});

test('the sum of areas is exact, and has the days on which all areas have a value', () => {
  const areas = [
    seriesOf('2024-01-13 1.5', '2024-01-20 2', '2024-01-27 4'),
    seriesOf('2024-01-06 9', '2024-01-13 0.25', '2024-01-27 -3'),
    seriesOf('2024-01-06 7', '2024-01-13 10', '2024-01-20 5', '2024-01-27 1.0'),
  ];
  const sums = (columns: typeof areas, count: number) =>
    sumOfAreas(columns, count).map(({ day, value }) => `${dateText(day)} ${value}`);
  expect(sums(areas, 3)).toEqual(['2024-01-13 11.75', '2024-01-27 2.0']);
  expect(sums(areas.slice(0, 2), 1)).toEqual(['2024-01-06 9', '2024-01-20 2']);
  expect(sums(areas, 4)).toEqual([]);
  expect(sumOfAreas([seriesOf('2024-01-13 1')], 1)).toEqual([{ day: dayOf('2024-01-13'), value: '1' }]);
});

const FILE = new URL('../../../../shared/data/jolts/bls_v1_JTSJOL_2019_2026_excerpt.json', import.meta.url);

const HAS_REAL_FILES = existsSync(FILE);

/** Job openings as BLS published them in 2026. */
function openings(): TimeSeries {
  const { Results } = JSON.parse(readFileSync(FILE, 'utf8')) as {
    Results: { series: { seriesID: string; data: { year: string; period: string; value: string }[] }[] };
  };
  const found = Results.series.find(({ seriesID }) => seriesID.endsWith('JOL'));
  const rows = (found?.data ?? []).filter(({ value }) => value !== '-').toReversed();
  return {
    days: Int32Array.from(rows, ({ year, period }) => dayNumber(`${year}-${period.slice(1)}-01`) as number),
    values: rows.map(({ value }) => value),
  };
}
