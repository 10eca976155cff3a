import type { AbsentDays, ListChange, PublishMany, SeriesKey } from './types.ts';

/** What a preview gives. */

export type ComparedDataset = {
  dataset: string;
  rows: number;
  /** Series, or lists of constituents. */
  series: number;
  added: number;
  revised: number;
  unchanged: number;
  /** Roundings that the publisher's own figures would replace; they count as unchanged too. */
  refined: number;
  first: number | null;
  last: number | null;
  /** Sample data are held, and would go. */
  replacesSample: boolean;
  /** What would become of each list of constituents; absent where there are none. */
  lists?: readonly ListChange[];
};

/** `area` is the ticker where the values are weights of constituents. */
export type ComparedRevision = SeriesKey & { day: number; before: string; after: string };

/** What a publish would do to what is held. */
export type Comparison = { datasets: ComparedDataset[]; revisions: ComparedRevision[]; absent: AbsentDays[] };

/** A publish that is only looked at. */
export type Preview = {
  many: PublishMany;
  /**
   * Called once, when all rows have come.
   * @param longestGap as in `PublishedRun.absentDays`.
   * @param most how many revisions are given, the newest.
   */
  compare(longestGap: number, most: number): Comparison;
  /** As `PublishedRun.heldLargest`, after `compare`; `undefined` also where only sample data are held. */
  heldLargest(series: SeriesKey, enough: number): string | undefined;
  close(): void;
};
