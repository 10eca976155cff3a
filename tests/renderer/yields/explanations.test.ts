import { expect, test } from 'vitest';
import { sentenceText } from '../../../renderer/explain/index.ts';
import type { SentencePart } from '../../../renderer/explain/types.ts';
import { bandEnds, curveDay, curvesOf, dateOf, spreadLine } from '../../../renderer/yields/curves.ts';
import { curveNumber } from '../../../renderer/yields/explain-nodes.ts';
import { curveSentence, dayCount, percentText, spreadSentence } from '../../../renderer/yields/sentences.ts';
import { SPREADS } from '../../../service/datasets/yields/curve.ts';
import { HAS_YIELDS, NO_YIELDS, realYields } from '../../series-math/curve/real-yields.ts';
import { expectWrittenAnswers } from '../../support/written-answers.ts';
import { nodeLines } from '../explain/node-lines.ts';
import { fewCurves } from './few-days.ts';
import { someCurves } from './some-curves.ts';

const few = fewCurves();
const [TWOS, BILLS] = SPREADS as [(typeof SPREADS)[number], (typeof SPREADS)[number]];

/** The numbers of a sentence, each with its word of the address. */
const words = (parts: readonly SentencePart[]) =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : `${part.text}: ${part.explain}`));

test('each number is explained down to what was published', () =>
  expectWrittenAnswers(`${import.meta.dirname}/explanations.md`, (word) =>
    nodeLines(curveNumber(few, 14, bandEnds(few, '10-90', { start: 0, end: 15 }), word)),
  ));

test('the rank in the last ten years counts the days after the same date ten years earlier', () => {
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
  // A leap day has a date ten years earlier, too; here it is before the first day, so both ranks agree.
  expect(ranks(3)).toEqual([
    '10 years less 2 years, rank in its history @ 2024-02-29 | 2014-12-31 to 2024-02-29 | 25.0 % | 1 of 4 days were at or below that of 2024-02-29 | days at or below ÷ days × 100 | 1 ÷ 4 × 100 = 25.0',
    '  Rank in the last ten years @ 2024-02-29 | 2014-12-31 to 2024-02-29 | 25.0 % | 1 of 4 days were at or below that of 2024-02-29 | days at or below ÷ days × 100 | 1 ÷ 4 × 100 = 25.0',
  ]);
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

test('counts have digit groups, and percentages one decimal', () => {
  expect([dayCount(1), dayCount(1234)]).toEqual(['1 business day', '1,234 business days']);
  expect([
    percentText({ count: 1, total: 3 }),
    percentText({ count: 0, total: 7 }),
    percentText({ count: 7, total: 7 }),
  ]).toEqual([...['33.3 %', '0.0 %', '100.0 %']]);
});

test('descriptions and explanations of a real day match values that were computed separately', ({ skip }) => {
  skip(!HAS_YIELDS, NO_YIELDS);
  const curves = curvesOf(realYields());
  const { row } = curveDay(curves, '2025-03-07');
  expect(dateOf(curves, row)).toBe('2025-03-07');
  const [twos, bills] = SPREADS.map((spread) => spreadLine(curves, spread)) as [
    ReturnType<typeof spreadLine>,
    ReturnType<typeof spreadLine>,
  ];
  expect(sentenceText(curveSentence(curves, row, bills))).toBe(
    'On 2025-03-07 the curve ran from 4.38 % (1 month) to 4.62 % (30 years), lowest 3.99 % (2 years); 10-year less 3-month −0.02 pp, inverted since 2025-02-26.',
  );
  expect(sentenceText(spreadSentence(curves, twos, row))).toBe(
    '+0.33 pp; 30.7 % of 8,801 days were at or below; last inverted 2024-09-05; longest 537 business days',
  );
  const node = curveNumber(curves, row, undefined, 'alike.2019-07-11');
  expect(node).toMatchObject({ value: '4.33', unit: 'bp' });
  const squares = (node?.parts() ?? []).map(({ value }) => Number(value) ** 2);
  expect(squares).toHaveLength(8);
  expect(Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / 8)).toBeCloseTo(4.33, 2);
});
