import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { Side } from './types.ts';
import type { DayRange } from './zoom.ts';

/** A drawn line. `heightOf` says how far below the top of the plot a value is: 0 at the top, 1 at the bottom. */
export type DrawnLine = { days: Int32Array; numbers: Float64Array; heightOf: (value: number) => number };

/** The share of the plot's width and height that a legend covers, about. */
const COVERED = { width: 0.4, height: 0.4 };
/** How many days of a corner are looked at. */
const SAMPLES = 48;
/** The legend leaves the left side only for one that is emptier by this much of one line. */
const BETTER = 0.25;

/** @returns the upper corner of the plot in which a legend hides less of the lines: the left one, unless the right is clearly emptier. */
export function legendSide(lines: readonly DrawnLine[], { from, to }: DayRange): Side {
  const step = ((to - from) * COVERED.width) / SAMPLES;
  const hidden = (day: (sample: number) => number) =>
    lines.reduce((sum, { days, numbers, heightOf }) => {
      let count = 0;
      for (let sample = 0; sample < SAMPLES; sample++) {
        const at = indexAtOrAfter(days, day(sample));
        if (at < days.length && heightOf(numbers[at] as number) < COVERED.height) count++;
      }
      return sum + count / SAMPLES;
    }, 0);
  const left = hidden((sample) => from + sample * step);
  if (left < BETTER) return 'left';
  return hidden((sample) => to - (sample + 1) * step) + BETTER <= left ? 'right' : 'left';
}
