import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centreWindow,
  extentOf,
  type Grip,
  moveEdge,
  moveWindow,
  overviewShape,
  windowAfterKey,
} from '../../../renderer/chart/overview-strip.tsx';
import type { DayRange } from '../../../renderer/chart/zoom.ts';
import { series } from './made-series.ts';

const day = fc.integer({ min: -20_000, max: 20_000 });
/** A history with a window in it. */
const shown = fc.tuple(day, day, day, day).map((days) => {
  const [from, first, last, to] = days.sort((a, b) => a - b) as [number, number, number, number];
  return { whole: { from, to }, window: { from: first, to: last } };
});
const by = fc.double({ min: -50_000, max: 50_000, noNaN: true });
const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

const isInside = (window: DayRange, whole: DayRange) =>
  window.from >= whole.from && window.to <= whole.to && window.from <= window.to;

describe('the window of the overview', () => {
  it('is moved within the history and keeps its width', () => {
    fc.assert(
      fc.property(shown, by, day, ({ whole, window }, days, middle) => {
        for (const moved of [moveWindow(window, days, whole), centreWindow(window, middle, whole)]) {
          expect(isInside(moved, whole)).toBe(true);
          expect(moved.to - moved.from).toBe(window.to - window.from);
        }
      }),
    );
  });

  it('is resized by one edge, within the history, and never to less than a week', () => {
    fc.assert(
      fc.property(
        shown,
        by,
        fc.constantFrom('from' as const, 'to' as const),
        ({ whole, window }, at, edge) => {
          const moved = moveEdge(window, edge, at, whole);
          const other = edge === 'from' ? 'to' : 'from';
          expect(isInside(moved, whole)).toBe(true);
          expect(moved[other]).toBe(window[other]);
          expect(moved.to - moved.from).toBeGreaterThanOrEqual(Math.min(6, window.to - window.from));
        },
      ),
    );
  });

  it('obeys every documented key, on the window and on its edges', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];
    const grips = fc.constantFrom<Grip>('window', 'from', 'to');
    fc.assert(
      fc.property(
        shown,
        grips,
        fc.constantFrom(...keys),
        fc.boolean(),
        ({ whole, window }, grip, key, shiftKey) => {
          const moved = windowAfterKey(grip, window, { ...plain, key, shiftKey }, whole);
          expect(moved && isInside(moved, whole)).toBe(true);
        },
      ),
    );
    const whole = { from: 0, to: 1000 };
    const window = { from: 400, to: 600 };
    const press = (grip: Grip, key: string, shiftKey = false) =>
      windowAfterKey(grip, window, { ...plain, key, shiftKey }, whole);
    expect(press('window', 'ArrowRight')).toEqual({ from: 410, to: 610 });
    expect(press('window', 'ArrowRight', true)).toEqual({ from: 400, to: 610 });
    expect(press('window', 'Home')).toEqual({ from: 0, to: 200 });
    expect(press('window', 'PageUp')).toEqual({ from: 600, to: 800 });
    expect(press('from', 'ArrowLeft')).toEqual({ from: 390, to: 600 });
    expect(press('from', 'End')).toEqual({ from: 594, to: 600 });
    expect(press('to', 'End')).toEqual({ from: 400, to: 1000 });
    expect(press('to', 'a')).toBeUndefined();
    expect(windowAfterKey('to', window, { ...plain, key: 'End', ctrlKey: true }, whole)).toBeUndefined();
  });
});

describe('the shape of the overview', () => {
  const size = { width: 900, height: 40 };
  const lineOf = (numbers: readonly number[], days = numbers.map((_, i) => i), isRight = false) => ({
    id: 'x',
    slot: 0,
    isRight,
    column: series('x', days, numbers.map(String)).column,
  });
  const shapeOf = (numbers: readonly number[], last: number, isLog: boolean, days?: number[]) => {
    const line = lineOf(numbers, days);
    return overviewShape(line.column, extentOf([line], false), { from: 0, to: last }, size, isLog);
  };

  it('keeps the highest and the lowest of 250,000 observations, with few points', () => {
    const numbers = Array.from({ length: 250_000 }, (_, i) => Math.sin(i / 9000));
    numbers[123_456] = 50;
    numbers[200_001] = -50;
    const { line } = shapeOf(numbers, 249_999, false);
    const heights = [...line.matchAll(/[ML]\S+ (\S+?)(?=[ML]|$)/g)].map(([, y]) => Number(y));
    expect(Math.min(...heights)).toBe(2);
    expect(Math.max(...heights)).toBe(38);
    expect(heights.length).toBeLessThanOrEqual(4 * size.width);
  });

  it('has a gap where observations are missing', () => {
    const days = [0, 30, 60, 90, 400, 430, 460];
    const { line, fill } = shapeOf([1, 2, 3, 4, 5, 6, 7], 460, false, days);
    expect(line.match(/M/g)).toHaveLength(2);
    expect(fill.match(/Z/g)).toHaveLength(2);
  });

  it('has one scale for the lines of an axis', () => {
    const lines = [lineOf([1, 5]), lineOf([-3, 2]), lineOf([900, 1000], undefined, true)];
    expect(extentOf(lines, false)).toEqual([-3, 5]);
    expect(extentOf(lines, true)).toEqual([900, 1000]);
    expect(extentOf([], true)).toEqual([0, 0]);
  });

  it('can be drawn from any values, and on a log axis if all values allow it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })),
        fc.boolean(),
        (numbers, isLog) => {
          const { line, fill } = shapeOf(numbers, numbers.length, isLog);
          expect(`${line}${fill}`).not.toMatch(/NaN|Infinity/);
          expect(line === '').toBe(numbers.length === 0);
        },
      ),
    );
  });
});
