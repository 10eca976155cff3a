import { dayNumber } from '../../service/calendar/dates.ts';
import { FREQUENCY_NAMES, type FrequencyCode } from '../../service/series-math/fred-codes.ts';
import { resolveRange } from '../../service/view/index.ts';
import { type DateRange, PRESETS, type Preset } from '../../service/view/types.ts';

/** The days of a period, a little less than its shortest. */
const PERIOD_DAYS: Readonly<Record<FrequencyCode, number>> = {
  d: 1,
  w: 7,
  m: 28,
  q: 90,
  sa: 181,
  a: 365,
};

/**
 * @param finest the highest frequency of what is shown; absent where nothing is.
 * @returns why a preset is no use: fewer than two periods of any shown series fit into it. `undefined` where it is.
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

/** @returns the presets that are of use, in their order. */
export function usefulPresets(held: DateRange, finest: FrequencyCode | undefined): readonly Preset[] {
  return PRESETS.filter((preset) => tooShort(preset, held, finest) === undefined);
}
