import { upperFirst } from '@mantine/hooks';
import { UNITS, type Units } from '../../service/series-math/fred-codes.ts';
import { unitsWords } from '../../service/series-math/units.ts';

/** The units as items of a list. */
export const UNIT_CHOICES: { value: Units; label: string }[] = UNITS.map((value) => ({
  value,
  label: labelOf(value),
}));

/** In sentence case; FRED capitalises every word. */
function labelOf(units: Units): string {
  if (units === 'nbd') return 'Index (100 at a date)';
  if (units === 'lin') return 'Levels';
  return upperFirst(unitsWords(units).label.toLowerCase());
}

/** @returns the units of a digit key, from 1 (levels) to 9 (natural log), 0 for the index; `undefined` for any other key. */
export function unitsOfKey(key: string): Units | undefined {
  if (!/^\d$/.test(key)) return undefined;
  return UNITS[(Number(key) + 9) % 10];
}
