import type { SeriesChoice, SeriesId } from '../../service/datasets/series-choice.ts';

import type { Fraction } from '../../service/series-math/types.ts';

/** What `renderer/api` gives to the screens. It is the only room of the renderer that fetches. */

/** Days of a range, `YYYY-MM-DD`, both included. */
export type DateRange = { from: string; to: string };

/** A line's observations, ascending by day. The three arrays have one length. */
export type LineColumn = {
  /** Identity of the line on the screen. */
  id: string;
  /** Day numbers (calendar/dates). */
  days: Int32Array;
  /** The publisher's own text, or the exact text of what was computed; what tables, tooltips and exports show. */
  values: readonly string[];
  /** The same as numbers, for drawing only. */
  numbers: Float64Array;
  /** Where values are rounded means: the means, for what is made of them (`Levels`). */
  exact?: readonly Fraction[];
  /** Absent where all of it is there; else its last value is not the last: more of it is coming, or is not coming any more. */
  rest?: 'coming' | 'stopped';
};

/** Observations of one series as the publisher has them. */
export type SeriesColumn = LineColumn & { id: SeriesId; choice: SeriesChoice };

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
