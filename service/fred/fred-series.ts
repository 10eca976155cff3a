import { invalid } from '../api/index.ts';
import { shortened } from '../contract/failure.ts';
import { DATASETS, type Dataset } from '../datasets/index.ts';
import { adviceOnId, fredIdOf } from '../datasets/nearest-choices.ts';
import { type SeriesChoice, seriesId } from '../datasets/series-choice.ts';
import { STATES } from '../datasets/states.ts';
import type { PublisherId, Series } from '../datasets/types.ts';

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

const BY_CHOICE = new Map(FRED_SERIES.map((one) => [seriesId(one.choice), one]));

/** @returns a series by what it is in the catalogue; undefined where FRED has no id of it. */
export function fredSeriesOf(choice: SeriesChoice): FredSeries | undefined {
  return BY_CHOICE.get(seriesId(choice));
}

/**
 * @param parameter that names the series.
 * @returns the series of an id, in whatever letters.
 * @throws Refusal 422, where Almanac has no such series.
 */
export function expectSeries(parameter: string, id: string): FredSeries {
  const found = BY_ID.get(id.toUpperCase());
  if (found) return found;
  const told = shortened(id, LONGEST_TOLD);
  throw invalid(
    parameter,
    `The series does not exist.  Almanac has no series of FRED called ${told}.${adviceOnId(id, fredIdOf)}`,
  );
}

const LONGEST_TOLD = 50;
