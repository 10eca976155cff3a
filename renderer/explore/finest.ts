import { FREQUENCIES, type FrequencyCode } from '../../service/series-math/fred-codes.ts';
import type { Line } from '../lines/index.ts';

/** @returns the highest frequency of the lines that are not hidden, as they are shown; `undefined` where there is none. */
export function finestOf(lines: readonly Pick<Line, 'hidden' | 'cadence'>[]): FrequencyCode | undefined {
  const shown = new Set(lines.filter(({ hidden }) => !hidden).map(({ cadence }) => cadence.frequency));
  return FREQUENCIES.find((code) => shown.has(code));
}
