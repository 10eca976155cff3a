import { dayNumber } from '../../service/calendar/dates.ts';
import { FREQUENCY_NAMES, type FrequencyCode } from '../../service/series-math/fred-codes.ts';
import { resolveRange } from '../../service/view/index.ts';
import { type DateRange, PRESETS, type Preset } from '../../service/view/types.ts';

/** Days of each period, not more than its shortest. */
const PERIOD_DAYS: Readonly<Record<FrequencyCode, number>> = {
  d: 1,
  w: 7,
  m: 28,
  q: 90,
  sa: 181,
  a: 365,
};

/**
 * @param finest the highest frequency among the shown lines; `undefined` where nothing is shown.
 * @returns why a preset is of no use: it is shorter than two periods of every shown line. `undefined` where it is of use.
 */
export function tooShort(
  preset: Preset,
  held: DateRange,
  finest: FrequencyCode | undefined,
): string | undefined {
  if (preset === 'Max' || finest === undefined) return undefined;
  const { from, to } = resolveRange({ preset }, held);
  const days = (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0);
  if (days >= 2 * PERIOD_DAYS[finest]) return undefined;
  return `Too short: what is shown is ${FREQUENCY_NAMES[finest].toLowerCase()}, and two periods do not fit in`;
}

/** @returns the presets that are not too short, in their order. */
export function usefulPresets(held: DateRange, finest: FrequencyCode | undefined): readonly Preset[] {
  return PRESETS.filter((preset) => tooShort(preset, held, finest) === undefined);
}
