import { expect, test } from 'vitest';
import { sentenceText } from '../../../renderer/explain/index.ts';
import { curveDay, curvesOf, dateOf, spreadLine } from '../../../renderer/yields/curves.ts';
import { curveNumber } from '../../../renderer/yields/explain-nodes.ts';
import { curveSentence, spreadSentence } from '../../../renderer/yields/sentences.ts';
import { SPREADS } from '../../../service/datasets/yields/curve.ts';
import { HAS_YIELDS, NO_YIELDS, realYields } from '../../series-math/curve/real-yields.ts';

test('the Treasury’s yields of a day are described and explained as they were computed beforehand', ({
  skip,
}) => {
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
