import { shortened } from '../contract/failure.ts';
import { DATASETS, type Dataset } from '../datasets/index.ts';
import { nearestChoices, wordsForId } from '../datasets/nearest-choices.ts';
import { nearestName } from '../datasets/nearest-name.ts';
import { type SeriesChoice, seriesId, shortTitle } from '../datasets/series-choice.ts';
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

const BY_CHOICE = new Map(FRED_SERIES.map((one) => [seriesId(one.choice), one]));

/** @returns a series by what it is in the catalogue; undefined where FRED has no id of it. */
export function fredSeriesOf(choice: SeriesChoice): FredSeries | undefined {
  return BY_CHOICE.get(seriesId(choice));
}

/**
 * @param parameter that names the series.
 * @returns the series of an id, in whatever letters.
 * @throws Refusal 422 with the nearest ids, where Almanac has no such series.
 */
export function expectSeries(parameter: string, id: string): FredSeries {
  const found = BY_ID.get(id.toUpperCase());
  if (found) return found;
  const told = shortened(id, LONGEST_TOLD);
  throw invalid(
    parameter,
    `The series does not exist.  Almanac has no series of FRED called ${told}.${nearestTold(id)}`,
  );
}

const LONGEST_TOLD = 50;
const MOST_NEAREST = 3;
/** Stands for any state where a series has one history for each. */
const ANY_STATE = 'CA';

/** @returns ' Did you mean ICSA?' where a letter is wrong, else ' Nearest: …' as the search knows it, else nothing. */
function nearestTold(id: string): string {
  const meant = wordsForId(id) === undefined ? nearestName(id, [...BY_ID.keys()]) : undefined;
  if (meant !== undefined) return ` Did you mean ${meant}?`;
  const near = nearestChoices(id, ANY_STATE);
  const told = near.flatMap((choice) => {
    const one = fredSeriesOf(choice);
    return one ? [`${one.id} (${shortTitle(choice)})`] : [];
  });
  if (told.length > 0) return ` Nearest: ${told.slice(0, MOST_NEAREST).join('; ')}.`;
  const [other] = near;
  return other ? ` Nearest, without an id of FRED: ${seriesId(other)} (${shortTitle(other)}).` : '';
}
