import { dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { isValueText } from '../series-math/decimal-text.ts';
import { difference, type ExactDecimal, parseDecimal, rescaled } from '../series-math/exact-decimal.ts';
import type { Database } from './open-database.ts';

/** Identifies one series. Each state has its own series, with the state's code as `area`; otherwise ''. */
export type SeriesKey = { dataset: string; code: string; area: string };

/** The first and last valid day as day numbers: years 0001 to 9999. */
export const FIRST_DAY = -719162;
export const LAST_DAY = 2932896;
/** Valid codes and areas. They need no escaping in JSON, CSV or addresses. */
export const PLAIN_CODE = /^[A-Za-z0-9_.-]+$/;

export function checkKey(key: SeriesKey): void {
  if (PLAIN_CODE.test(key.code) && (key.area === '' || PLAIN_CODE.test(key.area))) return;
  throw new Failure(
    'invalid_file',
    `${JSON.stringify(seriesLabel(key))} is not a series code: only letters, digits and _ . - may stand in it.`,
  );
}

export function checkRow(key: SeriesKey, day: number, value: string, row: number): void {
  if (!Number.isInteger(day) || day < FIRST_DAY || day > LAST_DAY) {
    throw new Failure(
      'invalid_file',
      `Row ${row} of ${seriesLabel(key)} has no date from 0001-01-01 to 9999-12-31.`,
      { line: row },
    );
  }
  if (!isValueText(value)) {
    throw new Failure(
      'invalid_file',
      `Row ${row} gives ${seriesLabel(key)} on ${dateText(day)} as ${JSON.stringify(value)}, which is not a plain decimal number.`,
      { line: row },
    );
  }
}

export function seriesLabel({ code, area }: SeriesKey): string {
  return area === '' ? code : `${code} (${area})`;
}

/** True if two texts are the same number, such as `5.60` and `5.6`. Compares exact decimals, not floats. */
export function sameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [parseDecimal(a), parseDecimal(b)];
  const places = Math.max(one.places, other.places);
  return rescaled(one, places) === rescaled(other, places);
}

export function isWithin(a: string, b: string, most: string): boolean {
  const distance = absolute(parseDecimal(difference(parseDecimal(a), parseDecimal(b))));
  const limit = parseDecimal(most);
  const places = Math.max(distance.places, limit.places);
  return rescaled(distance, places) <= rescaled(limit, places);
}

function absolute({ scaled, places }: ExactDecimal): ExactDecimal {
  return { scaled: scaled < 0n ? -scaled : scaled, places };
}

const defined = new WeakSet<Database>();

export function defineIsWithin(db: Database): void {
  db.function('is_within', { deterministic: true }, (a, b, most) =>
    isWithin(String(a), String(b), String(most)) ? 1 : 0,
  );
}

export function defineSameNumber(db: Database): void {
  if (defined.has(db)) return;
  db.function('same_number', { deterministic: true }, (a, b) => (sameNumber(String(a), String(b)) ? 1 : 0));
  defined.add(db);
}
