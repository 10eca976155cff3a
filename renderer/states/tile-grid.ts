import { isStateCode, type StateCode } from '../../service/datasets/states.ts';

/**
 * The areas as equal tiles: the familiar arrangement of NPR with Puerto Rico and the Virgin Islands. Small states are as easy to find as
 * large ones, which on a map of the land they are not.
 */
const ROWS = [
  'AK .. .. .. .. .. .. .. .. .. ME',
  '.. .. .. .. .. .. .. .. .. VT NH',
  'WA ID MT ND MN IL WI MI NY RI MA',
  'OR NV WY SD IA IN OH PA NJ CT ..',
  'CA UT CO NE MO KY WV VA MD DE ..',
  '.. AZ NM KS AR TN NC SC DC .. ..',
  '.. .. .. OK LA MS AL GA .. .. ..',
  'HI .. .. TX .. .. .. .. FL PR VI',
].map((row) => row.split(' '));

export const GRID_COLUMNS = 11;
export const GRID_ROWS = ROWS.length;

export type GridPlace = { column: number; row: number };

/** Where each of the 53 areas stands. */
export const PLACES: ReadonlyMap<StateCode, GridPlace> = new Map(
  ROWS.flatMap((cells, row) =>
    cells.flatMap((code, column) => (isStateCode(code) ? [[code, { column, row }] as const] : [])),
  ),
);

/** Which way an arrow key goes. */
export const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * @returns the next tile in the direction of an arrow: in the same row or column over holes, or else the nearest tile of a row or
 *   column further on; the same tile at the edge.
 */
export function neighbour(from: StateCode, [right, down]: readonly [number, number]): StateCode {
  const at = PLACES.get(from) as GridPlace;
  let best: { code: StateCode; distance: number } | undefined;
  for (const [code, { column, row }] of PLACES) {
    const [dx, dy] = [column - at.column, row - at.row];
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (ahead <= 0) continue;
    // A tile straight ahead wins, however far; then the one least to the side.
    const distance = aside * 100 + ahead;
    if (best === undefined || distance < best.distance) best = { code, distance };
  }
  return best?.code ?? from;
}
