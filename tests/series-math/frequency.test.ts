import { expect, it } from 'vitest';
import { DATASETS } from '../../service/datasets/index.ts';
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
import { transform } from '../../service/series-math/transform.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import { seriesOf } from './series.ts';

it("has FRED's n of every frequency, and looks back that many periods", () => {
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

it("knows FRED's codes in FRED's order, and no other texts", () => {
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

it("reads FRED's words for frequencies in the addresses of its graphs", () => {
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

it('orders frequencies from the most observations to the fewest', () => {
  const signs = FREQUENCIES.map((a) => FREQUENCIES.map((b) => Math.sign(compareFrequencies(a, b))).join(' '));
  expect(signs).toEqual([
    '0 -1 -1 -1 -1 -1',
    '1 0 -1 -1 -1 -1',
    '1 1 0 -1 -1 -1',
    '1 1 1 0 -1 -1',
    '1 1 1 1 0 -1',
    '1 1 1 1 1 0',
  ]);
  expect(FREQUENCIES.map(frequencyWords)).toEqual([
    'd, w, m, q, sa or a',
    'w, m, q, sa or a',
    'm, q, sa or a',
    'q, sa or a',
    'sa or a',
    'a',
  ]);
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

it('two cadences are the same where their periods are: weeks on the same weekday, Friday where none is named', () => {
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
  // The first day of the week is a day as the others.
  expect(same({ frequency: 'w', weekEnd: 0 }, { frequency: 'w' })).toEqual([false, false]);
});

it('makes of what is asked the cadence that results, and of a cadence what asks for it', () => {
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

it('knows the cadence of a dataset by its frequency, its weekday and whether it has levels', () => {
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
] as const)('of %o as %s warns: %s %s', (own, asked, written, warning) => {
  expect(frequencyWarning(own as Cadence, asked, written, { name: 'UNRATE' })).toBe(warning);
});

it('warns about a frequency by what it is compared with', () => {
  expect(
    frequencyWarning({ frequency: 'q' }, 'm', 'm', { name: 'the formula', there: 'its lowest line' }),
  ).toBe('m is higher than its lowest line: the formula is quarterly. Use q, sa or a.');
});

it('says of each dataset how often and on which days it has observations', () => {
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
