import { AREAS, type AreaTable, byAreaName } from './area-table.ts';

/** How much one area's claims changed, × 10^`places`; `area` is its place in `AREAS`. */
export type AreaChange = { area: number; change: number };

/** The changes of a week by area. */
export type AreaChanges = {
  /** Largest first, whatever its sign; of equal ones by name. Areas that lack one of the two weeks are left out. */
  changes: readonly AreaChange[];
  /** Their sum. It is the nation's change only where all 53 areas are there. */
  sum: number;
  isWhole: boolean;
};

/** @returns who changed by how much, from the row `back` before. The parts add up exactly to the sum. */
export function movedAreas({ scaled }: AreaTable, row: number, back: number): AreaChanges {
  const changes = AREAS.flatMap((_, area): AreaChange[] => {
    const change = (scaled[area]?.[row] ?? Number.NaN) - (scaled[area]?.[row - back] ?? Number.NaN);
    return Number.isNaN(change) ? [] : [{ area, change }];
  });
  return {
    changes: changes.sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || byAreaName(a.area, b.area)),
    sum: changes.reduce((sum, { change }) => sum + change, 0),
    isWhole: changes.length === AREAS.length,
  };
}
