import { expect, it } from 'vitest';
import { certainlyRounded } from '../../service/series-math/certainly-rounded.ts';

it.each([
  [2.4, 0, 2n],
  [2.6, 0, 3n],
  [-2.6, 0, -3n],
  [2.25, 0.24, 2n],
  [-2.75, 0.24, -3n],
  // The true value may lie on the other side of the middle, or on it.
  [2.25, 0.25, undefined],
  [2.75, 0.25, undefined],
  [2.5, 0, undefined],
  [-2.5, 0, undefined],
  [3, 0.5, undefined],
  [2 ** 60, 0.25, 2n ** 60n],
  [Number.NaN, 0, undefined],
  [1, Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, 0, undefined],
] as const)('%d, wrong by at most %d, is certainly %s', (number, off, rounded) => {
  expect(certainlyRounded(number, off)).toBe(rounded);
});
