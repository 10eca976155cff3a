import { periodText } from '../../service/series-math/align.ts';
import { signedText } from '../../service/series-math/decimal-text.ts';
import { fractionOf } from '../../service/series-math/fraction.ts';
import { periodOf } from '../../service/series-math/periods.ts';
import { changeOf } from '../../service/series-math/transform.ts';
import type { Cadence, Fraction, Levels } from '../../service/series-math/types.ts';

/**
 * @returns the exact change from the last value but one to the last: '+6,000', '−0.02', '±0'. Where the two are not of successive
 * periods, it names the first: '+6,000 since 2026-08'. `undefined` for fewer than two values.
 */
export function lastChange({ days, values, exact }: Levels, cadence: Cadence): string | undefined {
  const [dayBefore, lastDay] = days.subarray(-2);
  if (dayBefore === undefined || lastDay === undefined) return undefined;
  const [before, last] = (exact?.slice(-2) ?? values.slice(-2).map(fractionOf)) as [Fraction, Fraction];
  const isNext = periodOf(lastDay, cadence) - periodOf(dayBefore, cadence) === 1;
  const since = isNext ? '' : ` since ${periodText(dayBefore, cadence)}`;
  return `${signedText(changeOf(last, before, exact !== undefined))}${since}`;
}
