import { describe, expect, it } from 'vitest';
import { plainText } from '../../../renderer/explain/index.ts';
import {
  bandEnds,
  type Curves,
  comparedDay,
  curvesOf,
  dateOf,
  shownDay,
  spreadLine,
} from '../../../renderer/yields/curves.ts';
import { explainedNumber } from '../../../renderer/yields/explain-nodes.ts';
import { type Move, movedRow } from '../../../renderer/yields/move-row.ts';
import { curveSentence, spreadSentence } from '../../../renderer/yields/sentences.ts';
import { SPREADS } from '../../../service/datasets/yields/curve.ts';
import { HAS_YIELDS, NO_YIELDS, realYields } from '../../series-math/curve/real-yields.ts';
import { someCurves } from './some-curves.ts';

const [TENS_TWOS, TENS_BILLS] = SPREADS;
const few = someCurves({
  '2025-03-05': { '3M': '4.40', '2Y': '3.90', '10Y': '4.30', '30Y': '4.60' },
  '2025-03-06': { '3M': '4.40', '2Y': '4.00', '10Y': '4.40', '30Y': '4.60' },
  '2025-03-07': { '3M': '4.34', '2Y': '3.99', '10Y': '4.32', '30Y': '4.62' },
});

describe('what is said of a day', () => {
  it('names ends, lowest and slope', () => {
    const slope = spreadLine(few, TENS_BILLS as (typeof SPREADS)[number]);
    expect(plainText(curveSentence(few, 2, slope))).toBe(
      'On 2025-03-07 the curve ran from 4.34 % (3 months) to 4.62 % (30 years), lowest 3.99 % (2 years); 10-year less 3-month −0.02 pp, inverted since 2025-03-07.',
    );
    expect(plainText(curveSentence(few, 1, slope))).toMatch(/10-year less 3-month 0\.00 pp, flat\.$/);
  });

  it('another day than the asked one is shown, and said', () => {
    expect(shownDay(few, '2025-03-08')).toEqual({
      row: 2,
      note: '2025-03-08 is a Saturday: 2025-03-07 is shown.',
    });
    expect(shownDay(few, '2025-03-06')).toEqual({ row: 1, note: '' });
    expect(shownDay(few, undefined)).toEqual({ row: 2, note: '' });
    expect(shownDay(few, '2026-01-01').note).toMatch(/^2026-01-01 is a federal holiday: 2025-03-07/);
    expect(shownDay(few, '1999-01-05').note).toMatch(/^There is no curve of 1999-01-05: 2025-03-05/);
  });

  it('a comparison without a curve says why', () => {
    expect(comparedDay(few, 2, '1d')).toMatchObject({ row: 1 });
    expect(comparedDay(few, 2, '1y')).toMatchObject({ row: undefined, why: /2024-03-07/ as never });
  });

  it('keys go to days, months and inversions', () => {
    const slope = spreadLine(few, TENS_BILLS as (typeof SPREADS)[number]);
    const to = (row: number, move: Move) => movedRow(few, slope, row, move);
    expect([to(1, 'first'), to(1, 'last'), to(1, { rows: -1 }), to(0, { rows: -10 })]).toEqual([0, 2, 0, 0]);
    expect([to(2, { months: -1 }), to(0, { months: 1 })]).toEqual([0, 2]);
    expect([to(0, { inversion: 1 }), to(2, { inversion: -1 }), to(2, { inversion: 1 })]).toEqual([2, 0, 2]);
  });
});

describe('explanations', () => {
  const explain = (word: string, row = 2) =>
    explainedNumber(few, row, bandEnds(few, 'min-max', { start: 0, end: 3 }), word);

  it.each([
    ['US10Y', '4.32', ''],
    ['US10Y.on.2025-03-05', '4.30', ''],
    ['US10Y.1d', '-8', '(4.32 − 4.40) × 100 = −8'],
    ['US2Y.since.2025-03-05', '9', '(3.99 − 3.90) × 100 = 9'],
    ['US10Y_US3M', '-0.02', '4.32 − 4.34 = −0.02'],
    ['US10Y_US2Y.rank', '33.3', '1 ÷ 3 × 100 = 33.3'],
    ['US10Y_US3M.last', '1', ''],
    ['US10Y.low', '4.30', ''],
    ['US10Y.high', '4.40', ''],
  ])('%s is %s', (word, value, numbers) => {
    expect(explain(word)).toMatchObject({ value, numbers });
  });

  it('end at observations', () => {
    const ends = (node = explain('US10Y_US2Y.rank')): (string | undefined)[] =>
      node === undefined ? [] : node.published ? [node.published.code] : node.parts().flatMap(ends);
    expect(ends()).toEqual(['US10Y', 'US2Y']);
    expect(ends(explain('US10Y.1d'))).toEqual(['US10Y', 'US10Y']);
  });

  it.each(['US9Y', 'US10Y.of', 'US10Y.on.2025-03-08', 'US10Y_US2Y.mean', 'alike.2025-03-08', 'alike'])(
    '%s is no number',
    (word) => {
      expect(explain(word)).toBeUndefined();
    },
  );

  it('a change without a reference says why there is none', () => {
    expect(explain('US10Y.1y')).toMatchObject({ value: undefined, words: /2024-03-07 or the week before/ });
  });
});

describe('the Treasury’s yields', () => {
  let all: Curves | undefined;
  const curves = () => {
    all ??= curvesOf(realYields());
    return all;
  };
  const row = (date: string) => {
    const found = shownDay(curves(), date).row;
    expect(dateOf(curves(), found)).toBe(date);
    return found;
  };

  it('are told as they were computed beforehand', ({ skip }) => {
    skip(!HAS_YIELDS, NO_YIELDS);
    const spread = (of: (typeof SPREADS)[number] | undefined) =>
      spreadLine(curves(), of as (typeof SPREADS)[number]);
    expect(plainText(curveSentence(curves(), row('2025-03-07'), spread(TENS_BILLS)))).toBe(
      'On 2025-03-07 the curve ran from 4.38 % (1 month) to 4.62 % (30 years), lowest 3.99 % (2 years); 10-year less 3-month −0.02 pp, inverted since 2025-02-26.',
    );
    expect(plainText(spreadSentence(curves(), spread(TENS_TWOS), row('2025-03-07')))).toBe(
      '+0.33 pp; 30.7 % of 8,801 days were at or below; last inverted 2024-09-05; longest 537 business days',
    );
  });

  it('have shapes whose distances are explained tenor by tenor', ({ skip }) => {
    skip(!HAS_YIELDS, NO_YIELDS);
    const node = explainedNumber(curves(), row('2025-03-07'), undefined, 'alike.2019-07-11');
    expect(node).toMatchObject({ value: '4.33', unit: 'bp' });
    const squares = (node?.parts() ?? []).map(({ value }) => Number(value) ** 2);
    expect(squares).toHaveLength(8);
    expect(Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / 8)).toBeCloseTo(4.33, 2);
  });
});
