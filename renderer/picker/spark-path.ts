import { decimate } from '../../service/series-math/decimate.ts';

/** Free space round the line, so that its ends and peaks are not cut off. */
const MARGIN = 1.5;

/**
 * @param days ascending day numbers; @param numbers the values, same length: what is no number is a gap.
 * @returns the `d` of an SVG path that fills a box of this size; '' where there is nothing to draw. A flat line is in the middle.
 */
export function sparkPath(days: Int32Array, numbers: Float64Array, width: number, height: number): string {
  const kept = [...decimate(days, numbers, 0, days.length, width)];
  const values = kept.map((i) => numbers[i] as number).filter((value) => Number.isFinite(value));
  if (values.length < 2) return '';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const first = days[0] as number;
  const span = Math.max(1, (days.at(-1) as number) - first);
  let isOn = false;
  return kept
    .map((i) => {
      const value = numbers[i] as number;
      if (!Number.isFinite(value)) {
        isOn = false;
        return '';
      }
      // Halves first: the difference of two large numbers need not be a number.
      const share = high === low ? 0.5 : (value / 2 - low / 2) / (high / 2 - low / 2);
      const x = MARGIN + (((days[i] as number) - first) / span) * (width - 2 * MARGIN);
      const y = height - MARGIN - share * (height - 2 * MARGIN);
      const step = `${isOn ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
      isOn = true;
      return step;
    })
    .join('');
}
