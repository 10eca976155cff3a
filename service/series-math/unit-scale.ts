import { signedText } from './decimal-text.ts';

/** What a unit says of the size of its numbers: `$ mn` are dollars × 10^6. */
export type UnitScale = {
  /** The power of ten by which a value is multiplied to be in the base unit. */
  power: number;
  /** Stands before a number: '$', or nothing. */
  sign: string;
  /** Stands right after a number: ' %', ' pp', or nothing. */
  mark: string;
  /** The base unit, for the label of an axis: 'persons', 'US dollars'; '' where the unit does not say of what. */
  noun: string;
};

const POWERS: Readonly<Record<string, number>> = { thousand: 3, million: 6, billion: 9, mn: 6, bn: 9 };

/**
 * How the numbers of a unit, long or short ('thousands of persons', '$ mn', 'percent per year'), are scaled. Without a power of ten it is
 * its own noun.
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

/** @param unitShort of a series. @returns whether its changes are in points, not in percent of a percentage. */
export function changesByPoints(unitShort: string): boolean {
  return unitShort === '%' || unitShort === 'pp';
}

/** @param unit of values, short or long. @returns that of their changes: percentage points of a percentage. */
export function changeUnit(unit: string): string {
  if (unit === '%') return 'pp';
  return /^percent\b/.test(unit) ? 'percentage points' : unit;
}

/** @returns a change with its sign, of a percentage in percentage points: '+6,000', '−0.07 pp'. @param unitShort of the values */
export function unitChangeText(change: string, unitShort: string): string {
  return `${signedText(change)}${changesByPoints(unitShort) ? ' pp' : ''}`;
}

/** A power of ten, and its name after a number, as in the units of series ('$ mn'): largest first. */
const NAMED_POWERS: readonly (readonly [power: number, name: string])[] = [
  [12, ' tn'],
  [9, ' bn'],
  [6, ' mn'],
  [3, ' k'],
];

/** Numbers from 10^15 on are written as '4.2×10⁵⁷': nobody has a name for them. */
export const LARGEST_NAMED_POWER = 15;

/**
 * The power taken out of a number with so many digits before its point, and its name. Ticks of four digits keep them: '5,432', but '10 k'.
 * `written`: the longest number that is written out.
 */
export function namedPower(digits: number, written = 4): readonly [power: number, name: string] {
  return digits <= written ? [0, ''] : (NAMED_POWERS.find(([power]) => digits > power) ?? [0, '']);
}

/** @returns '10⁵⁷'. */
export function powerOfTenText(power: number): string {
  return `10${String(power).replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '')}`;
}
