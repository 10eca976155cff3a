import { difference, type ExactDecimal, parseDecimal, rescaled } from '../series-math/exact-decimal.ts';
import type { Database } from './open-database.ts';

/** @returns whether two value texts are exactly the same number, as `5.60` and `5.6`. Computed in decimals, without floating-point numbers. */
export function sameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [parseDecimal(a), parseDecimal(b)];
  const places = Math.max(one.places, other.places);
  return rescaled(one, places) === rescaled(other, places);
}

/** @returns whether two value texts differ by at most `most`, computed exactly. */
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

/** Defines the SQL function `is_within(a, b, most)` on a connection: see `isWithin`. */
export function defineIsWithin(db: Database): void {
  db.function('is_within', { deterministic: true }, (a, b, most) =>
    isWithin(String(a), String(b), String(most)) ? 1 : 0,
  );
}

/** Defines the SQL function `same_number(a, b)` on a connection: see `sameNumber`. */
export function defineSameNumber(db: Database): void {
  if (defined.has(db)) return;
  db.function('same_number', { deterministic: true }, (a, b) => (sameNumber(String(a), String(b)) ? 1 : 0));
  defined.add(db);
}
