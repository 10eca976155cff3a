import { upperFirst } from '@mantine/hooks';
import {
  type AskedFrequency,
  FREQUENCIES,
  FREQUENCY_NAMES,
  frequencyText,
  UNITS,
  type Units,
  WEEKS,
} from '../../service/series-math/fred-codes.ts';
import { compareFrequencies } from '../../service/series-math/frequency.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import { unitsWords } from '../../service/series-math/units.ts';

type Item = { value: AskedFrequency; label: string };

/** Rarely chosen: half-years, and weeks ending on a chosen weekday, which only daily series offer. */
const RARE: readonly AskedFrequency[] = ['sa', ...WEEKS];

/** @returns the frequencies below `from` for a list: common ones first, the others under 'More'. */
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

export const UNIT_CHOICES: { value: Units; label: string }[] = UNITS.map((value) => ({
  value,
  label: labelOf(value),
}));

/** Uses sentence case; FRED capitalises each word. */
function labelOf(units: Units): string {
  if (units === 'nbd') return 'Index (100 at a date)';
  if (units === 'lin') return 'Levels';
  return upperFirst(unitsWords(units).label.toLowerCase());
}

/** @returns the units of a digit key: 1 (levels) to 9 (natural log), 0 (index); else `undefined`. */
export function unitsOfKey(key: string): Units | undefined {
  if (!/^\d$/.test(key)) return undefined;
  return UNITS[(Number(key) + 9) % 10];
}
