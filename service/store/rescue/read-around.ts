/** Rows of a range in the order of the read; `isWhole` is false if the read ended early. */
export type PartRead<Row> = { rows: Row[]; isWhole: boolean };

/** A page has more keys than that, so a readable one is found between two others. */
const SMALLEST_GAP = 64;

/** Reads the rows of a range of keys around what cannot be read: from both ends, then each half of the rest. */
export function readAround<Row>(
  read: (from: number, to: number, isBackwards: boolean) => PartRead<Row>,
  keyOf: (row: Row) => number,
  from: number,
  to: number,
): Row[] {
  const { rows: begin, isWhole } = read(from, to, false);
  if (isWhole) return begin;
  const low = begin.length > 0 ? keyOf(begin.at(-1) as Row) + 1 : from;
  const back = low <= to ? read(low, to, true) : { rows: [], isWhole: true };
  const end = back.rows.reverse();
  if (back.isWhole) return [...begin, ...end];
  const high = end.length > 0 ? keyOf(end[0] as Row) - 1 : to;
  if (high - low < SMALLEST_GAP) return [...begin, ...end];
  const middle = Math.floor((low + high) / 2);
  const between = [readAround(read, keyOf, low, middle), readAround(read, keyOf, middle + 1, high)];
  return [...begin, ...between.flat(), ...end];
}
