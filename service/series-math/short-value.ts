import { groupDigits, isValueText } from './decimal-text.ts';
import { parseDecimal, powerOfTen, printDecimal, roundedRatio } from './exact-decimal.ts';
import { LARGEST_NAMED_POWER, namedPower, powerOfTenText, unitScale } from './unit-scale.ts';

/** At most so many digits and decimals; a number below 0.1 has as many decimals as two digits of it need. */
const MOST = { digits: 4, decimals: 2, digitsOfSmall: 2 };

/**
 * A value in a few characters, for a legend or a chip: `40104343213100.10`, '$' → `$40.10T`; `7272`, 'thousands' → `7.27M`;
 * `4.38000`, '%' → `4.38%`; `207000`, 'persons' → `207K`. It is rounded once, half away from zero, in exact decimals.
 * @param text a value text, in the unit; any other text is returned unchanged.
 * @param unit of the line, short or long, as in a series' definition: '$ mn', 'thousands of persons', '%', ''.
 */
export function shortValue(text: string, unit: string): string {
  if (!isValueText(text)) return text;
  const { power, sign, mark } = unitScale(unit);
  const { scaled, places } = parseDecimal(text);
  const minus = scaled < 0n ? '−' : '';
  return `${minus}${sign}${shortNumber(scaled < 0n ? -scaled : scaled, power - places)}${mark}`;
}

/** The number `scaled` × 10^`power`, which is not negative. */
function shortNumber(scaled: bigint, power: number): string {
  if (scaled === 0n) return groupDigits(printDecimal(0n, Math.max(0, Math.min(-power, MOST.decimals))));
  let digits = String(scaled).length + power;
  let last = lastPlace(digits, power);
  let rounded = roundedTo(scaled, power, last);
  // Rounding may add a digit, and with it another letter: 999,960 is 1.00M, not 1,000K.
  if (String(rounded).length + last > digits) {
    digits += 1;
    last = lastPlace(digits, power);
    rounded = roundedTo(scaled, power, last);
  }
  if (digits > LARGEST_NAMED_POWER)
    return `${groupDigits(printDecimal(rounded, MOST.decimals))}×${powerOfTenText(digits - 1)}`;
  const [taken, letter] = namedPower(digits);
  const text = printDecimal(rounded, taken - last);
  const isWhole = taken > 0 && roundedTo(scaled, power, taken) * powerOfTen(taken) === wholeOf(scaled, power);
  return groupDigits(isWhole ? text.replace(/\.0+$/, '') : text) + letter;
}

/** @returns the power of ten of the last digit that is shown of a number with so many digits before its point. */
function lastPlace(digits: number, power: number): number {
  if (digits > LARGEST_NAMED_POWER) return digits - 1 - MOST.decimals;
  if (digits <= 0) return Math.max(Math.min(-MOST.decimals, digits - MOST.digitsOfSmall), power);
  const [taken] = namedPower(digits);
  const last = Math.max(digits - MOST.digits, taken - MOST.decimals);
  // A number that is not scaled gets no decimals that its publisher did not write.
  return taken > 0 ? last : Math.max(last, Math.min(power, 0));
}

function roundedTo(scaled: bigint, power: number, to: number): bigint {
  return to <= power ? scaled * powerOfTen(power - to) : roundedRatio(scaled, powerOfTen(to - power));
}

/** The number itself where it is whole; otherwise something that no whole number equals. */
function wholeOf(scaled: bigint, power: number): bigint | undefined {
  if (power >= 0) return scaled * powerOfTen(power);
  return scaled % powerOfTen(-power) === 0n ? scaled / powerOfTen(-power) : undefined;
}
