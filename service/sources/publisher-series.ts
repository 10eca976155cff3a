import { DATASETS } from '../datasets/index.ts';
import type { KnownSeries } from './known-series.ts';

/**
 * @param system whose ids: 'BLS', 'BEA', 'Federal Reserve' … as the catalogue names them.
 * @returns the series of the catalogue by the publisher's own id: `JTS000000000000000JOL`, `A065RC`, `RESPPALGUO_N.WW`.
 */
export function seriesOfPublisher(system: string): ReadonlyMap<string, KnownSeries> {
  return new Map(
    DATASETS.flatMap(({ id: dataset, series }) =>
      series.flatMap(({ code, publisherIds }) =>
        publisherIds
          .filter((known) => known.system === system)
          .map(({ id }) => [id, { dataset, code, area: '' }] as const),
      ),
    ),
  );
}
