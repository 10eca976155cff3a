import { groupDigits, isValueText, withUnit } from './decimal-text.ts';
import { parseDecimal, powerOfTen, printDecimal, roundedRatio } from './exact-decimal.ts';
import { changeUnit, LARGEST_NAMED_POWER, namedPower, powerOfTenText, unitScale } from './unit-scale.ts';

/**
 * Short numbers for reading, not for comparing digit by digit. Copies and the number's title have all digits
 * (`withUnit`).
 */

/**
 * `written`: most digits written out if the unit has no scale. `digits`, `decimals`: most for other numbers.
 * `decimalsOfThousands`: for thousands in millions. `digitsOfSmall`: digits of a number below 0.1.
 */
const MOST = { written: 7, digits: 4, decimals: 2, decimalsOfThousands: 3, digitsOfSmall: 2 };

/**
 * Shortens a value, in the base unit, rounded once, half away from zero: `40104343213100.10`, '$' → `$40.10
 * tn`; `7272`, 'thousands' → `7.272 mn`; `4.38000`, '%' → `4.38 %`; `207000`, 'persons' → `207,000`. Any
 * other text stays unchanged. @param unit of the line, short or long
 */
export function shortValue(text: string, unit: string): string {
  if (!isValueText(text)) return text;
  const { power, sign, mark } = unitScale(unit);
  const { scaled, places } = parseDecimal(text);
  const size = shortNumber(scaled < 0n ? -scaled : scaled, power - places, power);
  return `${scaled < 0n ? '−' : ''}${sign}${size}${mark}`;
}

/** @returns a short change with its sign: `+$115.1 bn`, `−6,000`, `+0.02 pp`. @param unit of the values */
export function shortChange(change: string, unit: string): string {
  const isFall = change.startsWith('-');
  const size = shortValue(isFall ? change.slice(1) : change, changeUnit(unit));
  return /[1-9]/.test(change) ? `${isFall ? '−' : '+'}${size}` : '±0';
}

/** A series' unit, long and short: 'thousands of positions' and 'thousands'. */
type SeriesUnit = { unit: string; unitShort: string };

/** @returns a short value with what it counts: `207,000 claims`, `7.271 mn positions`, `$36.22 tn`. */
export function shortAmount(value: string, { unit, unitShort }: SeriesUnit): string {
  const { power, sign, mark, noun } = unitScale(unitShort);
  const counted = sign + mark !== '' ? '' : power > 0 ? unitScale(unit).noun : noun;
  return `${shortValue(value, unitShort)} ${counted}`.trimEnd();
}

/** @returns a value with all digits and what it counts: `207,000 claims`, `7,271 thousands of positions`. */
export function wholeAmount(value: string, { unit, unitShort }: SeriesUnit): string {
  return withUnit(value, unitScale(unitShort).noun === '' ? unit : unitShort);
}

/**
 * @returns a value text without decimals too small for its unit: `46007.301227`, '$ mn' → `46007`.
 * @param changedValue the changed value, if `text` is a change: it decides the decimals
 */
export function readDigits(text: string, unit: string, changedValue = text): string {
  const { scaled, places } = parseDecimal(text);
  const whole = changedValue.replace('-', '').split('.')[0] as string;
  const decimals = Math.max(0, Math.min(MOST.decimals, MOST.digits - whole.length));
  if (unitScale(unit).power === 0 || places <= decimals) return text;
  return printDecimal(roundedRatio(scaled, powerOfTen(places - decimals)), decimals);
}

/** @returns `+3.3 %`, `−0.04 %`, `±0 %`: one decimal, or two below 0.1. @param change in percent */
export function percentChange(change: string): string {
  const { scaled, places } = parseDecimal(change);
  const to = (decimals: number) => roundedTo(scaled < 0n ? -scaled : scaled, -places, -decimals);
  const size = to(1) > 0n ? printDecimal(to(1), 1) : printDecimal(to(2), 2);
  return `${shortChange(scaled < 0n ? `-${size}` : size, '')} %`;
}

/** Shortens `scaled` × 10^`power`, which is not negative; `ofUnit` is the power of ten of its unit. */
function shortNumber(scaled: bigint, power: number, ofUnit: number): string {
  if (scaled === 0n) return groupDigits(printDecimal(0n, Math.max(0, Math.min(-power, MOST.decimals))));
  let digits = String(scaled).length + power;
  let last = lastPlace(digits, power, ofUnit);
  let rounded = roundedTo(scaled, power, last);
  // Rounding may add a digit and so change the name: 999,960 thousands are 1.00 bn, not 1,000 mn.
  if (String(rounded).length + last > digits) {
    digits += 1;
    last = lastPlace(digits, power, ofUnit);
    rounded = roundedTo(scaled, power, last);
  }
  if (digits > LARGEST_NAMED_POWER)
    return `${groupDigits(printDecimal(rounded, MOST.decimals))}×${powerOfTenText(digits - 1)}`;
  const [shownPower, name] = namedPower(digits, mostWrittenDigits(ofUnit));
  const text = printDecimal(rounded, shownPower - last);
  const isWhole =
    shownPower > 0 &&
    roundedTo(scaled, power, shownPower) * powerOfTen(shownPower) === wholeOf(scaled, power);
  return groupDigits(isWhole ? text.replace(/\.0+$/, '') : text) + name;
}

/** @returns the power of ten of the last digit shown: never one that the publisher did not write. */
function lastPlace(digits: number, power: number, ofUnit: number): number {
  if (digits > LARGEST_NAMED_POWER) return digits - 1 - MOST.decimals;
  if (digits <= 0) return Math.max(Math.min(-MOST.decimals, digits - MOST.digitsOfSmall), power);
  const [shownPower] = namedPower(digits, mostWrittenDigits(ofUnit));
  const decimals = ofUnit === 3 ? MOST.decimalsOfThousands : MOST.decimals;
  return Math.max(
    Math.min(digits - MOST.digits, shownPower),
    shownPower - decimals,
    Math.min(power, shownPower),
  );
}

/** @returns the most digits before the point that are written out. */
const mostWrittenDigits = (ofUnit: number) => (ofUnit === 0 ? MOST.written : 3);

function roundedTo(scaled: bigint, power: number, to: number): bigint {
  return to <= power ? scaled * powerOfTen(power - to) : roundedRatio(scaled, powerOfTen(to - power));
}

/** @returns the number itself if it is whole; otherwise `undefined`, which equals no whole number. */
function wholeOf(scaled: bigint, power: number): bigint | undefined {
  if (power >= 0) return scaled * powerOfTen(power);
  return scaled % powerOfTen(-power) === 0n ? scaled / powerOfTen(-power) : undefined;
}
