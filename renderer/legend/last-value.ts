import { periodText } from '../../service/series-math/align.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { fractionOf } from '../../service/series-math/fraction.ts';
import { periodOf } from '../../service/series-math/periods.ts';
import { changeOf } from '../../service/series-math/transform.ts';
import type { Cadence, Fraction, Levels } from '../../service/series-math/types.ts';

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
export function lastChange({ days, values, exact }: Levels, cadence: Cadence): string | undefined {
  const [dayBefore, lastDay] = days.subarray(-2);
  if (dayBefore === undefined || lastDay === undefined) return undefined;
  const [before, last] = (exact?.slice(-2) ?? values.slice(-2).map(fractionOf)) as [Fraction, Fraction];
  const isNext = periodOf(lastDay, cadence) - periodOf(dayBefore, cadence) === 1;
  const since = isNext ? '' : ` since ${periodText(dayBefore, cadence)}`;
  return `${signed(changeOf(last, before, exact !== undefined))}${since}`;
}

function signed(change: string): string {
  if (change.startsWith('-')) return `−${groupDigits(change.slice(1))}`;
  return /[1-9]/.test(change) ? `+${groupDigits(change)}` : '±0';
}
