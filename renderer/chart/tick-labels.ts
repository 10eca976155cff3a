import { inNumberStyle } from '../../service/series-math/decimal-text.ts';
import {
  LARGEST_NAMED_POWER,
  namedPower,
  powerOfTenText,
  type UnitScale,
} from '../../service/series-math/unit-scale.ts';

/** How the numbers of an axis become those of its labels: 6,000,000 of '$ mn' are '$6 tn'. `isWrittenOut`: without such a name. */
export type TickScale = Pick<UnitScale, 'power' | 'sign'> & { isWrittenOut?: true };

export const PLAIN: TickScale = { power: 0, sign: '' };

/** Of lines in units of several sizes: a name after 10,000 of '$ mn' would be wrong beside the unit. */
export const WRITTEN_OUT: TickScale = { ...PLAIN, isWrittenOut: true };

/** @returns labels that tell neighbours apart, with one name of a power for all ('$36.5 tn'), but on a log axis each with its own. */
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

/** How many digits a number has before its point. */
function digitsOf(value: number): number {
  // A tick is a round number but for the last bits of its fraction.
  return value === 0 ? 1 : Math.floor(Math.log10(Math.abs(value)) + 1e-9) + 1;
}

/** '4×10⁵⁷': so large is the annual rate of a week in 2020, in percent. */
function powerText(value: number): string {
  const [digits = '', power = ''] = value.toExponential(3).split('e+');
  return `${Number(digits)}×${powerOfTenText(Number(power))}`;
}

/** The fewest decimals that write a step of the axis exactly, 6 at most: 0 for 5, 2 for 0.25. */
function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 6; decimals++) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 6;
}

/** In pixels: a digit of 11 px, room for a sign and the gap to the plot, and the least width, into which five letters fit: so the plot
 * mostly stays where it is when the units change. */
const LABEL = { digit: 6.4, room: 8, least: 40 };

/** @returns the width that the labels of an axis need beside the plot, in pixels. */
export function axisWidth(labels: readonly string[]): number {
  return Math.max(LABEL.least, ...labels.map((label) => label.length * LABEL.digit + LABEL.room));
}
