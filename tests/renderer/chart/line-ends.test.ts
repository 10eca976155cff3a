import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastInSight, pushedApart } from '../../../renderer/chart/chart-canvas.tsx';
import { series } from './made-series.ts';

const column = (days: number[], numbers: number[]) => series('a', days, numbers.map(String)).column;

describe('the end of a line', () => {
  const line = column([0, 10, 20, 30], [1, 2, 4, 8]);
  it('is its last observation in the range, or where it leaves the range', () => {
    expect(lastInSight(line, { from: 0, to: 40 })).toEqual({ day: 30, value: 8 });
    expect(lastInSight(line, { from: 0, to: 25 })).toEqual({ day: 25, value: 6 });
    expect(lastInSight(line, { from: 22, to: 24 })?.value).toBeCloseTo(5.6);
  });

  it('is not in sight before the line begins or after it ends, and does not reach over a gap', () => {
    expect(lastInSight(line, { from: -9, to: -1 })).toBeUndefined();
    expect(lastInSight(line, { from: 31, to: 90 })).toBeUndefined();
    const holed = column([0, 10, 20, 30, 400, 410], [1, 2, 3, 4, 5, 6]);
    expect(lastInSight(holed, { from: 0, to: 200 })).toEqual({ day: 30, value: 4 });
  });
});

describe('letters', () => {
  it('that would overlap are pushed apart as little as possible, and keep their order', () => {
    const at = (...ys: number[]) => ys.map((y) => ({ x: 900, y }));
    const ysOf = (places: { y: number }[]) => places.map(({ y }) => y);
    expect(ysOf(pushedApart(at(100, 200), 0, 400))).toEqual([100, 200]);
    expect(ysOf(pushedApart(at(104, 100), 0, 400))).toEqual([108, 96]);
    expect(ysOf(pushedApart(at(2, 2, 2), 0, 400))).toEqual([0, 12, 24]);
    expect(ysOf(pushedApart(at(399, 400), 0, 400))).toEqual([388, 400]);
  });

  it('of lines that end elsewhere stay where they are', () => {
    const places = [
      { x: 300, y: 100 },
      { x: 900, y: 100 },
    ];
    expect(pushedApart(places, 0, 400)).toEqual(places);
  });

  it('never overlap, at whatever heights the lines end', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 10, max: 290 }), { maxLength: 8 }), (ys) => {
        const pushed = pushedApart(
          ys.map((y) => ({ x: 900, y })),
          10,
          290,
        );
        const sorted = pushed.map(({ y }) => y).sort((a, b) => a - b);
        for (const [i, y] of sorted.entries()) {
          expect(y).toBeGreaterThanOrEqual(10 - 1e-9);
          expect(y).toBeLessThanOrEqual(290 + 1e-9);
          if (i > 0) expect(y - (sorted[i - 1] as number)).toBeGreaterThanOrEqual(12 - 1e-9);
        }
      }),
    );
  });
});
