import { DATASETS, type Dataset } from '../datasets/index.ts';
import { nearestName } from '../datasets/nearest-name.ts';
import type { SeriesChoice } from '../datasets/series-choice.ts';
import { STATES } from '../datasets/states.ts';
import type { PublisherId, Series } from '../datasets/types.ts';
import { invalid } from '../http/index.ts';

/** A series of Almanac by FRED's id. Of series by state, each state has its own. */
export type FredSeries = {
  id: string;
  dataset: Dataset;
  series: Series;
  choice: SeriesChoice;
  /** FRED's unit, where it differs from the series'. */
  scale: PublisherId['scale'];
};

/** Every series that has an id of FRED, in the order of the catalogue. */
export const FRED_SERIES: readonly FredSeries[] = DATASETS.flatMap((dataset) =>
  dataset.series.flatMap((series) => {
    const named = series.publisherIds.find(({ system }) => system === 'FRED');
    if (!named) return [];
    return (dataset.byState ? Object.keys(STATES) : ['']).map((area) => ({
      id: named.id.replace('{ST}', area),
      dataset,
      series,
      choice: { dataset: dataset.id, code: series.code, area },
      scale: named.scale,
    }));
  }),
);

const BY_ID = new Map(FRED_SERIES.map((one) => [one.id, one]));

/**
 * @param parameter that names the series.
 * @returns the series of an id, in whatever letters.
 * @throws Refusal 422 with the nearest id, where Almanac has no such series.
 */
export function expectSeries(parameter: string, id: string): FredSeries {
  const found = BY_ID.get(id.toUpperCase());
  if (found) return found;
  const meant = nearestName(id, [...BY_ID.keys()]);
  const near = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw invalid(
    parameter,
    `The series does not exist.  Almanac has no series of FRED called ${id.slice(0, 50)}.${near}`,
  );
}
