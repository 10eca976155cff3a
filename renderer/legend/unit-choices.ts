import { upperFirst } from '@mantine/hooks';
import { UNITS, type Units } from '../../service/contract/transforms.ts';
import { unitsWords } from '../../service/series-math/units.ts';

/** Units for a list to choose from, each with its formula's short form. */
export const UNIT_CHOICES: { value: Units; label: string }[] = UNITS.map((value) => ({
  value,
  label: labelOf(value),
}));

/** Sentence case; FRED writes titles. */
function labelOf(units: Units): string {
  if (units === 'nbd') return 'Index (100 at a date)';
  if (units === 'lin') return 'Levels';
  return upperFirst(unitsWords(units).label.toLowerCase());
}

/** @returns the units of a digit key: 1 levels … 9 natural log, 0 index; `undefined` for another key. */
export function unitsOfKey(key: string): Units | undefined {
  if (!/^\d$/.test(key)) return undefined;
  return UNITS[(Number(key) + 9) % 10];
}
