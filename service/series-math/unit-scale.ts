import { signedText } from './decimal-text.ts';

/** The scale of numbers in a unit: `$ mn` are dollars × 10^6. */
export type UnitScale = {
  /** The power of ten that converts a value to the base unit. */
  power: number;
  /** The sign before a number: '$', or ''. */
  sign: string;
  /** The mark right after a number: ' %', ' pp', or ''. */
  mark: string;
  /** The base unit, for an axis label: 'persons', 'US dollars'; '' if the unit does not name it. */
  noun: string;
};

const POWERS: Readonly<Record<string, number>> = { thousand: 3, million: 6, billion: 9, mn: 6, bn: 9 };

/**
 * Returns the scale of a unit, long or short ('thousands of persons', '$ mn', 'percent per year'). Without a
 * power of ten, the unit is its own noun.
 */
export function unitScale(unit: string): UnitScale {
  const short = /^\$(?: (mn|bn))?$/.exec(unit);
  if (short) return dollars(POWERS[short[1] ?? ''] ?? 0);
  if (unit === '%' || /^percent\b/.test(unit))
    return { power: 0, sign: '', mark: ' %', noun: unit === '%' ? 'percent' : unit };
  if (unit === 'pp' || unit === 'percentage points') return { power: 0, sign: '', mark: ' pp', noun: unit };
  const long = /^(?:(thousand|million|billion)s(?: of |$))?(.*)$/i.exec(unit);
  const power = POWERS[long?.[1]?.toLowerCase() ?? ''] ?? 0;
  const noun = long?.[2] ?? unit;
  return /^(US )?dollars$/i.test(noun) ? dollars(power) : { power, sign: '', mark: '', noun };
}

function dollars(power: number): UnitScale {
  return { power, sign: '$', mark: '', noun: 'US dollars' };
}

/** @returns whether changes are in percentage points, not in percent. @param unitShort of the series */
export function changesByPoints(unitShort: string): boolean {
  return unitShort === '%' || unitShort === 'pp';
}

/** @returns the unit of a change: percentage points for percentages. @param unit of the values */
export function changeUnit(unit: string): string {
  if (unit === '%') return 'pp';
  return /^percent\b/.test(unit) ? 'percentage points' : unit;
}

/** @returns a change with its sign: '+6,000', '−0.07 pp' for a percentage. @param unitShort of the values */
export function unitChangeText(change: string, unitShort: string): string {
  return `${signedText(change)}${changesByPoints(unitShort) ? ' pp' : ''}`;
}

/** Powers of ten and their names after a number, as in units ('$ mn'); largest first. */
const NAMED_POWERS: readonly (readonly [power: number, name: string])[] = [
  [12, ' tn'],
  [9, ' bn'],
  [6, ' mn'],
  [3, ' k'],
];

/** Numbers from 10^15 on are written as '4.2×10⁵⁷', because nobody has a name for them. */
export const LARGEST_NAMED_POWER = 15;

/**
 * Returns the power of ten to take out of a number with `digits` digits before its point, and its name.
 * Numbers of up to `written` digits are written out: '5,432', but '10 k'.
 */
export function namedPower(digits: number, written = 4): readonly [power: number, name: string] {
  return digits <= written ? [0, ''] : (NAMED_POWERS.find(([power]) => digits > power) ?? [0, '']);
}

/** @returns '10⁵⁷'. */
export function powerOfTenText(power: number): string {
  return `10${String(power).replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '')}`;
}
