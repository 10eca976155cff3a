import { shownDate, shownDay } from '../../service/calendar/dates.ts';
import { entryOf } from '../../service/datasets/series-choice.ts';
import { periodText } from '../../service/series-math/align.ts';
import { derive } from '../../service/series-math/derive.ts';
import { fractionOf } from '../../service/series-math/fraction.ts';
import type { Units } from '../../service/series-math/fred-codes.ts';
import { periodName, perYear } from '../../service/series-math/frequency.ts';
import { sequenceOf } from '../../service/series-math/periods.ts';
import { percentChange, wholeAmount } from '../../service/series-math/short-value.ts';
import { exactChange } from '../../service/series-math/transform.ts';
import type { Cadence, Fraction, Levels } from '../../service/series-math/types.ts';
import { changesByPoints, unitChangeText } from '../../service/series-math/unit-scale.ts';
import { averaged } from '../../service/series-math/units.ts';
import type { Line } from '../../service/view/types.ts';

/** @returns the exact change to the last value: '+6,000', '±0', or after a gap '+6,000 since 2026-08'. */
export function lastChange(
  { days, values, exact }: Levels,
  cadence: Cadence,
  unit: string,
): string | undefined {
  const [dayBefore, lastDay] = days.subarray(-2);
  if (dayBefore === undefined || lastDay === undefined) return undefined;
  const [before, last] = (exact?.slice(-2) ?? values.slice(-2).map(fractionOf)) as [Fraction, Fraction];
  const [from = 0, to = 0] = sequenceOf(days.subarray(-2), cadence);
  const isNext = to - from === 1;
  const since = isNext ? '' : ` since ${shownDate(periodText(dayBefore, cadence))}`;
  return `${unitChangeText(exactChange(last, before, exact !== undefined), unit)}${since}`;
}

/** @returns '−6,000 on the week', '+3.3 % on the year', '12th percentile of the shown range', if known. */
export function standingOf({ column, cadence, unit }: Pick<Line, 'column' | 'cadence' | 'unit'>): string[] {
  const count = column.days.length;
  // Only the end that a comparison with a year before needs: long lines take no longer than short ones.
  const start = Math.max(0, count - perYear(cadence.frequency) - 2);
  const end = {
    days: column.days.subarray(start),
    values: column.values.slice(start),
    ...(column.exact && { exact: column.exact.slice(start) }),
  };
  const changeIn = (units: Units) => {
    const { series } = derive(end, cadence, { units });
    return series.days.at(-1) === column.days[count - 1] ? series.values.at(-1) : undefined;
  };
  const isRate = changesByPoints(unit);
  const change = changeIn('chg');
  const year = cadence.frequency === 'a' ? undefined : changeIn(isRate ? 'ch1' : 'pc1');
  const rank = rankText(column.numbers);
  return [
    change && `${unitChangeText(change, unit)} on the ${periodName(cadence.frequency)}`,
    year && `${isRate ? unitChangeText(year, unit) : percentChange(year)} on the year`,
    rank && `${rank} of the shown range`,
  ].filter((text) => text !== undefined);
}

/** @returns a line's value with all digits and its whole unit: '3,132 thousands of persons'. */
export function wholeValue({ choice, unit }: Pick<Line, 'choice' | 'unit'>, value: string): string {
  const series = choice && entryOf(choice).series;
  return wholeAmount(value, series?.unitShort === unit ? series : { unit, unitShort: unit });
}

/** @returns 'Initial claims, SA: 219,000 claims on 2026-11-14; −6,000 on the week; …' if it has a value. */
export function captionOf(line: Line): string | undefined {
  const { column, title, unitText } = line;
  const [value, day] = [column.values.at(-1), column.days.at(-1)];
  if (value === undefined || day === undefined || column.rest !== undefined) return undefined;
  const what =
    line.units === 'lin' && !line.average ? title : `${title} (${averaged(unitText, line.average)})`;
  return `${what}: ${[`${wholeValue(line, value)} on ${shownDay(day)}`, ...standingOf(line)].join('; ')}`;
}

/** @returns the share of the other values that are below the last one; equal values are not below. */
function rankText(numbers: Float64Array): string | undefined {
  const last = numbers.at(-1);
  if (last === undefined || numbers.length < 3) return undefined;
  const below = numbers.filter((one) => one < last).length;
  const above = numbers.filter((one) => one > last).length;
  if (above === 0 && below === 0) return undefined;
  if (above === 0) return 'highest';
  if (below === 0) return 'lowest';
  const share = Math.round((100 * below) / (numbers.length - 1));
  const isTeen = share % 100 >= 11 && share % 100 <= 13;
  return `${share}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][share % 10] ?? 'th')} percentile`;
}
