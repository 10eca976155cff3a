import type { PublishedColumn } from '../../service/view/types.ts';

/** Observations as an answer of the API has them, by ascending date. */
export type ObservationAnswer = { rows: readonly { date: string; value: string }[] };

export type LoadProgress = {
  loaded: number;
  /** The number of rows, where the catalogue's counts tell it. */
  total: number | undefined;
};

export type Observations = {
  /** In the order of the request. While a new range loads: the old columns until the first page, then what has arrived. */
  columns: readonly PublishedColumn[];
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
