import type { SeriesColumn } from '../../service/view/types.ts';

export type LoadProgress = {
  loaded: number;
  /** The number of rows, where the catalogue's counts tell it. */
  total: number | undefined;
};

export type Observations = {
  /** In the order of the request. While a new range loads: the old columns until the first page, then what has arrived. */
  columns: readonly SeriesColumn[];
  /** True while `columns` still belong to the range or series before. */
  isStale: boolean;
  isLoading: boolean;
  /** True when loading was cancelled before the last page; `retry` continues it. */
  isPartial: boolean;
  progress: LoadProgress;
  error: Error | undefined;
  /** Stops loading; what has arrived stays. */
  cancel: () => void;
  retry: () => void;
};
