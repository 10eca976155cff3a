import type { SeenValue } from './types.ts';

/** @returns where in its file a value or list stood: `line 12`, `rows 677, 690 and 702, summed`; null where that was not kept. */
export function seenPlace(
  { row, summedRows = null }: Pick<SeenValue, 'row'> & Partial<Pick<SeenValue, 'summedRows'>>,
  { place = 'line' }: { place?: string },
): string | null {
  if (row === null) return null;
  if (summedRows === null) return `${place} ${row}`;
  const last = summedRows.at(-1);
  return `${place}s ${summedRows.slice(0, -1).join(', ')} and ${last}, summed`;
}
