import { expect, it } from 'vitest';
import { asNewChart } from '../../../renderer/frame/new-chart.ts';
import { parseView } from '../../../renderer/view/index.ts';
import { viewSearch } from '../../../service/view/index.ts';

const QUITS = { series: 'jolts.quits_rate_sa' };
const searchOf = (values: Record<string, unknown>) => viewSearch(asNewChart(parseView(QUITS).view, values));

it('a new chart has the range, recessions and table of the settings, and the defaults where they say nothing', () => {
  expect(searchOf({})).toEqual({ ...QUITS, range: '5Y' });
  expect(searchOf({ start_range: 'MAX' })).toEqual(QUITS);
  expect(searchOf({ start_range: '1Y', recessions: false, start_table: 'closed' })).toEqual({
    ...QUITS,
    range: '1Y',
    recessions: 'off',
    table: 'closed',
  });
});
