import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type SeriesId, seriesId } from '../../service/datasets/series-choice.ts';
import type { DateRange, PublishedColumn, SeriesRequest } from '../../service/view/types.ts';
import type { LoadedColumn } from './columns.ts';

/**
 * Columns in the query cache: one for each data version, series and requested range. A range inside a completely loaded column is
 * cut from that column and gets no entry of its own, so zooming in loads and stores nothing twice.
 */

const ROOT = 'column';

/** Matches every column: for cancelling. */
export const ALL_COLUMNS: QueryKey = [ROOT];

/** @returns the identity of a column: that of its series and, of data as they were known then, the instant. */
export function columnId({ choice, asOf }: Pick<SeriesRequest, 'choice' | 'asOf'>): string {
  return asOf === undefined ? seriesId(choice) : `${seriesId(choice)}@${asOf}`;
}

export function columnKey(version: string | undefined, id: string, { from, to }: DateRange): QueryKey {
  return [ROOT, version, id, from, to];
}

/** @returns the range of a completely loaded column that covers `range`, else `range` itself. */
export function coveringRange(
  client: QueryClient,
  version: string | undefined,
  id: string,
  range: DateRange,
): DateRange {
  const columns = client.getQueriesData<LoadedColumn>({ queryKey: [ROOT, version, id] });
  const covering = columns.find(([key, loaded]) => loaded?.isWhole && covers(rangeOf(key), range));
  return covering ? rangeOf(covering[0]) : range;
}

/** @returns a completely loaded column that covers `range`, if there is one. */
export function wholeColumn(
  client: QueryClient,
  version: string | undefined,
  id: SeriesId,
  range: DateRange,
): PublishedColumn | undefined {
  const columns = client.getQueriesData<LoadedColumn>({ queryKey: [ROOT, version, id] });
  return columns.find(([key, loaded]) => loaded?.isWhole && covers(rangeOf(key), range))?.[1]?.column;
}

/**
 * Removes columns that are not on the screen and not needed again: those of another data version, and those inside a wider
 * column. The others expire with the cache.
 */
export function forgetNeedless(client: QueryClient, version: string): void {
  client.removeQueries({
    queryKey: ALL_COLUMNS,
    type: 'inactive',
    predicate: ({ queryKey: key }) => {
      const range = rangeOf(key);
      const widest = coveringRange(client, version, key[2] as string, range);
      return key[1] !== version || widest.from !== range.from || widest.to !== range.to;
    },
  });
}

function rangeOf(key: QueryKey): DateRange {
  const [from, to] = key.slice(-2) as [string, string];
  return { from, to };
}

function covers(wide: DateRange, narrow: DateRange): boolean {
  return wide.from <= narrow.from && wide.to >= narrow.to;
}
