import { expect, test } from 'vitest';
import { type DrawnLine, legendSide } from '../../../renderer/chart/legend-side.ts';

const RANGE = { from: 0, to: 1000 };
/** A line with a value each day, drawn in a plot whose top is 1 and whose bottom is 0. */
const line = (value: (day: number) => number): DrawnLine => {
  const days = Int32Array.from({ length: 1001 }, (_, day) => day);
  return { days, numbers: Float64Array.from(days, value), heightOf: (of) => 1 - of };
};

test.each([
  ['left of nothing', [], 'left'],
  ['left of a rising line', [line((day) => day / 1000)], 'left'],
  ['right of a falling line', [line((day) => 1 - day / 1000)], 'right'],
  ['left where both corners are full', [line(() => 0.9)], 'left'],
  ['left where both are empty', [line(() => 0.1)], 'left'],
  [
    'where fewer lines are',
    [line((day) => day / 1000), line((day) => 1 - day / 1000), line((day) => 1 - day / 900)],
    'right',
  ],
  [
    'left of a line that begins late',
    [{ ...line(() => 0.9), days: new Int32Array(0), numbers: new Float64Array(0) }],
    'left',
  ],
] as const)('the legend stands %s', (_, lines, side) => {
  expect(legendSide(lines, RANGE)).toBe(side);
});
