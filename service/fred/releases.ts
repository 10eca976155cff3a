import { Type } from 'typebox';
import { invalid, text } from '../api/index.ts';
import { DATASETS, type Dataset } from '../datasets/index.ts';
import type { FredRelease } from '../datasets/types.ts';
import { fredRoute } from './fred-route.ts';
import { expectSeries, FRED_SERIES, type FredSeries } from './fred-series.ts';
import { FILE_TYPE, realTime, SERIES_ID } from './parameters.ts';
import { realTimeFacts, realTimeOf } from './real-time.ts';
import { SERIES_LIST_BODY, SERIES_RELEASE_BODY } from './schemas.ts';
import { LIST_PARAMETERS, NO_TAGS, seriesList } from './series-list.ts';

/** Releases by FRED's numbers: of which a series is, and which series one has. */

export const RELEASE_ID = text('FRED’s number of the release', {
  example: '180',
  right: '180',
  isCheckedLater: true,
});

/** A release with the dataset that its series are in, whose rule says when they come out. */
export type ReleasedDataset = FredRelease & { dataset: Dataset };

const RELEASES: readonly ReleasedDataset[] = DATASETS.flatMap((dataset) => {
  const all = [dataset, ...dataset.series].flatMap(({ fredRelease }) => fredRelease ?? []);
  return [...new Map(all.map((one) => [one.id, { ...one, dataset }])).values()];
});

/** @returns FRED's release of a series; undefined where FRED has none. */
function releaseOf({ dataset, series }: Pick<FredSeries, 'dataset' | 'series'>): FredRelease | undefined {
  return series.fredRelease ?? dataset.fredRelease;
}

/** @returns a release, or all. @throws Refusal 422 where Almanac has nothing of it, with the releases that it has. */
export function expectRelease(id?: string): readonly ReleasedDataset[] {
  const found = RELEASES.filter((one) => id === undefined || String(one.id) === id);
  if (found.length > 0) return found;
  const known = RELEASES.map((one) => `${one.id} (${one.name})`).join(', ');
  throw invalid('release_id', `The release does not exist.  Almanac has series of the releases ${known}.`);
}

/** `GET /fred/release/series`. */
export const RELEASE_SERIES = fredRoute(
  {
    path: '/fred/release/series',
    id: 'get_fred_release_series',
    summary: 'The series of a release',
    description: 'As `fred/release/series` of FRED: those that Almanac holds observations of.',
    query: Type.Object({ release_id: RELEASE_ID, ...LIST_PARAMETERS }),
    answered: { description: 'Series', json: { schema: SERIES_LIST_BODY }, xml: true },
    missing: NO_TAGS,
  },
  async (values, about) => {
    expectRelease(values.release_id);
    const found = FRED_SERIES.filter((one) => String(releaseOf(one)?.id) === values.release_id);
    return seriesList(found, values, 'series_id', about);
  },
);

/** `GET /fred/series/release`. */
export const SERIES_RELEASE = fredRoute(
  {
    path: '/fred/series/release',
    id: 'get_fred_series_release',
    summary: 'The release of a series',
    description:
      'As `fred/series/release` of FRED; a series whose release FRED has no number for here has none.',
    query: Type.Object({
      series_id: SERIES_ID,
      file_type: FILE_TYPE,
      ...realTime({ start: 'today', end: 'today' }),
    }),
    answered: { description: 'One release', json: { schema: SERIES_RELEASE_BODY }, xml: true },
    missing: {},
  },
  async (values, { now }) => {
    const one = expectSeries('series_id', values.series_id);
    const { dataset, series } = one;
    const time = realTimeFacts(realTimeOf(values, now));
    const release = releaseOf(one);
    // FRED computes its spreads itself: nobody publishes them.
    const isPublished = series.spread === undefined;
    return {
      datasets: [dataset.id],
      list: 'releases',
      item: 'release',
      facts: time,
      items: release
        ? [
            {
              facts: {
                id: release.id,
                ...time,
                name: release.name,
                press_release: String(isPublished),
                ...(isPublished && { link: dataset.source.url }),
              },
            },
          ]
        : [],
    };
  },
);
