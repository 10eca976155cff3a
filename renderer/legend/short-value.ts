import { withUnit } from '../../service/series-math/decimal-text.ts';

/** @returns a value as the legend shows it, with its unit. @param value as the publisher wrote it */
export function shortValue(value: string, unit: string): string {
  return withUnit(value, unit);
}
