import { expect, test } from 'vitest';
import { withLastWeek } from '../../../renderer/chart/zoom.ts';

test('a chart reaches to the last week, which may be dated after its range, and no further', () => {
  const line = (...days: number[]) => ({ hidden: false, column: { days: Int32Array.from(days) } });
  const range = { from: 100, to: 200 };
  expect(withLastWeek(range, [line(195, 202), line(150, 200)])).toEqual({ from: 100, to: 202 });
  expect(withLastWeek(range, [{ ...line(202), hidden: true }, line()])).toEqual(range);
  // While a range is dragged, the chart has whole lines, most of which go on after it.
  expect(withLastWeek(range, [line(150, 202, 260)])).toEqual(range);
});
