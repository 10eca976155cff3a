import { assertNever } from '../../service/contract/failure.ts';
import { entryOf, type SeriesChoice } from '../../service/datasets/series-choice.ts';
import { isStateCode, STATES } from '../../service/datasets/states.ts';

export const FACETS = ['frequency', 'adjustment', 'region', 'unit', 'dataset'] as const;
export type Facet = (typeof FACETS)[number];
/** The values that search results are narrowed to. A facet that is absent is not narrowed. */
export type Narrowing = Readonly<Partial<Record<Facet, string>>>;

export type FacetValue = { facet: Facet; value: string; count: number };

/** @returns the value that a series has for a facet: 'Weekly', 'SA', 'Texas', 'persons', 'Weekly unemployment claims'. */
export function facetOf(choice: SeriesChoice, facet: Facet): string {
  const { dataset, series } = entryOf(choice);
  switch (facet) {
    case 'frequency':
      return series.frequency;
    case 'adjustment':
      return series.seasonalAdjustment;
    case 'region':
      return isStateCode(choice.area) ? STATES[choice.area] : 'United States';
    case 'unit':
      return series.unit;
    case 'dataset':
      return dataset.title;
    default:
      return assertNever(facet);
  }
}

/** @returns the series that have all these values. */
export function narrowedSeries(choices: readonly SeriesChoice[], to: Narrowing): SeriesChoice[] {
  return choices.filter((choice) =>
    FACETS.every((facet) => to[facet] === undefined || facetOf(choice, facet) === to[facet]),
  );
}

/**
 * @returns the values that results can be narrowed to, each with its number of results. Counted are the results that the other
 * facets leave. A facet with a single value is left out, unless it is narrowed.
 */
export function facetValues(choices: readonly SeriesChoice[], to: Narrowing): FacetValue[] {
  return FACETS.flatMap((facet) => {
    const left = narrowedSeries(choices, { ...to, [facet]: undefined });
    const groups = Map.groupBy(left, (choice) => facetOf(choice, facet));
    if (groups.size < 2 && to[facet] === undefined) return [];
    return [...groups].map(([value, { length: count }]) => ({ facet, value, count }));
  });
}
