import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sparkPath } from '../../../renderer/picker/latest-value.tsx';

const points = (path: string) =>
  path
    .split(/(?=[ML])/)
    .filter((step) => step !== '')
    .map((step) => ({ step: step[0], at: step.slice(1).split(' ').map(Number) }));

it('a line of any values stays in its box and goes from its left edge to its right edge', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 2, maxLength: 300 }),
      (values) => {
        const days = Int32Array.from(values, (_, i) => 18_000 + i);
        const drawn = points(sparkPath(days, Float64Array.from(values), 56, 16));
        expect(drawn[0]?.step).toBe('M');
        for (const { at } of drawn) {
          expect(at[0]).toBeGreaterThanOrEqual(0);
          expect(at[0]).toBeLessThanOrEqual(56);
          expect(at[1]).toBeGreaterThanOrEqual(0);
          expect(at[1]).toBeLessThanOrEqual(16);
        }
        expect(drawn[0]?.at[0]).toBe(1.5);
        expect(drawn.at(-1)?.at[0]).toBe(54.5);
      },
    ),
  );
});

it('a missing value is a gap, a flat line is in the middle, and a single value draws nothing', () => {
  const path = (...values: number[]) =>
    sparkPath(
      Int32Array.from(values, (_, i) => i),
      Float64Array.from(values),
      50,
      10,
    );
  expect(points(path(1, 2, Number.NaN, 2, 1)).map(({ step }) => step)).toEqual(['M', 'L', 'M', 'L']);
  expect(path(3, 3)).toBe('M1.5 5.0L48.5 5.0');
  expect(path(3)).toBe('');
  expect(path()).toBe('');
});
