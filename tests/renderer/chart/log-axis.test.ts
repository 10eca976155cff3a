import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf, valueAxis } from '../../../renderer/chart/axes.ts';
import { chartNotes } from '../../../renderer/chart/summary.ts';
import { valueTickLabels } from '../../../renderer/chart/tick-labels.ts';

function lineOf(numbers: readonly number[]) {
  const column = {
    id: 'made.a',
    days: Int32Array.from(numbers.keys()),
    values: numbers.map(String),
    numbers: Float64Array.from(numbers),
  };
  return { column, title: 'a', unitShort: '$', slot: 0, hidden: false };
}

function axisOf(numbers: readonly number[], count = 5) {
  const axis = valueAxis([lineOf(numbers)], 0, numbers.length, count, true);
  if (!axis) throw new Error('There is no axis');
  return axis;
}

describe('a log axis', () => {
  it('has ticks at 1, 2 and 5; values that have no place there are left out and counted', () => {
    const axis = axisOf([0, 3, 40, -1]);
    expect(axis).toMatchObject({ domain: [2, 50], ticks: [2, 5, 10, 20, 50], isLog: true });
    const range = { from: '1970-01-01', to: '1970-01-04' };
    const said = (...numbers: number[]) => chartNotes([lineOf(numbers)], range, true);
    expect(said(0, 3, 40, -1)).toEqual([expect.stringMatching(/^2 observations of zero or below/)]);
    // Of these none is drawn, and the note is all that is there.
    expect(said(0, -3, -40)).toEqual([expect.stringMatching(/^3 observations of zero or below/)]);
    expect(chartNotes([lineOf([0, -3])], range, false)).toEqual([]);
    expect(valueTickLabels([0, 1e57, 1.5e57])).toEqual(['0', '1×10⁵⁷', '1.5×10⁵⁷']);
  });

  it('has as many labels between the decades as there is room for: 1, 2 and 5, or 1 and 3, or the powers', () => {
    const labels = (most: number, count: number) => axisOf([1, most], count).labels.join(' ');
    expect(labels(5000, 7)).toBe('1 2 5 10 20 50 100 200 500 1,000 2,000 5,000');
    expect(labels(5e6, 5)).toMatch(/^1 3 10 30 100 300 1,000 3,000 10 k .* 3 mn$/);
    expect(labels(5e9, 3)).toMatch(/^1 10 100 1,000 .* 10 mn 100 mn 1 bn$/);
    expect(axisOf([1, 1e40]).labels.length).toBeLessThan(20);
  });

  it('includes every observation', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-6, max: 1e14, noNaN: true }), { minLength: 1 }), (numbers) => {
        const { domain } = axisOf(numbers);
        expect(domain[0]).toBeLessThanOrEqual(Math.min(...numbers));
        expect(domain[1]).toBeGreaterThanOrEqual(Math.max(...numbers));
        expect(domain[1]).toBeGreaterThan(domain[0]);
      }),
    );
  });

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
