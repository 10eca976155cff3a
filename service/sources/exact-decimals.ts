import { parseDecimal, powerOfTen, printDecimal, roundedRatio, sumOf } from '../series-math/exact-decimal.ts';

/** Exact sums and powers of ten of plain decimal text, without floating-point numbers. */

/** Exported again for the datasets, which must not import series-math because series-math imports them. */
export { compareDecimals } from '../series-math/exact-decimal.ts';

/** @returns the number as text, without zeros at the end of its fraction: `0.30` → `0.3`, `2.00` → `2`. */
export function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** @returns the sum, without zeros at the end of its fraction: `0.10` and `0.2` → `0.3`. */
export function addDecimals(a: string, b: string): string {
  const { scaled, places } = sumOf([a, b]);
  return withoutZeros(printDecimal(scaled, places));
}

/** @returns `part` in percent of `whole`, not 0, with two decimals, half away from zero: `24.22`. */
export function percentOfWhole(part: bigint, whole: bigint): string {
  return printDecimal(roundedRatio(part * 10_000n, whole), 2);
}

/** @returns `text` × 10^`power`, exact, with all digits: `391.8`, 3 → `391800`; `1.2340`, 2 → `123.40`. */
export function shiftDecimal(text: string, power: number): string {
  const { scaled, places } = parseDecimal(text);
  return places >= power
    ? printDecimal(scaled, places - power)
    : printDecimal(scaled * powerOfTen(power - places), 0);
}

/** @returns `text` × 10^`power`, without zeros at the end of the fraction: `4558332`, -3 → `4558.332`. */
export function moveDecimalPoint(text: string, power: number): string {
  return power === 0 ? text : withoutZeros(shiftDecimal(text, power));
}

/** @returns half a unit of the last digit of a number, × 10^`power`: `27114.8`, 3 → `50`. */
export function halfUnit(value: string, power: number): string {
  const [, fraction = ''] = value.split('.');
  return moveDecimalPoint('5', power - fraction.length - 1);
}
