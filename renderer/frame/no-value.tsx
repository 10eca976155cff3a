import { VisuallyHidden } from '@mantine/core';

/** In a cell that has no number. */
export const NO_VALUE = '–';

/** @returns what an empty place says: 'Almanac holds no yields yet.' */
export const noDataText = (what = 'data of this'): string => `Almanac holds no ${what} yet.`;

/** `NO_VALUE`, as a screen reader says it. */
export function NoValue() {
  return (
    <span className="quiet">
      <span aria-hidden>{NO_VALUE}</span>
      <VisuallyHidden>no value</VisuallyHidden>
    </span>
  );
}
