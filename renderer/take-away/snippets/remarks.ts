import type { Program } from '../program.ts';

/**
 * @returns comment lines: where the key comes from, that yields come whole, and what the API cannot say of the view.
 * @param mark '#' or '//' @param left what the program leaves out
 */
export function remarks(
  { hasYields, range, left }: Pick<Program, 'hasYields' | 'range' | 'left'>,
  mark: string,
  isFiltered = true,
): string[] {
  return [
    `${mark} Needs ALMANAC_API_KEY in the environment: a key from Almanac, API access.`,
    ...(hasYields ? [`${mark} ${yieldsRemark(range, isFiltered)}`] : []),
    ...leftRemarks(left, mark),
  ];
}

/** @param isFiltered whether the program narrows them itself. */
export function yieldsRemark({ from, to }: Program['range'], isFiltered: boolean): string {
  const then = isFiltered
    ? `those of ${from} to ${to} are kept`
    : `the chart shows those of ${from} to ${to}`;
  return `The API has no dates for yields: all of them come, and ${then}.`;
}

export function leftRemarks(left: readonly string[], mark: string): string[] {
  return left.map((what) => `${mark} Not in the API, computed by the app: ${what}.`);
}
