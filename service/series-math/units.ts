import { dateText } from '../calendar/dates.ts';
import type { Series } from '../datasets/types.ts';
import type { FrequencyCode, Units } from './fred-codes.ts';
import { UNITS, UNITS_NAMES } from './fred-codes.ts';
import { perYear } from './frequency.ts';
import { changeUnit } from './unit-scale.ts';

/** Words for units, with FRED's formulas (fredhelp 'What formulas are used to calculate growth rates?'). */
export type UnitsWords = {
  label: string;
  /** A label of a few characters, for a chip. */
  short: string;
  /** x(t): the value; x(t−1): the observation before; x(t−n): the observation a year before. */
  formula: string;
};

const KNOWN: Readonly<Record<Units, Omit<UnitsWords, 'label'>>> = {
  lin: { short: 'Level', formula: 'x(t)' },
  chg: { short: 'Chg', formula: 'x(t) − x(t−1)' },
  ch1: { short: 'Chg yr ago', formula: 'x(t) − x(t−n)' },
  pch: { short: '% chg', formula: '(x(t) ÷ x(t−1) − 1) × 100' },
  pc1: { short: '% yr ago', formula: '(x(t) ÷ x(t−n) − 1) × 100' },
  pca: { short: '% annual', formula: '((x(t) ÷ x(t−1)) ^ n − 1) × 100' },
  cch: { short: 'ln chg', formula: '(ln x(t) − ln x(t−1)) × 100' },
  cca: { short: 'ln annual', formula: '(ln x(t) − ln x(t−1)) × 100 × n' },
  log: { short: 'Log', formula: 'ln x(t)' },
  nbd: { short: 'Index', formula: 'x(t) ÷ x(base) × 100' },
};

export function unitsWords(units: Units): UnitsWords {
  return { label: UNITS_NAMES[units], ...KNOWN[units] };
}

/** @returns why a series cannot have these units, and which it can have; `undefined` if it can. */
export function unitsWarning(
  { code, spread }: Pick<Series, 'code' | 'spread'>,
  units: Units,
): string | undefined {
  if (!spread || !isRateUnits(units)) return undefined;
  const allowed = UNITS.filter((one) => !isRateUnits(one));
  return `${code} is a difference, which can be zero or negative: percent changes, logarithms and indices of it mean nothing. Use ${allowed.join(', ').replace(/, (\w+)$/, ' or $1')}.`;
}

/** @returns how many periods the formula looks back: 0, 1, or the periods of a year. */
export function lagOf(units: Units, frequency: FrequencyCode): number {
  if (units === 'lin' || units === 'log' || units === 'nbd') return 0;
  return units === 'ch1' || units === 'pc1' ? perYear(frequency) : 1;
}

/** @returns whether these units change the scale. Their values get an axis of their own and five decimals. */
export function isRateUnits(units: Units): boolean {
  return units !== 'lin' && units !== 'chg' && units !== 'ch1';
}

/**
 * @returns the title of an axis: 'persons', 'Change from year ago, persons', 'Change, pp' for a unit of %,
 * 'Natural log of persons', 'Index, 2020-02-01 = 100'.
 */
export function unitsAxisText(units: Units, unit: string, indexDay?: number): string {
  if (units === 'lin') return unit;
  if (units === 'nbd') return indexDay === undefined ? 'Index' : `Index, ${dateText(indexDay)} = 100`;
  const words = UNITS_NAMES[units];
  if (units === 'log') return `${words} of ${unit}`;
  if (units === 'chg' || units === 'ch1') return `${words}, ${changeUnit(unit)}`;
  return units === 'pch' || units === 'pc1' ? words : `${words}, percent`;
}

/** @returns the unit of a value for a table or a tooltip: '%', 'persons', 'pp', '' (index, log). */
export function valueUnit(units: Units, unitShort: string): string {
  if (units === 'log' || units === 'nbd') return '';
  if (isRateUnits(units)) return '%';
  return units === 'lin' ? unitShort : changeUnit(unitShort);
}

/** @returns the words for a moving average: 'average of the last 20 observations'. */
export function averageText(count: number): string {
  return `average of the last ${count} observations`;
}

/** Appends the moving average to the text of an axis. */
export function averaged(text: string, average: number | undefined): string {
  return average === undefined ? text : `${text}, ${averageText(average)}`;
}
