import type { FileConstituent, FileFormat, FileHead } from '../../sources/types.ts';
import type { KnownFile } from '../../sources/unrecognised.ts';
import type { SourceWays } from '../../sources/ways.ts';
import type { ObservationsDefinition } from '../types.ts';

/** The source of a dataset's data. Only the service uses it; the definition also serves the page. */
type SourceOfDataset = {
  /** Each source that a refresh fetches, with its ways in order; empty if files can only be imported. */
  fetched: readonly SourceWays[];
  /** Formats of the publishers' own files. `service/sources` has those for every dataset (long CSV, FRED). */
  formats: readonly FileFormat[];
  /** Other files of the publisher on this subject, which people download in place of the right one. */
  notImported?: readonly KnownFile[];
  /** @returns the rest of a sentence 'FILE …' about a file that only looks like this dataset's. */
  describeOtherFile?(head: FileHead): string | undefined;
};

export type ObservationsSource = SourceOfDataset & {
  kind: 'observations';
  sample: SampleMaker;
  /** First day of the sample, `YYYY-MM-DD`, if the whole history would make the first start too slow. */
  sampleFrom?: string;
};
export type ListSource = SourceOfDataset & { kind: 'list'; sample: () => ListSample };
export type DatasetSource = ObservationsSource | ListSource;

/** One made-up series: `values[i]` is the value on day number `days[i]`, ascending. `area` is a state. */
export type SampleSeries = {
  code: string;
  area?: string;
  days: readonly number[];
  values: readonly string[];
};

export type ListSample = { code: string; rows: readonly FileConstituent[] };

/**
 * @returns a series' days, from its start to the newest that can be out.
 * @param definition the series' dataset, if it is not the one being made.
 */
export type SampleDays = (code: string, definition?: ObservationsDefinition) => readonly number[];

/**
 * Makes the series of one dataset. A day's value depends only on that day and earlier ones, so a sample made
 * later just has more days. Uses only additions, multiplications and divisions: sine and exponential differ
 * in the last digit between machines, and the bytes must be the same everywhere.
 */
export type SampleMaker = (days: SampleDays) => SampleSeries[];
