import { expect, it } from 'vitest';
import { CHART_SHARE, readShare } from '../../../renderer/explore/layout-choices.ts';

it('reads the chart’s share of the height, and takes the usual one for anything that makes no sense', () => {
  expect(readShare('60')).toBe(60);
  for (const text of [undefined, '', 'wide', '5', '100', 'NaN', '[75]x'])
    expect(readShare(text)).toBe(CHART_SHARE.usual);
});
