import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { DATASETS, findDataset } from '../../service/datasets/index.ts';
import {
  AGGREGATION_NAMES,
  AGGREGATIONS,
  ASKED_FREQUENCIES,
  FREQUENCIES,
  frequencyCode,
  frequencyText,
  isAggregation,
  isAskedFrequency,
  isUnits,
  isWeek,
  listOfFrequencies,
  UNITS,
} from '../../service/series-math/fred-codes.ts';
import {
  askedFrequency,
  cadenceOf,
  cadenceText,
  cadenceWords,
  compareFrequencies,
  frequencyName,
  frequencyWarning,
  frequencyWords,
  isSameCadence,
  outputCadence,
  periodName,
  perYear,
  publishedFrequency,
} from '../../service/series-math/frequency.ts';
import {
  firstDayOf,
  LONGEST_HOLE,
  lastDayOf,
  periodDate,
  periodOf,
  sequenceOf,
  withWholePeriods,
} from '../../service/series-math/periods.ts';
import { transform } from '../../service/series-math/transform.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import { dayOf, seriesOf } from './series.ts';

const anyCadence: fc.Arbitrary<Cadence> = fc.oneof(
  fc.constantFrom(...FREQUENCIES.filter((code) => code !== 'w')).map((frequency) => ({ frequency })),
  fc.integer({ min: 0, max: 6 }).map((weekEnd) => ({ frequency: 'w' as const, weekEnd })),
);

/** Days from 1583 to 2200. */
const anyDay = fc.integer({ min: -141_000, max: 84_000 });

describe('periods', () => {
  it.each([
    ['2010-09-03', { frequency: 'm' }, '2010-09-01'],
    ['2024-03-31', { frequency: 'q' }, '2024-01-01'],
    ['2024-12-31', { frequency: 'sa' }, '2024-07-01'],
    ['1969-12-31', { frequency: 'a' }, '1969-01-01'],
    ['2024-03-14', { frequency: 'w', weekEnd: 5 }, '2024-03-15'],
    ['2024-03-16', { frequency: 'w', weekEnd: 5 }, '2024-03-22'],
    ['2024-03-16', { frequency: 'w', weekEnd: 6 }, '2024-03-16'],
    ['2024-03-15', { frequency: 'd' }, '2024-03-15'],
  ] as [string, Cadence, string][])('%s is in the period %o dated %s', (date, cadence, dated) => {
    expect(dateText(periodDate(periodOf(dayOf(date), cadence), cadence))).toBe(dated);
  });

  it('contain each day once, without gaps', () => {
    fc.assert(
      fc.property(anyDay, anyCadence, (day, cadence) => {
        const period = Math.floor(periodOf(day, cadence));
        expect(firstDayOf(period, cadence)).toBeLessThanOrEqual(day);
        expect(lastDayOf(period, cadence)).toBeGreaterThanOrEqual(day);
        expect(lastDayOf(period, cadence) + 1).toBe(firstDayOf(period + 1, cadence));
        expect(periodOf(periodDate(period, cadence), cadence)).toBe(period);
        expect(periodOf(day, cadence)).toBeLessThanOrEqual(periodOf(day + 1, cadence));
      }),
    );
  });

  it('of working days: a Monday follows a Friday, and a weekend is between whole numbers', () => {
    const of = (date: string) => periodOf(dayOf(date), { frequency: 'd' });
    expect(of('2024-03-18') - of('2024-03-15')).toBe(1);
    expect(of('2024-03-15') - of('2023-03-17')).toBe(260);
    for (const date of ['2024-03-16', '2024-03-17']) {
      expect(of(date)).toBeGreaterThan(of('2024-03-15'));
      expect(of(date)).toBeLessThan(of('2024-03-18'));
      expect(Number.isInteger(of(date))).toBe(false);
    }
  });

  it.each<[Cadence, string, string, string]>([
    [{ frequency: 'w', weekEnd: 5 }, '2024-03-15', '2024-03-09', '2024-03-15'],
    [{ frequency: 'w' }, '2024-03-15', '2024-03-09', '2024-03-15'],
    [{ frequency: 'w', weekEnd: 0 }, '2024-03-15', '2024-03-11', '2024-03-17'],
    [{ frequency: 'm' }, '2024-02-10', '2024-02-01', '2024-02-29'],
    [{ frequency: 'q' }, '1969-11-10', '1969-10-01', '1969-12-31'],
    [{ frequency: 'sa' }, '2023-06-30', '2023-01-01', '2023-06-30'],
    [{ frequency: 'sa' }, '1903-07-01', '1903-07-01', '1903-12-31'],
    [{ frequency: 'a' }, '2023-12-31', '2023-01-01', '2023-12-31'],
    [{ frequency: 'd' }, '2024-03-14', '2024-03-14', '2024-03-14'],
    // A Friday's period lasts until Monday.
    [{ frequency: 'd' }, '2024-03-15', '2024-03-15', '2024-03-17'],
  ])('%o with %s lasts from %s to %s', (cadence, date, first, last) => {
    const period = periodOf(dayOf(date), cadence);
    expect([firstDayOf(period, cadence), lastDayOf(period, cadence)].map(dateText)).toEqual([first, last]);
  });

  it('give consecutive observations consecutive numbers', () => {
    const of = (cadence: Cadence, dates: string[], isObservation?: (index: number) => boolean) => {
      const numbers = sequenceOf(Int32Array.from(dates, dayOf), cadence, isObservation);
      return Array.from(numbers, (number) => number - (numbers[0] as number));
    };
    expect(of({ frequency: 'm' }, ['2023-11-01', '2023-12-01', '2024-02-01'])).toEqual([0, 1, 3]);
    expect(of({ frequency: 'w', weekEnd: 6 }, ['2024-01-06', '2024-01-20'], () => false)).toEqual([0, 2]);
    // Days are numbered by observation, except over a gap of more than a week.
    expect(LONGEST_HOLE).toBe(7);
    const days = ['2024-03-15', '2024-03-18', '2024-03-26', '2024-04-04', '2024-04-05'];
    const [, , , over = 0] = of({ frequency: 'd' }, days);
    expect(of({ frequency: 'd' }, days)).toEqual([0, 1, 2, over, over + 1]);
    expect(over).toBeGreaterThan(99_999);
    // A day without an observation has the number of the next one, and does not shorten a gap.
    expect(of({ frequency: 'd' }, days.slice(0, 3), (index) => index !== 1)).toEqual([
      0,
      1,
      expect.toSatisfy((number: number) => number > 99_999),
    ]);
    expect(
      of(
        { frequency: 'd' },
        ['2024-03-13', '2024-03-14', '2024-03-15', '2024-03-18'],
        (index) => index !== 1,
      ),
    ).toEqual([0, 1, 1, 2]);
    expect([...sequenceOf(new Int32Array(), { frequency: 'd' })]).toEqual([]);
  });

  it.each<[string, Cadence, [string, string], [string, string], [string, string]]>([
    [
      'years',
      { frequency: 'a' },
      ['2020-03-01', '2023-06-01'],
      ['2020-03-01', '2023-06-01'],
      ['2020-01-01', '2023-06-01'],
    ],
    [
      'weeks',
      { frequency: 'w', weekEnd: 0 },
      ['2024-03-12', '2024-03-13'],
      ['2024-03-12', '2024-03-13'],
      ['2024-03-12', '2024-03-17'],
    ],
    // There is an observation before the range, and one after it.
    [
      'years of a part',
      { frequency: 'a' },
      ['2020-03-02', '2023-06-01'],
      ['2020-03-01', '2023-06-02'],
      ['2020-03-02', '2023-06-01'],
    ],
    [
      'weeks of a part',
      { frequency: 'w', weekEnd: 0 },
      ['2024-03-12', '2024-03-13'],
      ['2024-03-01', '2024-03-14'],
      ['2024-03-12', '2024-03-13'],
    ],
    // A wider range stays unchanged.
    [
      'more than is there',
      { frequency: 'q' },
      ['2019-01-01', '2030-01-01'],
      ['2020-03-01', '2023-06-01'],
      ['2019-01-01', '2030-01-01'],
    ],
    [
      'days',
      { frequency: 'd' },
      ['2024-03-16', '2024-03-17'],
      ['2024-03-16', '2024-03-17'],
      ['2024-03-16', '2024-03-17'],
    ],
  ])(
    'a range of %s includes the dates of its first and its last period',
    (_, cadence, range, held, whole) => {
      const [from, to] = range.map(dayOf) as [number, number];
      const [first, last] = held.map(dayOf) as [number, number];
      const found = withWholePeriods({ from, to }, { first, last }, cadence);
      expect([found.from, found.to].map(dateText)).toEqual(whole);
    },
  );

  it('weekly data use the catalogue’s weekday, and weeks of a daily series end on Friday', () => {
    const cadence = (id: string) => cadenceOf(findDataset(id) as Parameters<typeof cadenceOf>[0]);
    expect(cadenceText(cadence('ui_weekly_claims'))).toBe('Weekly, ending Saturday');
    expect(cadenceText(cadence('factors_affecting_reserve_balances'))).toBe('Weekly, as of Wednesday');
    expect(cadenceText(cadence('jolts'))).toBe('Monthly');
    expect(cadenceText(outputCadence(cadence('us_debt'), 'w'))).toBe('Weekly, ending Friday');
    expect(outputCadence(cadence('ui_weekly_claims'), 'w')).toEqual({ frequency: 'w', weekEnd: 6 });
  });
});

it("every frequency has FRED's n, and a change looks back that many periods", () => {
  expect(FREQUENCIES.map((code) => [code, perYear(code)])).toEqual([
    ['d', 260],
    ['w', 52],
    ['m', 12],
    ['q', 4],
    ['sa', 2],
    ['a', 1],
  ]);
  const halves = seriesOf('2023-01-01 100', '2023-07-01 110', '2024-01-01 120');
  expect(transform(halves, 'ch1', { frequency: 'sa' }).values).toEqual(['20']);
  expect(transform(halves, 'pca', { frequency: 'sa' }).values).toEqual(['21.00000', '19.00826']);
});

it("FRED's codes are known in FRED's order, and no other texts", () => {
  expect(ASKED_FREQUENCIES.map((code) => [code, frequencyText(code)])).toEqual([
    ['d', 'Daily'],
    ['w', 'Weekly'],
    ['m', 'Monthly'],
    ['q', 'Quarterly'],
    ['sa', 'Semiannual'],
    ['a', 'Annual'],
    ['wesu', 'Weekly, ending Sunday'],
    ['wem', 'Weekly, ending Monday'],
    ['wetu', 'Weekly, ending Tuesday'],
    ['wew', 'Weekly, ending Wednesday'],
    ['weth', 'Weekly, ending Thursday'],
    ['wef', 'Weekly, ending Friday'],
    ['wesa', 'Weekly, ending Saturday'],
  ]);
  expect(FREQUENCIES.map((code) => [code, frequencyName(code), periodName(code)])).toEqual([
    ['d', 'Daily', 'day'],
    ['w', 'Weekly', 'week'],
    ['m', 'Monthly', 'month'],
    ['q', 'Quarterly', 'quarter'],
    ['sa', 'Semiannual', 'half-year'],
    ['a', 'Annual', 'year'],
  ]);
  expect(AGGREGATIONS.map((method) => [method, AGGREGATION_NAMES[method]])).toEqual([
    ['avg', 'Average'],
    ['sum', 'Sum'],
    ['eop', 'End of period'],
  ]);
  expect(UNITS.join(' ')).toBe('lin chg ch1 pch pc1 pca cch cca log nbd');
  const texts = ['avg', 'd', 'wef', 'lin', 'nbd', 'w', 'sa', 'bw', 'AVG', 'constructor', ''];
  expect(texts.filter(isAggregation)).toEqual(['avg']);
  expect(texts.filter(isUnits)).toEqual(['lin', 'nbd']);
  expect(texts.filter(isAskedFrequency)).toEqual(['d', 'wef', 'w', 'sa']);
  expect(texts.filter(isWeek)).toEqual(['wef']);
});

it("FRED's words for frequencies are read from the addresses of its graphs", () => {
  expect(
    listOfFrequencies(
      'Daily, Close,Weekly, Ending Friday,Monthly,Weekly, As of Wednesday, End of Period,weekly,ending monday',
    ),
  ).toEqual([
    'Daily, Close',
    'Weekly, Ending Friday',
    'Monthly',
    'Weekly, As of Wednesday, End of Period',
    'weekly,ending monday',
  ]);
  expect(listOfFrequencies('Endings,Closed, Monthly')).toEqual(['Endings', 'Closed', ' Monthly']);
  expect(
    [
      ...['Daily', 'Weekly', 'monthly', 'Quarterly', 'Semiannual', 'ANNUAL', 'Daily, Close'],
      ...[
        'Weekly, Ending Sunday',
        'Weekly, Ending Friday',
        'weekly,ending saturday',
        'Weekly, As of Wednesday',
      ],
      ...['Monthly, Ending Friday', 'Biweekly', '', 'wef'],
    ].map(frequencyCode),
  ).toEqual(['d', 'w', 'm', 'q', 'sa', 'a', 'd', 'wesu', 'wef', 'wesa', 'w', 'm', 'Biweekly', '', 'wef']);
});

it('frequencies are sorted from the most observations to the fewest', () => {
  const signs = FREQUENCIES.map((a) => FREQUENCIES.map((b) => Math.sign(compareFrequencies(a, b))).join(' '));
  expect(signs).toEqual([
    '0 -1 -1 -1 -1 -1',
    '1 0 -1 -1 -1 -1',
    '1 1 0 -1 -1 -1',
    '1 1 1 0 -1 -1',
    '1 1 1 1 0 -1',
    '1 1 1 1 1 0',
  ]);
  expect(FREQUENCIES.map(frequencyWords)).toEqual(
    'd, w, m, q, sa or a | w, m, q, sa or a | m, q, sa or a | q, sa or a | sa or a | a'.split(' | '),
  );
});

const [monday, wednesday, friday]: Cadence[] = [1, 3, 5].map((weekEnd) => ({ frequency: 'w', weekEnd }));

it.each<[Cadence, string]>([
  [{ frequency: 'w' }, 'Weekly, ending Friday'],
  [{ frequency: 'w', weekEnd: 0 }, 'Weekly, ending Sunday'],
  [{ frequency: 'w', weekEnd: 3 }, 'Weekly, ending Wednesday'],
  [{ frequency: 'w', weekEnd: 3, isLevel: true }, 'Weekly, as of Wednesday'],
  [{ frequency: 'w', isLevel: true }, 'Weekly, as of Friday'],
  [{ frequency: 'sa' }, 'Semiannual'],
])('%o is written %s', (cadence, text) => {
  expect(cadenceText(cadence)).toBe(text);
  expect(cadenceWords(cadence)).toBe((text[0] ?? '').toLowerCase() + text.slice(1));
});

it('two cadences with the same periods are the same: a week without a weekday ends on Friday', () => {
  const same = (a?: Cadence, b?: Cadence) => [
    isSameCadence(a as Cadence, b as Cadence),
    isSameCadence(b as Cadence, a as Cadence),
  ];
  expect(same(friday, { frequency: 'w' })).toEqual([true, true]);
  expect(same(wednesday, { frequency: 'w', weekEnd: 3, isLevel: true })).toEqual([true, true]);
  expect(same(wednesday, friday)).toEqual([false, false]);
  expect(same(wednesday, { frequency: 'w' })).toEqual([false, false]);
  expect(same({ frequency: 'w' }, { frequency: 'm' })).toEqual([false, false]);
  expect(same({ frequency: 'm', weekEnd: 1 }, { frequency: 'm' })).toEqual([true, true]);
  // 0 (Sunday) is a real weekday, not a missing one.
  expect(same({ frequency: 'w', weekEnd: 0 }, { frequency: 'w' })).toEqual([false, false]);
});

it('an asked frequency gives its cadence, and a cadence the frequency to ask for', () => {
  expect(outputCadence({ frequency: 'd' }, 'w')).toEqual({ frequency: 'w', weekEnd: 5 });
  expect(outputCadence(wednesday as Cadence, 'w')).toBe(wednesday);
  expect(outputCadence(wednesday as Cadence, 'wem')).toEqual(monday);
  expect(outputCadence({ frequency: 'd' }, 'wesu')).toEqual({ frequency: 'w', weekEnd: 0 });
  expect(outputCadence(wednesday as Cadence, 'q')).toEqual({ frequency: 'q' });
  expect(
    [
      { frequency: 'd' },
      friday,
      { frequency: 'w' },
      monday,
      { frequency: 'w', weekEnd: 0 },
      { frequency: 'sa' },
    ].map((cadence) => askedFrequency(cadence as Cadence)),
  ).toEqual(['d', 'w', 'w', 'wem', 'wesu', 'sa']);
});

it('the cadence of a dataset depends on its frequency, its weekday and whether it has levels', () => {
  const of = (frequency: 'Daily' | 'Weekly' | 'Monthly', observedOn: string, isLevel?: true) =>
    cadenceOf({ frequency, observedOn, isLevel } as Parameters<typeof cadenceOf>[0]);
  expect(of('Weekly', 'Saturday')).toEqual({ frequency: 'w', weekEnd: 6 });
  expect(of('Weekly', 'Sunday')).toEqual({ frequency: 'w', weekEnd: 0 });
  expect(of('Weekly', 'Wednesday', true)).toEqual({ frequency: 'w', weekEnd: 3, isLevel: true });
  expect([of('Daily', 'Monday', true), of('Monthly', 'Friday')]).toEqual([
    { frequency: 'd' },
    { frequency: 'm' },
  ]);
});

it.each([
  [{ frequency: 'm' }, 'w', 'w', 'w is higher than what is published: UNRATE is monthly. Use m, q, sa or a.'],
  [
    { frequency: 'a' },
    'q',
    'Quarterly',
    'Quarterly is higher than what is published: UNRATE is annual. Use a.',
  ],
  [
    wednesday,
    'wem',
    'wem',
    'wem cannot be made of UNRATE, which is weekly, ending Wednesday. Use w, m, q, sa or a.',
  ],
  [wednesday, 'd', 'd', 'd is higher than what is published: UNRATE is weekly. Use w, m, q, sa or a.'],
  [wednesday, 'wew', 'wew', undefined],
  [wednesday, 'w', 'w', undefined],
  [wednesday, 'm', 'm', undefined],
  [{ frequency: 'd' }, 'wem', 'wem', undefined],
  [{ frequency: 'm' }, 'm', 'm', undefined],
  [{ frequency: 'm' }, 'a', 'a', undefined],
] as const)('a series at %o, asked for as %s, has the warning: %s %s', (own, asked, written, warning) => {
  expect(frequencyWarning(own as Cadence, asked, written, { name: 'UNRATE' })).toBe(warning);
});

it('a frequency warning names the formula’s lowest line if it is about a formula', () => {
  expect(
    frequencyWarning({ frequency: 'q' }, 'm', 'm', { name: 'the formula', comparedWith: 'its lowest line' }),
  ).toBe('m is higher than its lowest line: the formula is quarterly. Use q, sa or a.');
});

it('each dataset has a text on how often and on which days it has observations', () => {
  expect(Object.fromEntries(DATASETS.map((dataset) => [dataset.id, publishedFrequency(dataset)]))).toEqual({
    ui_weekly_claims: 'Weekly, ending Saturday',
    jolts: 'Monthly',
    ui_state_weekly_claims: 'Weekly, ending Saturday',
    personal_income_and_outlays: 'Monthly',
    us_exports: 'Monthly',
    factors_affecting_reserve_balances: 'Weekly, as of Wednesday',
    us_debt: 'Daily, business days',
    yields: 'Daily, business days',
    constituents: 'As of the day of the list',
  });
});
