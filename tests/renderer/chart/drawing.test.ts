import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  axisLabel,
  dateTickLabels,
  dateTicks,
  planAxes,
  stackColumns,
  type ValueAxis,
  valueAxis,
} from '../../../renderer/chart/axes.ts';
import { createSharedDay, snapToDay, stepDay, valuesAt } from '../../../renderer/chart/cursor.ts';
import {
  areaPath,
  barsPath,
  dotsPath,
  linePath,
  runsOf,
  stepPath,
} from '../../../renderer/chart/line-path.ts';
import { chartNotes, chartSummary } from '../../../renderer/chart/summary.ts';
import { axisWidth, valueTickLabels } from '../../../renderer/chart/tick-labels.ts';
import type { ChartSeries } from '../../../renderer/chart/types.ts';
import { chartCommand } from '../../../renderer/chart/use-chart-keys.ts';
import { wheelZoom } from '../../../renderer/chart/use-zoom-gestures.ts';
import { pan, spanOf, withLastWeek, zoomAround } from '../../../renderer/chart/zoom.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { series } from './made-series.ts';

const ofUnits = (...units: string[]) =>
  units.map((unitShort, i) => series(`s${i}`, [1], ['1'], { unitShort })) as [
    ChartSeries,
    ChartSeries,
    ChartSeries,
  ];
const day = (text: string) => dayNumber(text) as number;

describe('axes', () => {
  it('give the first unit the left side and the second the right, and list series of other units as undrawn', () => {
    const [a, b, c] = ofUnits('$', '%', 'persons');
    const d = { ...a, slot: 3 };
    expect(planAxes([a, b, c, d])).toEqual({ left: [a, d], right: [b], undrawn: [c] });
    expect(planAxes([{ ...a, hidden: true }, b]).left).toEqual([b]);
  });

  it('keep the series that a person put on them, whatever their unit, and give the free sides to the others', () => {
    const [a, b, c] = ofUnits('$', '%', 'persons');
    const right = { ...c, axis: 'right' as const };
    expect(planAxes([a, b, right])).toEqual({ left: [a], right: [right], undrawn: [b] });
    const moved = { ...a, axis: 'right' as const };
    expect(planAxes([a, moved])).toEqual({ left: [a], right: [moved], undrawn: [] });
    const plan = planAxes([a, right, { ...b, axis: 'right' }]);
    expect(plan.undrawn).toEqual([]);
    expect(axisLabel(plan.right)).toBe('persons · %');
  });

  it('draw percentage points on the axis of percent if they have no axis of their own', () => {
    const [percent, points, dollars] = ofUnits('%', 'pp', '$');
    expect(planAxes([percent, points])).toEqual({ left: [percent], right: [points], undrawn: [] });
    const plan = planAxes([percent, dollars, points]);
    expect(plan).toEqual({ left: [percent, points], right: [dollars], undrawn: [] });
    expect(axisLabel(plan.left)).toBe('% · pp');
  });

  it('leave out the series without data, unless no series has any', () => {
    const [a, b, c] = ofUnits('$', '%', 'persons');
    const [noA, noB] = [a, b].map((one) => ({ ...one, hasNoData: true })) as [ChartSeries, ChartSeries];
    expect(planAxes([noA, b, c])).toEqual({ left: [b], right: [c], undrawn: [] });
    expect(planAxes([noA, noB])).toEqual({ left: [noA], right: [noB], undrawn: [] });
  });

  it('begin at zero for bars and areas, and include the top of a stack', () => {
    const one = series('a', [1, 2], ['50', '60'], { type: 'bar' });
    expect(valueAxis([one], 1, 2, 5)?.domain[0]).toBe(0);
    const below = series('b', [1, 2], ['-50', '-60'], { type: 'area' });
    expect(valueAxis([below], 1, 2, 5)?.domain[1]).toBe(0);
    const stack = [one, one].map((each) => ({ ...each, type: 'stacked' as const }));
    expect(valueAxis(stack, 1, 2, 5)?.domain[1]).toBeGreaterThanOrEqual(120);
  });

  it('include every observation of the range', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.integer({ min: -1e13, max: 1e13 }).map((n) => n / 1000),
          { minLength: 1, maxLength: 50 },
        ),
        (numbers) => {
          const one = series('a', numbers.keys(), numbers.map(String));
          const axis = valueAxis([one], 0, numbers.length, 5);
          expect(axis?.domain[0]).toBeLessThanOrEqual(Math.min(...numbers));
          expect(axis?.domain[1]).toBeGreaterThanOrEqual(Math.max(...numbers));
        },
      ),
    );
    expect(valueAxis([series('a', [5], ['1'])], 6, 9, 5)).toBeUndefined();
  });

  it('label ticks with enough decimals to distinguish them', () => {
    expect(valueTickLabels([36e12, 36.5e12, 37e12])).toEqual(['36.0 tn', '36.5 tn', '37.0 tn']);
    expect(valueTickLabels([0, 200_000, 400_000])).toEqual(['0', '200 k', '400 k']);
    expect(valueTickLabels([4, 4.25, 4.5])).toEqual(['4.00', '4.25', '4.50']);
    expect(valueTickLabels([5000, 6000])).toEqual(['5,000', '6,000']);
    expect(valueTickLabels([-2, 0, 2])).toEqual(['−2', '0', '2']);
  });

  it('name the lines without observations in the range, if other lines have some', () => {
    const [full, none] = [series('a', [1, 2], ['1', '2']), series('b', [], [], { title: 'Loans' })];
    const said = (...left: ChartSeries[]) =>
      chartNotes(left, { from: '1970-01-01', to: '1970-12-31' }, false);
    expect(said(full, none)).toEqual(['No observations in this range: Loans']);
    expect(said(full)).toEqual([]);
    expect(said(none)).toEqual([]);
    expect(said(full, { ...none, column: { ...none.column, rest: 'coming' } })).toEqual([]);
  });

  it('are wide enough for their labels, however large or close together the numbers are', () => {
    const labels = (low: number, high: number) => {
      const one = series('a', [1, 2], [String(low), String(high)]);
      const axis = valueAxis([one], 1, 2, 6) as ValueAxis;
      return { texts: axis.labels, width: axisWidth(axis.labels) };
    };
    expect(labels(0, 4e17).texts.at(-1)).toBe('4×10¹⁷');
    fc.assert(
      fc.property(
        fc.double({ min: -1e60, max: 1e60, noNaN: true }),
        fc.double({ min: 1e-9, max: 1, noNaN: true }),
        (low, share) => {
          const { texts, width } = labels(low, low + Math.abs(low) * share + 1e-6);
          // At 11 px digits are 6.4 px wide; in ' mn' the m is wider, but by less than the space is narrower.
          for (const text of texts) expect(text.length * 6.4 + 8).toBeLessThanOrEqual(width);
          expect(width).toBeLessThanOrEqual(150);
        },
      ),
    );
    expect(labels(0, 50).width).toBe(40);
    // The longest label is ‘12.5 mn’.
    expect(axisWidth(valueTickLabels([10e6, 12.5e6]))).toBeCloseTo(52.8);
  });

  it('put date ticks on whole days inside the range, in every zone', () => {
    const years = dateTicks(day('1990-03-05'), day('2026-10-30'), 8);
    expect(dateTickLabels(years)).toEqual(['1995', '2000', '2005', '2010', '2015', '2020', '2025']);
    const months = dateTicks(day('2024-11-20'), day('2025-05-10'), 6);
    expect(dateTickLabels(months)).toEqual(['Dec 2024', 'Jan 2025', 'Feb', 'Mar', 'Apr', 'May']);
    for (const tick of dateTicks(day('2024-03-01'), day('2024-03-04'), 12))
      expect(Number.isInteger(tick)).toBe(true);
  });
});

describe('a line', () => {
  const x = (value: number) => value;
  it('is interrupted where observations are missing, with dots for runs too short to be seen', () => {
    const runs = runsOf(series('a', [0, 1, 2, 3, 4, 50, 100, 101]).column, 0, 200, x, x, 800);
    expect(linePath(runs)).toBe('M0 1L1 2L2 3L3 4L4 5M50 6h0M100 7L101 8');
    expect(dotsPath(runs)).toBe('M50 6h0M100 7h0M101 8h0');
  });

  it('can be steps, bars or an area over the same pixels', () => {
    const one = series('a', [0, 10, 20]);
    const runs = runsOf(one.column, 0, 30, x, x, 800);
    expect(stepPath(runs)).toBe('M0 1H10V2H20V3');
    expect(areaPath(runs, 9)).toBe('M0 9L0 1L10 2L20 3L20 9Z');
    expect(barsPath(runs, 9, 1)).toBe('M1 9V1M11 9V2M21 9V3');
  });

  it('is interrupted where a log axis has no place for a value', () => {
    const one = series('a', [0, 1, 2, 3], ['1', '0', '10', '100']);
    const runs = runsOf(one.column, 0, 3, x, (value) => (value > 0 ? Math.log10(value) : Number.NaN), 800);
    expect(linePath(runs)).toBe('M0 0h0M2 1L3 2');
  });

  it('is stacked on the lines before it, on the days that all lines have', () => {
    const [a, b] = [series('a', [1, 2, 3]), series('b', [2, 3, 4], ['10', '20', '30'])];
    const [first, second] = stackColumns([a, b]);
    expect([...(first?.days ?? []), ...(first?.numbers ?? [])]).toEqual([2, 3, 2, 3]);
    expect([...(second?.numbers ?? [])]).toEqual([12, 23]);
  });

  it('reaches one observation beyond both edges', () => {
    const one = series('a', [0, 1, 2, 3, 4]);
    expect(linePath(runsOf(one.column, 2, 2, x, x, 800))).toBe('M1 2L2 3L3 4');
  });
});

describe('the crosshair', () => {
  const daily = series('daily', [10, 11, 12, 15, 16], ['1.0', '2', '3', '4', '5.50']);
  const monthly = series('monthly', [0, 31, 60], ['100', '200', '300']);
  const range = { from: 0, to: 100 };

  it('snaps to observed days and steps through those of every series', () => {
    expect(snapToDay([daily, monthly], 13, range)).toBe(12);
    expect(stepDay([daily, monthly], 12, 1, range)).toBe(15);
    expect(stepDay([daily, monthly], 16, 1, range)).toBe(31);
    expect(stepDay([daily, monthly], 16, 10, range)).toBe(60);
    expect(stepDay([daily, monthly], undefined, 1, range)).toBe(0);
    expect(stepDay([daily], 10, -1, range)).toBe(10);
    expect(snapToDay([{ ...daily, hidden: true }], 12, range)).toBeUndefined();
  });

  it('shows each value as published, with its own day', () => {
    const said = valuesAt([daily, monthly], 16).map(({ text, day: own }) => `${text} ${own}`);
    expect(said).toEqual(['5.50 16', '100 0']);
    expect(valuesAt([daily], 90)).toEqual([]);
  });
});

describe('zooming', () => {
  it('keeps the day under the pointer in place, shows at least a week, and stays within the bounds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 7, max: 9000 }),
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (from, width, factor, share) => {
          const range = { from, to: from + width };
          const bounds = { from: from - 50, to: from + width + 30 };
          const zoomed = zoomAround(range, from + width * share, factor, bounds);
          expect(zoomed.to - zoomed.from).toBeGreaterThanOrEqual(6);
          expect([zoomed.from >= bounds.from, zoomed.to <= bounds.to]).toEqual([true, true]);
          const moved = pan(range, share * 40 - 20, bounds);
          expect(moved.to - moved.from).toBe(width);
          expect([moved.from >= bounds.from, moved.to <= bounds.to]).toEqual([true, true]);
        },
      ),
    );
  });

  it('can zoom out again after zooming in, in both directions', () => {
    const bounds = { from: 0, to: 10_000 };
    const near = zoomAround(bounds, 5_000, 0.01, bounds);
    expect(near).toEqual({ from: 4_950, to: 5_050 });
    expect(pan(near, 0.25, bounds)).toEqual({ from: 4_975, to: 5_075 });
    expect(pan(near, -0.25, bounds)).toEqual({ from: 4_925, to: 5_025 });
    expect(pan(near, 1000, bounds)).toEqual({ from: 9_900, to: 10_000 });
    expect(zoomAround(near, 5_000, 1000, bounds)).toEqual(bounds);
    // A typed range may reach beyond the data: zooming must not jump out of it.
    expect(spanOf([{ from: -500, to: 20 }, bounds])).toEqual({ from: -500, to: 10_000 });
  });

  it('leaves the browser its own keys', () => {
    const press = (key: string, more = {}) =>
      chartCommand({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });
    expect(press('ArrowRight', { ctrlKey: true })).toEqual({ do: 'step', steps: 10 });
    expect(press('ArrowLeft', { shiftKey: true })).toEqual({ do: 'pan', share: -0.25 });
    expect(press('+', { ctrlKey: true })).toBeUndefined();
    expect(press('ArrowLeft', { altKey: true })).toBeUndefined();
    expect(press('a')).toBeUndefined();
  });
});

it('a chart is described with a sentence for each series', () => {
  const one = series('Debt', [day('2024-01-02'), day('2024-01-03')], ['36104343213.10', '36204343213.10']);
  const range = { from: day('2024-01-01'), to: day('2024-02-01') };
  expect(chartSummary([one], range)).toBe(
    'Line chart from 2024-01-01 to 2024-02-01. Debt, $: 2 observations, first 36,104,343,213.10 on 2024-01-02, last 36,204,343,213.10 on 2024-01-03, lowest 36,104,343,213.10 on 2024-01-02, highest 36,204,343,213.10 on 2024-01-03.',
  );
});

it('the description gives no last value for a line that is not loaded completely', () => {
  const whole = series('Debt', [day('2024-01-02'), day('2024-01-03')], ['1', '2']);
  const of = (rest: 'coming' | 'stopped') =>
    chartSummary([{ ...whole, standing: ['highest'], column: { ...whole.column, rest } }], {
      from: day('2024-01-01'),
      to: day('2026-01-01'),
    });
  expect(of('coming')).toMatch(/ Debt: still loading, 2 observations so far\.$/);
  expect(of('stopped')).toMatch(/ Debt: not all is loaded, 2 observations, 2024-01-02 to 2024-01-03\.$/);
});

const plain = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, metaKey: false };
const scrolls = () => true;
const stands = () => false;

it('a notch of the wheel zooms by a quarter, with and without Ctrl', () => {
  expect(wheelZoom({ ...plain, deltaY: 100 }, stands)).toBe(1.25);
  expect(wheelZoom({ ...plain, deltaY: -120 }, stands)).toBe(0.8);
  expect(wheelZoom({ ...plain, deltaY: 100, ctrlKey: true }, scrolls)).toBe(1.25);
  expect(wheelZoom({ ...plain, deltaY: 3, deltaMode: 1, metaKey: true }, scrolls)).toBe(1.25);
});

it('a plain wheel is left to an element that scrolls, and a sideways wheel to the browser', () => {
  expect(wheelZoom({ ...plain, deltaY: 100 }, scrolls)).toBeUndefined();
  expect(wheelZoom({ ...plain, deltaX: 90, deltaY: 10 }, stands)).toBeUndefined();
  expect(wheelZoom(plain, stands)).toBeUndefined();
});

it('a smooth wheel zooms in small steps, and in and out by the same amount', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 400, noNaN: true }), fc.boolean(), (deltaY, ctrlKey) => {
      const out = wheelZoom({ ...plain, ctrlKey, deltaY }, stands) as number;
      const into = wheelZoom({ ...plain, ctrlKey, deltaY: -deltaY }, stands) as number;
      expect(out).toBeGreaterThan(1);
      expect(out).toBeLessThanOrEqual(1.25);
      expect(out * into).toBeCloseTo(1, 9);
    }),
  );
});

test('a follower gets the shared day at once and at each change, until it leaves', () => {
  const shared = createSharedDay();
  const told: (number | undefined)[] = [];
  const leave = shared.follow((day) => told.push(day));
  shared.move(5);
  shared.move(5);
  shared.move(undefined);
  leave();
  shared.move(7);
  expect(told).toEqual([undefined, 5, undefined]);
  expect(shared.day()).toBe(7);
});

test('a chart reaches to the last week, which may be dated after its range, and no further', () => {
  const line = (...days: number[]) => ({ hidden: false, column: { days: Int32Array.from(days) } });
  const range = { from: 100, to: 200 };
  expect(withLastWeek(range, [line(195, 202), line(150, 200)])).toEqual({ from: 100, to: 202 });
  expect(withLastWeek(range, [{ ...line(202), hidden: true }, line()])).toEqual(range);
  // While a range is dragged, the chart has whole lines, most of which continue beyond the range.
  expect(withLastWeek(range, [line(150, 202, 260)])).toEqual(range);
});
