import { inNumberStyle } from '../../service/series-math/decimal-text.ts';
import {
  LARGEST_NAMED_POWER,
  namedPower,
  powerOfTenText,
  type UnitScale,
} from '../../service/series-math/unit-scale.ts';

/** Scaling of an axis's numbers: 6,000,000 of '$ mn' is '$6 tn'. `isWrittenOut`: no names such as 'tn'. */
export type TickScale = Pick<UnitScale, 'power' | 'sign'> & { isWrittenOut?: true };

export const PLAIN: TickScale = { power: 0, sign: '' };

/** For units of different sizes: a name such as 'k' would be misleading beside '$ mn'. */
export const WRITTEN_OUT: TickScale = { ...PLAIN, isWrittenOut: true };

/** @returns distinct labels that share one power's name ('$36.5 tn'); on a log axis each has its own. */
export function valueTickLabels(values: readonly number[], isLog = false, scale = PLAIN): string[] {
  const based = values.map((value) => value * 10 ** scale.power);
  const nameOf = (value: number) => namedPower(digitsOf(value), scale.isWrittenOut && LARGEST_NAMED_POWER);
  const shared = nameOf(Math.max(...based.map(Math.abs)));
  const step = isLog ? 0 : Math.abs((based[1] ?? 0) - (based[0] ?? 0)) / 10 ** shared[0];
  const decimals = step > 0 ? decimalsOf(step) : undefined;
  const format = new Intl.NumberFormat('en-US', {
    ...(decimals !== undefined && { minimumFractionDigits: decimals }),
    maximumFractionDigits: decimals ?? 6,
  });
  return based.map((value) => {
    if (value === 0) return '0';
    const size = Math.abs(value);
    const [power, name] = isLog ? nameOf(value) : shared;
    const text =
      digitsOf(size) > LARGEST_NAMED_POWER
        ? powerText(size)
        : inNumberStyle(format.format(size / 10 ** power)) + name;
    return `${value < 0 ? '−' : ''}${scale.sign}${text}`;
  });
}

/** @returns how many digits a number has before its decimal point. */
function digitsOf(value: number): number {
  // Ticks are round numbers except for the last bits of their fraction: 1e-9 compensates for them.
  return value === 0 ? 1 : Math.floor(Math.log10(Math.abs(value)) + 1e-9) + 1;
}

/** '4×10⁵⁷': weekly changes in 2020 reach such annual rates, in percent. */
function powerText(value: number): string {
  const [digits = '', power = ''] = value.toExponential(3).split('e+');
  return `${Number(digits)}×${powerOfTenText(Number(power))}`;
}

/** @returns the fewest decimals, 6 at most, that write an axis's step exactly: 0 for 5, 2 for 0.25. */
function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 6; decimals++) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 6;
}

/** Pixels: a digit (11 px), room for sign and gap, and a least width of five letters to steady the plot. */
const LABEL = { digit: 6.4, room: 8, least: 40 };

/** @returns the width of an axis's labels beside the plot, in pixels. */
export function axisWidth(labels: readonly string[]): number {
  return Math.max(LABEL.least, ...labels.map((label) => label.length * LABEL.digit + LABEL.room));
}
