import type { SeriesColumn } from '../../service/view/types.ts';

export type LoadProgress = {
  loaded: number;
  /** Rows in all as far as it is known (from the catalogue's counts), else undefined. */
  total: number | undefined;
};

export type Observations = {
  /** In the order asked for. While a new range loads: what has come so far, or the old ones until the first page is there. */
  columns: readonly SeriesColumn[];
  /** True while `columns` still belong to the range or series asked for before. */
  isStale: boolean;
  isLoading: boolean;
  /** True when loading was cancelled before the last page: what is shown is not all; `retry` goes on. */
  isPartial: boolean;
  progress: LoadProgress;
  error: Error | undefined;
  /** Stops following pages; what has come stays. */
  cancel: () => void;
  retry: () => void;
};
