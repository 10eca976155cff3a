import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf, valueAxis } from '../../../renderer/chart/value-axis.ts';

function axisOf(numbers: readonly number[]) {
  const column = {
    id: 'made.a',
    days: Int32Array.from(numbers.keys()),
    values: numbers.map(String),
    numbers: Float64Array.from(numbers),
  };
  const series = { column, title: 'a', unitShort: '$', slot: 0, hidden: false };
  const axis = valueAxis([series], 0, numbers.length, 5, true);
  if (!axis) throw new Error('There is no axis');
  return axis;
}

describe('a log axis', () => {
  it('has finer ticks within a decade, and evenly spaced ones where values hardly differ', () => {
    expect(axisOf([75, 204])).toMatchObject({ domain: [70, 300], ticks: [70, 100, 150, 200, 300] });
    expect(axisOf([36.1, 39.9])).toMatchObject({ domain: [36, 40], ticks: [36, 37, 38, 39, 40] });
  });

  it('has a tick below a value just under a power of ten', () => {
    const value = 9999999999999.98;
    expect(axisOf([value, value]).ticks).toEqual([7e12, 1e13]);
  });

  it('includes values that differ by less than the precision of a logarithm', () => {
    const [low, high] = [0.0018103728157310122, 0.0018103728157310122 * 1.0000000000000002];
    const axis = axisOf([low, high]);
    for (const value of [low, high]) {
      expect(shareOf(value, axis)).toBeGreaterThanOrEqual(0);
      expect(shareOf(value, axis)).toBeLessThanOrEqual(1);
    }
  });

  it('never reaches zero, has at least two ticks, and has every value between its ends', () => {
    const number = fc.double({ min: 1e-6, max: 1e13, noNaN: true });
    fc.assert(
      fc.property(number, fc.double({ min: 1, max: 20, noNaN: true }), (low, factor) => {
        const axis = axisOf([low, low * factor]);
        expect(axis.domain[0]).toBeGreaterThan(0);
        expect(axis.ticks.length).toBeGreaterThanOrEqual(2);
        for (const value of [low, low * factor]) {
          expect(shareOf(value, axis)).toBeGreaterThanOrEqual(-1e-9);
          expect(shareOf(value, axis)).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
    expect(shareOf(0, axisOf([1, 10]))).toBeNaN();
  });
});
