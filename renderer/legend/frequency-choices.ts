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

/** Half-years are rare, and weeks of a last day of one's own mean something for days alone. */
const RARE: readonly AskedFrequency[] = ['sa', ...WEEKS];

/**
 * @param from of what is put together; left out, days.
 * @returns the lower frequencies for a list to choose from, the usual ones first, the others under 'More'.
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

/** @returns a lower frequency in a few characters, for a chip: 'Monthly', 'Weekly Sun'. */
export function frequencyWord(asked: AskedFrequency): string {
  const [name, day] = frequencyText(asked).split(', ending ');
  return day === undefined ? (name ?? FREQUENCY_NAMES.d) : `${name} ${day.slice(0, 3)}`;
}
