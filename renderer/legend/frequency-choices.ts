import {
  type AskedFrequency,
  FREQUENCIES,
  FREQUENCY_NAMES,
  frequencyText,
  WEEKS,
} from '../../service/series-math/fred-codes.ts';
import { compareFrequencies } from '../../service/series-math/frequency.ts';
import type { Cadence } from '../../service/series-math/types.ts';

type Item = { value: AskedFrequency; label: string };

/** Rarely chosen: half-years, and weeks that end on a chosen weekday, which exist for daily series only. */
const RARE: readonly AskedFrequency[] = ['sa', ...WEEKS];

/**
 * @param from the frequency of the series; daily where it is absent.
 * @returns the lower frequencies as items of a list: the common ones first, the others under 'More'.
 */
export function frequencyChoices(
  from: Cadence = { frequency: 'd' },
): (Item | { group: string; items: Item[] })[] {
  const lower = FREQUENCIES.filter((code) => compareFrequencies(code, from.frequency) > 0);
  const item = (value: AskedFrequency) => ({ value, label: frequencyText(value) });
  const more = RARE.filter((code) => from.frequency === 'd' || (lower as readonly string[]).includes(code));
  return [
    ...lower.filter((code) => !RARE.includes(code)).map(item),
    ...(more.length === 0 ? [] : [{ group: 'More', items: more.map(item) }]),
  ];
}

/** @returns a short name of a frequency, for a chip: 'Monthly', 'Weekly Sun'. */
export function frequencyWord(asked: AskedFrequency): string {
  const [name, day] = frequencyText(asked).split(', ending ');
  return day === undefined ? (name ?? FREQUENCY_NAMES.d) : `${name} ${day.slice(0, 3)}`;
}
