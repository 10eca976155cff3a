import { expect, it } from 'vitest';
import { CHART_SHARE } from '../../../renderer/explore/workbench.tsx';
import { PREFERENCES } from '../../../service/contract/preferences.ts';

it('the share that is kept has the limits of the handle', () => {
  const { default: usual, ...rest } = PREFERENCES.chart_share;
  const schema = rest.schema as { minimum?: number; maximum?: number };
  expect([schema.minimum, schema.maximum, usual]).toEqual([
    CHART_SHARE.least,
    CHART_SHARE.most,
    CHART_SHARE.usual,
  ]);
});
