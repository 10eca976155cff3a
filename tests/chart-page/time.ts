import { flushSync } from 'react-dom';
import uPlot from 'uplot';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { drawn, newPlace, nextFrame, putOnStage } from './stage.tsx';
import type { Contender, Timing } from './types.ts';

/** Number of steps of each kind. The first `WARM_UP` of them are not measured. */
const STEPS = 24;
const WARM_UP = 6;

/** A chart to be timed, complete from its data to its pixels. */
type TimedChart = {
  /** Whether all of the data has been drawn. */
  isDrawn: () => boolean;
  /** Moves the mouse to `x`. All work is done when it returns. */
  hover: (x: number) => unknown;
  pan: (from: number, to: number) => unknown;
  place: HTMLElement;
  end: () => void;
};

/** Times a chart of `count` lines of `length` daily observations each, on 1000 × 400 pixels. */
export async function time(contender: Contender, count: number, length: number): Promise<Timing> {
  // The last day is the same for all lengths, and late enough for long ones to fit before it.
  const last = dayNumber('2200-12-31') ?? 0;
  const days = Int32Array.from({ length }, (_, i) => last - length + 1 + i);
  const lines = Array.from({ length: count }, (_, i) => madeNumbers(length, i + 1));
  const begin = contender === 'ours' ? ourChart(days, lines) : uplotChart(days, lines);
  await nextFrame();

  const started = performance.now();
  const chart = begin();
  await drawn(chart.isDrawn);
  const paint = performance.now() - started;

  const hover = await timed(chart, (i) => chart.hover(120 + i * 30));
  const first = days[0] as number;
  const pan = await timed(chart, (i) => {
    const from = first + Math.floor((length * i) / (2 * STEPS));
    return chart.pan(from, from + Math.floor(length / 2));
  });
  chart.end();
  return { paint, hover: hover.work, pan: pan.work, frame: pan.frame };
}

/** @returns the main thread's median time of a step with layout, and the 95th percentile between frames. */
async function timed(
  { place }: TimedChart,
  step: (i: number) => unknown,
): Promise<{ work: number; frame: number }> {
  const works: number[] = [];
  const frames: number[] = [];
  let before = await nextFrame();
  for (let i = 0; i < STEPS; i++) {
    const started = performance.now();
    await step(i);
    place.getBoundingClientRect();
    const work = performance.now() - started;
    const now = await nextFrame();
    if (i >= WARM_UP) {
      works.push(work);
      frames.push(now - before);
    }
    before = now;
  }
  return { work: quantile(works, 0.5), frame: quantile(frames, 0.95) };
}

function ourChart(days: Int32Array, lines: readonly Float64Array[]): () => TimedChart {
  const series = lines.map((numbers, slot) => ({
    column: { id: `made.${slot}`, days, values: Array.from(numbers, String), numbers },
    title: `Line ${slot}`,
    unitShort: '$',
    slot,
    hidden: false,
  }));
  const whole = { from: dateText(days[0] as number), to: dateText(days.at(-1) as number) };
  return () => {
    const { place, show, end } = putOnStage(series, whole);
    return {
      place,
      end,
      isDrawn: () => place.querySelectorAll('path[data-series][d^=M]').length === series.length,
      hover: (x) => {
        const { left, top } = place.getBoundingClientRect();
        const at = { bubbles: true, clientX: left + x, clientY: top + 200 };
        // Without flushSync React would do the work in a later task.
        flushSync(() =>
          place.querySelector('[role=presentation]')?.dispatchEvent(new PointerEvent('pointermove', at)),
        );
      },
      pan: (from, to) => show({ from: dateText(from), to: dateText(to) }),
    };
  };
}

function uplotChart(days: Int32Array, lines: readonly Float64Array[]): () => TimedChart {
  const seconds = Float64Array.from(days, (day) => day * 86_400);
  const data = [seconds, ...lines] as unknown as uPlot.AlignedData;
  return () => {
    let draws = 0;
    const place = newPlace();
    const chart = new uPlot(
      {
        width: 1000,
        height: 400,
        series: [{}, ...lines.map((_, i) => ({ label: `Line ${i}`, stroke: `hsl(${i * 45} 70% 40%)` }))],
        hooks: { draw: [() => void draws++] },
      },
      data,
      place,
    );
    return {
      place,
      isDrawn: () => draws > 0,
      // uPlot does its work in a microtask.
      hover: (x) => {
        chart.setCursor({ left: x, top: 150 });
        return Promise.resolve();
      },
      pan: (from, to) => {
        chart.setScale('x', { min: from * 86_400, max: to * 86_400 });
        return Promise.resolve();
      },
      end: () => {
        chart.destroy();
        place.remove();
      },
    };
  };
}

/** A random walk that is the same on every machine. */
function madeNumbers(length: number, seed: number): Float64Array {
  const numbers = new Float64Array(length);
  let state = seed;
  let value = 1000 * seed;
  for (let i = 0; i < length; i++) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    value += state / 4_294_967_296 - 0.5;
    numbers[i] = value;
  }
  return numbers;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
