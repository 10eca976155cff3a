import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal } from '../../service/series-math/exact-decimal.ts';

/** `$36,104,343,213.10`, `4.25 %`, `207,000 persons`: the very digits, never a rounded number. */
export function withUnit(value: string, unit: string): string {
  const grouped = groupDigits(value);
  if (unit === '$') return grouped.startsWith('-') ? `-$${grouped.slice(1)}` : `$${grouped}`;
  return unit === '' ? grouped : `${grouped} ${unit}`;
}

/** @returns the last value less the one before, exact, with its sign: '+6,000', '−0.02', '0'; `undefined` of fewer than two. */
export function lastChange(values: readonly string[]): string | undefined {
  const [before, last] = values.slice(-2);
  if (before === undefined || last === undefined) return undefined;
  const change = difference(parseDecimal(last), parseDecimal(before));
  if (change.startsWith('-')) return `−${groupDigits(change.slice(1))}`;
  return /[1-9]/.test(change) ? `+${groupDigits(change)}` : '±0';
}
