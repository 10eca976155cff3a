import { expect, test } from 'vitest';
import { sentenceText } from '../../../renderer/explain/index.ts';
import type { ToldPart } from '../../../renderer/explain/types.ts';
import { bandEnds, spreadLine } from '../../../renderer/yields/curves.ts';
import { curveNumber } from '../../../renderer/yields/explain-nodes.ts';
import { curveSentence, dayCount, percentText, spreadSentence } from '../../../renderer/yields/sentences.ts';
import { SPREADS } from '../../../service/datasets/yields/curve.ts';
import { nodeLines } from '../explain/node-lines.ts';
import { fewCurves } from './few-days.ts';
import { someCurves } from './some-curves.ts';

const few = fewCurves();
const [TWOS, BILLS] = SPREADS as [(typeof SPREADS)[number], (typeof SPREADS)[number]];

const explain = (word: string, row = 14) =>
  nodeLines(curveNumber(few, row, bandEnds(few, '10-90', { start: 0, end: 15 }), word));

/** The numbers of a sentence, each with its word. */
const words = (parts: readonly ToldPart[]) =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : `${part.text}: ${part.explain}`));

test('a yield, its change and the ends of its band are explained down to what was published', () => {
  expect(explain('US10Y')).toEqual(['10 years @ 2025-03-07 | 4.32 % | As published | yields.US10Y']);
  expect(explain('US20Y', 12)).toEqual([
    '20 years @ 2025-03-05 | undefined % | No observation | yields.US20Y',
  ]);
  expect(explain('US10Y.on.2022-10-18')).toEqual([
    '10 years @ 2022-10-18 | 4.01 % | As published | yields.US10Y',
  ]);
  expect(explain('US10Y.1w')).toEqual([
    '10 years, change @ 2025-03-07 | 8 bp | Change from 2025-02-28; 1 basis point is 0.01 percentage points | (x(t) − x(then)) × 100 | (4.32 − 4.24) × 100 = 8',
    '  10 years @ 2025-03-07 | 4.32 % | As published | yields.US10Y',
    '  10 years @ 2025-02-28 | 4.24 % | As published | yields.US10Y',
  ]);
  expect(explain('US30Y.since.2025-02-14.on.2025-03-06')).toEqual([
    '30 years, change @ 2025-03-06 | -12 bp | Change from 2025-02-07; 1 basis point is 0.01 percentage points | (x(t) − x(then)) × 100 | (4.57 − 4.69) × 100 = −12',
    '  30 years @ 2025-03-06 | 4.57 % | As published | yields.US30Y',
    '  30 years @ 2025-02-07 | 4.69 % | As published | yields.US30Y',
  ]);
  expect(explain('US1_5M.1y')).toEqual([
    '1.5 months, change @ 2025-03-07 | undefined bp | No value: no 1.5 months yield is held of 2024-03-07 or the week before',
  ]);
  expect(explain('US20Y.1d', 13)).toEqual([
    '20 years, change @ 2025-03-06 | 9 bp | Change from 2025-02-28; 1 basis point is 0.01 percentage points | (x(t) − x(then)) × 100 | (4.64 − 4.55) × 100 = 9',
    '  20 years @ 2025-03-06 | 4.64 % | As published | yields.US20Y',
    '  20 years @ 2025-02-28 | 4.55 % | As published | yields.US20Y',
  ]);
  expect(explain('US20Y.1d', 12)).toEqual([
    '20 years, change @ 2025-03-05 | undefined bp | Change from 2025-02-28; 1 basis point is 0.01 percentage points | (x(t) − x(then)) × 100',
    '  20 years @ 2025-03-05 | undefined % | No observation | yields.US20Y',
    '  20 years @ 2025-02-28 | 4.55 % | As published | yields.US20Y',
  ]);
  expect(explain('US2Y.low')).toEqual([
    '2 years, 10th percentile @ 2025-02-28 | 2022-10-18 to 2025-03-07 | 3.99 % | The 10th percentile of the range: the smallest published value that this share of its days is at or below, here as of 2025-02-28',
    '  2 years @ 2025-02-28 | 3.99 % | As published | yields.US2Y',
  ]);
  expect(explain('US2Y.high')).toEqual([
    '2 years, 90th percentile @ 2023-07-03 | 2022-10-18 to 2025-03-07 | 4.94 % | The 90th percentile of the range: the smallest published value that this share of its days is at or below, here as of 2023-07-03',
    '  2 years @ 2023-07-03 | 4.94 % | As published | yields.US2Y',
  ]);
  expect(explain('US1_5M.low')).toEqual(['none']);
});

test('a spread, its rank and its inversions are explained down to the yields', () => {
  expect(explain('US10Y_US2Y', 3)).toEqual([
    '10 years less 2 years @ 2023-07-03 | -1.08 percentage points | 10 years less 2 years, of the same day | long − short | 3.86 − 4.94 = −1.08',
    '  10 years @ 2023-07-03 | 3.86 % | As published | yields.US10Y',
    '  2 years @ 2023-07-03 | 4.94 % | As published | yields.US2Y',
  ]);
  expect(explain('US10Y_US3M.rank')).toEqual([
    '10 years less 3 months, rank in its history @ 2025-03-07 | 2022-10-18 to 2025-03-07 | 73.3 % | 11 of 15 days were at or below that of 2025-03-07 | days at or below ÷ days × 100 | 11 ÷ 15 × 100 = 73.3',
    '  10 years less 3 months @ 2025-03-07 | -0.02 percentage points | 10 years less 3 months, of the same day | long − short | 4.32 − 4.34 = −0.02',
    '    10 years @ 2025-03-07 | 4.32 % | As published | yields.US10Y',
    '    3 months @ 2025-03-07 | 4.34 % | As published | yields.US3M',
    '  Rank in the last ten years @ 2025-03-07 | 2022-10-18 to 2025-03-07 | 73.3 % | 11 of 15 days were at or below that of 2025-03-07 | days at or below ÷ days × 100 | 11 ÷ 15 × 100 = 73.3',
  ]);
  expect(explain('US10Y_US3M.last')).toEqual([
    '10 years less 3 months, newest inversion @ 2025-03-07 | 2025-02-27 to 2025-03-07 | 5 business days | Days in a row below zero. One of 0.00 ends them, and so do more than seven days without a curve',
    '  10 years less 3 months @ 2025-02-27 | -0.04 percentage points | 10 years less 3 months, of the same day | long − short | 4.29 − 4.33 = −0.04',
    '    10 years @ 2025-02-27 | 4.29 % | As published | yields.US10Y',
    '    3 months @ 2025-02-27 | 4.33 % | As published | yields.US3M',
    '  10 years less 3 months @ 2025-03-07 | -0.02 percentage points | 10 years less 3 months, of the same day | long − short | 4.32 − 4.34 = −0.02',
    '    10 years @ 2025-03-07 | 4.32 % | As published | yields.US10Y',
    '    3 months @ 2025-03-07 | 4.34 % | As published | yields.US3M',
  ]);
  expect(explain('US10Y_US2Y.longest')).toEqual([
    '10 years less 2 years, longest inversion @ 2022-10-19 | 2022-10-18 to 2022-10-19 | 2 business days | Days in a row below zero. One of 0.00 ends them, and so do more than seven days without a curve',
    '  10 years less 2 years @ 2022-10-18 | -0.42 percentage points | 10 years less 2 years, of the same day | long − short | 4.01 − 4.43 = −0.42',
    '    10 years @ 2022-10-18 | 4.01 % | As published | yields.US10Y',
    '    2 years @ 2022-10-18 | 4.43 % | As published | yields.US2Y',
    '  10 years less 2 years @ 2022-10-19 | -0.41 percentage points | 10 years less 2 years, of the same day | long − short | 4.14 − 4.55 = −0.41',
    '    10 years @ 2022-10-19 | 4.14 % | As published | yields.US10Y',
    '    2 years @ 2022-10-19 | 4.55 % | As published | yields.US2Y',
  ]);
  expect(explain('US10Y_US2Y.last', 2)).toEqual([
    '10 years less 2 years, newest inversion @ 2023-03-06 | 2023-03-06 to 2023-03-06 | 1 business day | Days in a row below zero. One of 0.00 ends them, and so do more than seven days without a curve',
    '  10 years less 2 years @ 2023-03-06 | -0.12 percentage points | 10 years less 2 years, of the same day | long − short | 3.98 − 4.10 = −0.12',
    '    10 years @ 2023-03-06 | 3.98 % | As published | yields.US10Y',
    '    2 years @ 2023-03-06 | 4.10 % | As published | yields.US2Y',
  ]);
});

test('the rank of ten years counts the days after that of ten years before', () => {
  const curves = someCurves({
    '2014-12-31': { '2Y': '1.00', '10Y': '9.00' },
    '2015-01-02': { '2Y': '1.00', '10Y': '2.00' },
    '2015-01-05': { '2Y': '1.00', '10Y': '8.00' },
    '2024-02-29': { '2Y': '1.00', '10Y': '1.50' },
    '2025-01-02': { '2Y': '1.00', '10Y': '3.00' },
    '2025-01-03': { '2Y': '1.00', '10Y': '9.00' },
  });
  const ranks = (row: number) =>
    nodeLines(curveNumber(curves, row, undefined, 'US10Y_US2Y.rank')).filter((one) => one.includes('ank'));
  expect(ranks(4)).toEqual([
    '10 years less 2 years, rank in its history @ 2025-01-02 | 2014-12-31 to 2025-01-02 | 60.0 % | 3 of 5 days were at or below that of 2025-01-02 | days at or below ÷ days × 100 | 3 ÷ 5 × 100 = 60.0',
    '  Rank in the last ten years @ 2025-01-02 | 2015-01-05 to 2025-01-02 | 66.7 % | 2 of 3 days were at or below that of 2025-01-02 | days at or below ÷ days × 100 | 2 ÷ 3 × 100 = 66.7',
  ]);
  // Ten years before a leap day is the day of its number.
  expect(ranks(3)).toEqual([
    '10 years less 2 years, rank in its history @ 2024-02-29 | 2014-12-31 to 2024-02-29 | 25.0 % | 1 of 4 days were at or below that of 2024-02-29 | days at or below ÷ days × 100 | 1 ÷ 4 × 100 = 25.0',
    '  Rank in the last ten years @ 2024-02-29 | 2014-12-31 to 2024-02-29 | 25.0 % | 1 of 4 days were at or below that of 2024-02-29 | days at or below ÷ days × 100 | 1 ÷ 4 × 100 = 25.0',
  ]);
});

test('how far a day is from another is explained tenor by tenor', () => {
  expect(explain('alike.2024-03-07').filter((one) => !one.startsWith('    '))).toEqual([
    'Shape of 2024-03-07 against 2025-03-07 @ 2025-03-07 | 49.53 bp | Root of the mean of the squared differences of 8 tenors, each less the mean of its day | √(Σ d² ÷ 8)',
    '  3 months @ 2025-03-07 | -66.750 bp | Difference of the two days, each less the mean of its day | 17.750 − 84.500 = −66.750',
    '  6 months @ 2025-03-07 | -57.750 bp | Difference of the two days, each less the mean of its day | 13.750 − 71.500 = −57.750',
    '  1 year @ 2025-03-07 | -47.750 bp | Difference of the two days, each less the mean of its day | −11.250 − 36.500 = −47.750',
    '  2 years @ 2025-03-07 | -7.750 bp | Difference of the two days, each less the mean of its day | −17.250 − (−9.500) = −7.750',
    '  3 years @ 2025-03-07 | 16.250 bp | Difference of the two days, each less the mean of its day | −15.250 − (−31.500) = 16.250',
    '  5 years @ 2025-03-07 | 43.250 bp | Difference of the two days, each less the mean of its day | −7.250 − (−50.500) = 43.250',
    '  7 years @ 2025-03-07 | 53.250 bp | Difference of the two days, each less the mean of its day | 3.750 − (−49.500) = 53.250',
    '  10 years @ 2025-03-07 | 67.250 bp | Difference of the two days, each less the mean of its day | 15.750 − (−51.500) = 67.250',
  ]);
  expect(explain('alike.2024-03-07.level').slice(0, 4)).toEqual([
    'Curve of 2024-03-07 against 2025-03-07 @ 2025-03-07 | 67.09 bp | Root of the mean of the squared differences of 8 tenors | √(Σ d² ÷ 8)',
    '  3 months @ 2025-03-07 | -112.000 bp | Difference of the two days | 434.000 − 546.000 = −112.000',
    '    3 months @ 2025-03-07 | 4.34 % | As published | yields.US3M',
    '    3 months @ 2024-03-07 | 5.46 % | As published | yields.US3M',
  ]);
});

test.each([
  'US9Y',
  'US10Y.of',
  'US10Y.since',
  'US10Y.on.2025-03-08',
  'US10Y.on.soon',
  'US10Y_US2Y.mean',
  'alike.2025-03-08',
  'alike.2020-01-01',
  'alike',
  '',
])('%j is no number', (word) => {
  expect(explain(word)).toEqual(['none']);
});

test('a spread is described with its sign, its rank and its inversions', () => {
  const told = (row: number, spread = TWOS) =>
    sentenceText(spreadSentence(few, spreadLine(few, spread), row));
  expect([told(0), told(2), told(4), told(5), told(8), told(14), told(14, BILLS)]).toEqual([
    '−0.42 pp; 100.0 % of 1 days were at or below; inverted since 2022-10-18; longest 1 business day',
    '−0.12 pp; 100.0 % of 3 days were at or below; inverted since 2023-03-06; longest 2 business days',
    '−0.99 pp; 40.0 % of 5 days were at or below; inverted since 2023-07-03; longest 2 business days',
    '0.00 pp; 100.0 % of 6 days were at or below; last inverted 2023-07-05; longest 2 business days',
    '+0.33 pp; 100.0 % of 9 days were at or below; last inverted 2024-03-08; longest 2 business days',
    '+0.33 pp; 100.0 % of 15 days were at or below; last inverted 2024-03-08; longest 2 business days',
    '−0.02 pp; 73.3 % of 15 days were at or below; inverted since 2025-02-27; longest 5 business days',
  ]);
  const later = someCurves({
    '2025-03-05': { '2Y': '4.00' },
    '2025-03-06': { '2Y': '4.00', '10Y': '4.25' },
    '2025-03-07': { '10Y': '4.25' },
  });
  const of = (row: number) => sentenceText(spreadSentence(later, spreadLine(later, TWOS), row));
  expect([of(0), of(1), of(2)]).toEqual([
    'There are no values up to this day.',
    '+0.25 pp; 100.0 % of 1 days were at or below; never inverted until then',
    '2025-03-06: +0.25 pp; 100.0 % of 1 days were at or below; never inverted until then',
  ]);
  expect(words(spreadSentence(few, spreadLine(few, TWOS), 14))).toEqual([
    '+0.33: US10Y_US2Y',
    '100.0 %: US10Y_US2Y.rank',
    '2024-03-08: US10Y_US2Y.last',
    '2 business days: US10Y_US2Y.longest',
  ]);
});

test('the curve of a day is described with its ends, its extreme between them and its slope', () => {
  const told = (row: number, spread?: typeof TWOS) =>
    sentenceText(curveSentence(few, row, spread && spreadLine(few, spread)));
  expect([told(0, BILLS), told(5, TWOS), told(6), told(8, TWOS)]).toEqual([
    'On 2022-10-18 the curve ran from 3.50 % (1 month) to 4.04 % (30 years), highest 4.50 % (1 year); 10-year less 3-month +0.03 pp.',
    'On 2023-07-06 the curve ran from 5.32 % (1 month) to 4.01 % (30 years), highest 5.56 % (6 months); 10-year less 2-year 0.00 pp, flat.',
    'On 2024-03-07 the curve ran from 5.52 % (1 month) to 4.26 % (30 years), lowest 4.10 % (10 years).',
    'On 2024-12-31 the curve ran from 4.40 % (1 month) to 4.78 % (30 years), lowest 4.16 % (1 year); 10-year less 2-year +0.33 pp.',
  ]);
  const flat = someCurves({ '2025-03-06': {}, '2025-03-07': { '1M': '-0.05', '2Y': '4.00', '10Y': '4.00' } });
  expect([
    sentenceText(curveSentence(flat, 0)),
    sentenceText(curveSentence(flat, 1, spreadLine(flat, TWOS))),
  ]).toEqual([
    'There is no curve of 2025-03-06.',
    'On 2025-03-07 the curve ran from -0.05 % (1 month) to 4.00 % (10 years); 10-year less 2-year 0.00 pp, flat.',
  ]);
  expect(words(curveSentence(few, 14, spreadLine(few, BILLS)))).toEqual([
    '4.38 %: US1M',
    '4.62 %: US30Y',
    '3.99 %: US2Y',
    '−0.02: US10Y_US3M',
  ]);
});

test('counts have groups, and percent one decimal', () => {
  expect([dayCount(1), dayCount(1234)]).toEqual(['1 business day', '1,234 business days']);
  expect([
    percentText({ count: 1, of: 3 }),
    percentText({ count: 0, of: 7 }),
    percentText({ count: 7, of: 7 }),
  ]).toEqual([...['33.3 %', '0.0 %', '100.0 %']]);
});
