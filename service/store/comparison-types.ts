import type { ListChange } from '../contract/ingest.ts';
import type { AbsentDays, PublishMany, SeriesKey } from './types.ts';

/** What a publish would do to one dataset. `first` and `last` are day numbers; null if the publish has no rows of it. */
export type ComparedDataset = {
  dataset: string;
  rows: number;
  /** Number of series, or of lists of constituents. */
  series: number;
  added: number;
  revised: number;
  unchanged: number;
  /** Number of rounded values from a substitute source that the publisher's exact figures would replace; also counted in `unchanged`. */
  refined: number;
  first: number | null;
  last: number | null;
  /** Whether the publish would replace sample data. */
  replacesSample: boolean;
  /** What would change in each list of constituents; absent if there are none. */
  lists?: readonly ListChange[];
};

/** A value that would be revised. For weights of constituents, `area` is the ticker. `day` is a day number. */
export type ComparedRevision = SeriesKey & { day: number; before: string; after: string };

/** What a publish would do to the stored data. */
export type Comparison = { datasets: ComparedDataset[]; revisions: ComparedRevision[]; absent: AbsentDays[] };

/** A publish that is compared with the stored data and never stored. */
export type PublishPreview = {
  many: PublishMany;
  /**
   * Call it once, after all rows were added.
   * @param longestGap in days, as in `PublishedRun.absentDays`.
   * @param most the largest number of revisions to return, the newest.
   */
  compare(longestGap: number, most: number): Comparison;
  /** As `PublishedRun.heldLargest`. Call it after `compare`. `undefined` also if the store has only sample data. */
  heldLargest(series: SeriesKey, enough: number): string | undefined;
  close(): void;
};
