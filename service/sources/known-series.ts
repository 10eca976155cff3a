import { DATASETS, findDataset, storedSeries } from '../datasets/index.ts';
import { adviceOnId, fredIdOf } from '../datasets/nearest-choices.ts';
import { idSuggestion } from '../datasets/nearest-name.ts';
import { entryOf, type SeriesChoice } from '../datasets/series-choice.ts';
import { isStateCode } from '../datasets/states.ts';
import type { PublisherId, Series } from '../datasets/types.ts';
import { quote } from './row-failure.ts';

/** Finds a series by the name that a file gives it, and suggests the right name if there is none. */

export type KnownSeries = Pick<PublisherId, 'scale'> & SeriesChoice;

/** @returns the stored series by a publisher's ids: `JTS000000000000000JOL`, `A065RC`, `RESPPALGUO_N.WW`. */
export function seriesOfPublisher(system: string): ReadonlyMap<string, KnownSeries> {
  return new Map(
    DATASETS.flatMap((dataset) =>
      storedSeries(dataset).flatMap(({ code, publisherIds }) =>
        publisherIds
          .filter((known) => known.system === system)
          .map(
            ({ id, scale }) =>
              [id, { dataset: dataset.id, code, area: '', ...(scale && { scale }) }] as const,
          ),
      ),
    ),
  );
}

const BY_FRED_ID = seriesOfPublisher('FRED');

/** @returns the series with this id at FRED: `ICSA`, `GAICLAIMS` (`{ST}ICLAIMS` in the catalogue). */
export function findFredSeries(id: string): KnownSeries | undefined {
  const known = BY_FRED_ID.get(id);
  if (known) return known;
  const area = id.slice(0, 2);
  const pattern = BY_FRED_ID.get(`{ST}${id.slice(2)}`);
  return pattern && isStateCode(area) ? { ...pattern, area } : undefined;
}

/** @returns a sentence about a FRED id that no series has. */
export function unknownFredId(id: string): string {
  const vintage = /^([A-Z0-9]+)_(\d{8})$/.exec(id)?.[1];
  if (vintage !== undefined && findFredSeries(vintage))
    return `${quote(id)} is an old vintage of ${vintage}; download ${vintage} itself from FRED.`;
  const [, origin, units] = /^([A-Z0-9]+)_(CHG|CH1|PCH|PC1|PCA|CCH|CCA|LOG|NBD\d{8})$/.exec(id) ?? [];
  if (origin !== undefined && findFredSeries(origin))
    return `${quote(id)} is ${origin} in other units (${units}); download ${origin} itself from FRED, in its own units.`;
  const computed = DATASETS.flatMap(({ series }) => series).find(
    ({ spread, publisherIds }) => spread && publisherIds.some((known) => known.id === id),
  );
  if (computed) return computedSeries(id, computed);
  const advice = adviceOnId(id, (choice) => (entryOf(choice).series.spread ? undefined : fredIdOf(choice)));
  return `${quote(id)} is not a FRED series that Almanac holds.${advice || importedFromFred()}`;
}

function importedFromFred(): string {
  const titles = DATASETS.filter(({ series }) =>
    series.some(({ publisherIds }) => publisherIds.some(({ system }) => system === 'FRED')),
  ).map(({ title }) => quote(title));
  return ` From FRED it imports ${titles.join(', ')}.`;
}

/** @returns a sentence on a series that is not imported but computed. @param name the file's name for it. */
export function computedSeries(name: string, { spread }: Pick<Series, 'spread'>): string {
  return `${quote(name)} is computed here: ${spread?.long} less ${spread?.short}. Import those two and leave it out.`;
}

/** @returns a sentence about a dataset id that is not in the catalogue. */
export function unknownDataset(id: string): string {
  const ids = DATASETS.map((dataset) => dataset.id);
  return `${quote(id)} is not a dataset.${idSuggestion(id, ids)}`;
}

/** @returns a sentence on a series code that the dataset lacks, with the datasets that have it. */
export function unknownSeries(dataset: string, code: string): string {
  const elsewhere = DATASETS.filter(({ series }) => series.some((one) => one.code === code)).map(
    ({ id }) => id,
  );
  const codes = storedSeries(findDataset(dataset) ?? { series: [] }).map((one) => one.code);
  const hint = elsewhere.length > 0 ? ` It is one of ${elsewhere.join(' and ')}.` : idSuggestion(code, codes);
  return `${quote(code)} is not a series of ${dataset}.${hint}`;
}
