import type { Failure } from '../contract/failure.ts';
import type { ConstituentRow } from './types.ts';

/** The members of one list, each of which may be there once. */
export type Members = {
  rows: ConstituentRow[];
  /**
   * @param at line or row of the file.
   * @throws what `twice` makes, where the member was added already, at `earlier`.
   */
  add(row: ConstituentRow, at: number, twice: (earlier: number) => Failure): void;
};

/** @param keyOf tells members apart. */
export function createMembers(keyOf: (row: ConstituentRow) => string = ({ ticker }) => ticker): Members {
  const rows: ConstituentRow[] = [];
  const places = new Map<string, number>();
  return {
    rows,
    add(row, at, twice) {
      const key = keyOf(row);
      const earlier = places.get(key);
      if (earlier !== undefined) throw twice(earlier);
      places.set(key, at);
      rows.push({ ...row, row: at });
    },
  };
}
