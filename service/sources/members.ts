import type { Failure } from '../contract/failure.ts';
import { absoluteWeight, heavierFirst, sumText } from '../series-math/list-figures.ts';
import type { FileConstituent, RowTarget } from './types.ts';

/** The members of one list, each of which may be there once. */
export type ListMembers = ReturnType<typeof createListMembers>;

/** @param keyOf tells members apart. */
export function createListMembers(keyOf: (row: FileConstituent) => string = ({ ticker }) => ticker) {
  const rows: FileConstituent[] = [];
  const places = new Map<string, number>();
  return {
    rows,
    /**
     * @param at line or row of the file.
     * @throws what `twice` makes, where the member was added already, at `earlier`.
     */
    add(row: FileConstituent, at: number, twice: (earlier: number) => Failure): void {
      const key = keyOf(row);
      const earlier = places.get(key);
      if (earlier !== undefined) throw twice(earlier);
      places.set(key, at);
      rows.push({ ...row, row: at });
    },
  };
}

/** How many of the holdings that are left out a note names. */
const NAMED = 3;

/** The holdings of a fund that are not shares, which its list of constituents leaves out. */
export function createLeftOut() {
  const holdings: { name: string; weight: string }[] = [];
  return {
    /** @param weight in percent; `undefined` where the file gives none. */
    add(name: string, weight: string | undefined): void {
      holdings.push({ name, weight: weight ?? '' });
    },
    /** Says what was left out, and which part of the fund it is. */
    note(target: Pick<RowTarget, 'note'>): void {
      const count = holdings.length;
      if (count === 0) return;
      const size = ({ weight }: { weight: string }) => absoluteWeight(weight) || '0';
      const named = holdings.toSorted((a, b) => heavierFirst(size(a), size(b))).slice(0, NAMED);
      const names = named
        .map(({ name, weight }) => (weight === '' ? name : `${name} ${weight} %`))
        .join(', ');
      const more = count > NAMED ? ` and ${count - NAMED} more` : '';
      const sum = sumText(holdings.flatMap(({ weight }) => (weight === '' ? [] : [weight])));
      const share = count === 1 || sum === '' ? '' : `, ${sum} % of the fund in all`;
      target.note(
        `${count === 1 ? '1 holding that is not a share was' : `${count} holdings that are not shares were`} left out${share}: ${names}${more}.`,
      );
    },
  };
}
