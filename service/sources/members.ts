import type { Failure } from '../contract/failure.ts';
import { absoluteWeight, heavierFirst, sumText } from '../series-math/list-figures.ts';
import type { FileConstituent, RowTarget } from './types.ts';

export type ListMembers = ReturnType<typeof createListMembers>;

/** @returns a collector for the members of one list; the key from `keyOf` may occur only once. */
export function createListMembers(keyOf: (row: FileConstituent) => string = ({ ticker }) => ticker) {
  const rows: FileConstituent[] = [];
  const places = new Map<string, number>();
  return {
    rows,
    /** @param at line or row of the file. @throws the failure from `twice` if the member is already there. */
    add(row: FileConstituent, at: number, duplicateFailure: (earlier: number) => Failure): void {
      const key = keyOf(row);
      const earlier = places.get(key);
      if (earlier !== undefined) throw duplicateFailure(earlier);
      places.set(key, at);
      rows.push({ ...row, row: at });
    },
  };
}

/** How many of the left-out holdings a note names. */
const NAMED = 3;

/**
 * Notes the holdings of a fund that are left out because they are not shares, and their part of the fund.
 * @param holdings with weights in percent; '' if the file gives none.
 */
export function noteLeftOut(
  target: Pick<RowTarget, 'note'>,
  holdings: readonly Pick<FileConstituent, 'name' | 'weight'>[],
): void {
  const count = holdings.length;
  if (count === 0) return;
  const size = ({ weight }: { weight: string }) => absoluteWeight(weight) || '0';
  const named = holdings.toSorted((a, b) => heavierFirst(size(a), size(b))).slice(0, NAMED);
  const names = named.map(({ name, weight }) => (weight === '' ? name : `${name} ${weight} %`)).join(', ');
  const more = count > NAMED ? ` and ${count - NAMED} more` : '';
  const sum = sumText(holdings.flatMap(({ weight }) => (weight === '' ? [] : [weight])));
  const share = count === 1 || sum === '' ? '' : `, ${sum} % of the fund in all`;
  const what =
    count === 1 ? '1 holding that is not a share was' : `${count} holdings that are not shares were`;
  target.note(`${what} left out${share}: ${names}${more}.`);
}
