import { LRUCache } from 'lru-cache';
import { Failure } from '../contract/failure.ts';
import type { Dataset } from '../datasets/index.ts';

import { type CountedRows, countRows, type Derivation, derivedPages } from '../derived/index.ts';
import { NO_ROWS, type ObservationRows, type SeriesSelection } from '../store/index.ts';
import type { Context } from './context.ts';

/** Yields in other units or at a lower frequency, paged by offset like published yields. */
export type DerivedYields = {
  total: number;
  page(offset: number, limit: number): ObservationRows & { total: number };
};

/** Rows between two remembered positions. To reach an offset, at most so many rows are calculated and skipped. */
const STEP = 5_000;
const ATTEMPTS = 3;
/** How many questions have their number of rows remembered. */
const MOST = 50;

export type ReadDerivedYields = (
  question: { dataset: Dataset; selection: SeriesSelection; derivation: Derivation; canonical: string },
  isWanted: () => boolean,
) => Promise<DerivedYields | undefined>;

/** @returns a function that counts the rows of a question once for each data version; `undefined` if the client has gone. */
export function rememberDerivedYields({ reader }: Pick<Context, 'reader'>): ReadDerivedYields {
  const known = new LRUCache<string, Pick<CountedRows, 'total' | 'stops'>>({ max: MOST });
  return async ({ dataset, selection, derivation, canonical }, isWanted) => {
    const read = derivedPages(reader, dataset, selection, derivation);
    for (let attempt = 1; ; attempt++) {
      const version = reader.dataVersion();
      const key = `${version} ${selection.codes.join(',')}?${canonical}`;
      let counted = known.get(key);
      if (!counted) {
        const found = await countRows(read, STEP, isWanted);
        if (!found) return undefined;
        counted = { total: found.total, stops: found.stops };
        if (reader.dataVersion() === version) known.set(key, counted);
        else if (attempt < ATTEMPTS) continue;
        else throw new Failure('folder_in_use', 'The data change faster than they can be counted.');
      }
      const { total, stops } = counted;
      return {
        total,
        page(offset, limit) {
          const stop = Math.min(Math.floor(offset / STEP), stops.length);
          const after = stop === 0 ? undefined : stops[stop - 1];
          const skip = offset - stop * STEP;
          // Nothing to calculate past the end.
          if (offset >= total) return { ...NO_ROWS, total };
          return { ...read({ after, skip, limit }), total };
        },
      };
    }
  };
}
