import { periodText } from '../../service/series-math/align.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal } from '../../service/series-math/exact-decimal.ts';
import { periodOf } from '../../service/series-math/periods.ts';
import type { Cadence, TimeSeries } from '../../service/series-math/types.ts';

/** `$36,104,343,213.10`, `4.25 %`, `207,000 persons`: the very digits, never a rounded number. */
export function withUnit(value: string, unit: string): string {
  const grouped = groupDigits(value);
  if (unit === '$') return grouped.startsWith('-') ? `-$${grouped.slice(1)}` : `$${grouped}`;
  return unit === '' ? grouped : `${grouped} ${unit}`;
}

/**
 * @returns the last value less the one before, exact, with its sign: '+6,000', '−0.02', '±0'; where that is not of the period
 * before, with its date: '+6,000 since 2026-08'. `undefined` of fewer than two.
 */
export function lastChange(
  { days, values }: Pick<TimeSeries, 'days' | 'values'>,
  cadence: Cadence,
): string | undefined {
  const [before, last] = values.slice(-2);
  const [dayBefore, lastDay] = days.subarray(-2);
  if (before === undefined || last === undefined || dayBefore === undefined || lastDay === undefined)
    return undefined;
  const isNext = periodOf(lastDay, cadence) - periodOf(dayBefore, cadence) === 1;
  const since = isNext ? '' : ` since ${periodText(dayBefore, cadence)}`;
  return `${signed(difference(parseDecimal(last), parseDecimal(before)))}${since}`;
}

function signed(change: string): string {
  if (change.startsWith('-')) return `−${groupDigits(change.slice(1))}`;
  return /[1-9]/.test(change) ? `+${groupDigits(change)}` : '±0';
}
