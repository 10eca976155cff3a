import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_AXIS, type ValueAxis } from '../../../renderer/chart/axes.ts';
import { isSettled, nextFrame, stillFrame } from '../../../renderer/chart/use-plot.ts';

const axis = (low: number, high: number): ValueAxis => ({
  ...EMPTY_AXIS,
  domain: [low, high],
  ticks: [low, high],
});
const axes = (low: number, high: number) => ({ left: axis(low, high), right: EMPTY_AXIS });
const range = (from: number, width = 100) => ({ from, to: from + width });
const TEN = axes(0, 10);

describe('the frame of a drawing', () => {
  it('is still at first, reaches ahead once the range moves, and stays while it covers the range', () => {
    const still = stillFrame(range(0), TEN);
    const moving = nextFrame(still, range(0), range(5), TEN);
    expect(moving).toEqual({ anchor: range(5), reach: { from: -5, to: 205 }, axes: TEN });
    expect(nextFrame(moving, range(5), range(60), TEN)).toBe(moving);
    expect(nextFrame(moving, range(60), range(104), TEN)).toBe(moving);
    const further = nextFrame(moving, range(104), range(110), TEN);
    expect(further.reach).toEqual({ from: 100, to: 310 });
    expect(nextFrame(further, range(110), range(90), TEN).reach).toEqual({ from: -10, to: 200 });
    expect([isSettled(still, range(0)), isSettled(moving, range(5))]).toEqual([true, false]);
  });

  it('is still again after a zoom', () => {
    const moving = nextFrame(stillFrame(range(0), TEN), range(0), range(5), TEN);
    expect(nextFrame(moving, range(5), range(5, 50), TEN)).toEqual(stillFrame(range(5, 50), TEN));
  });

  it('is made again if values would leave their axis, or fill less than half of it', () => {
    const moving = nextFrame(stillFrame(range(0), TEN), range(0), range(5), TEN);
    for (const needed of [axes(0, 11), axes(-1, 10), axes(2, 6), { ...TEN, right: axis(0, 1) }]) {
      const next = nextFrame(moving, range(5), range(6), needed);
      expect(next).toMatchObject({ anchor: range(6), axes: needed });
    }
    const tighter = axes(2, 8);
    expect(nextFrame(moving, range(5), range(6), tighter)).toBe(moving);
  });

  it('always covers the days and values that it shows, wherever the range goes', () => {
    const step = fc.record({
      from: fc.integer({ min: -500, max: 500 }),
      width: fc.constantFrom(100, 100, 100, 40),
      low: fc.integer({ min: -5, max: 5 }),
      size: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (steps) => {
        let shown = range(0);
        let frame = stillFrame(shown, TEN);
        for (const { from, width, low, size } of steps) {
          const next = range(from, width);
          frame = nextFrame(frame, shown, next, axes(low, low + size));
          shown = next;
          const { anchor, reach, axes: drawn } = frame;
          expect(anchor.to - anchor.from).toBe(width);
          expect([reach.from <= next.from, reach.to >= next.to]).toEqual([true, true]);
          expect(drawn.left.domain[0]).toBeLessThanOrEqual(low);
          expect(drawn.left.domain[1]).toBeGreaterThanOrEqual(low + size);
        }
      }),
    );
  });
});
