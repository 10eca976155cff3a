import type { FileConstituent, FileFormat, FileHead } from '../../sources/types.ts';
import type { KnownFile } from '../../sources/unrecognised.ts';
import type { SourceWays } from '../../sources/ways.ts';
import type { ObservationsDefinition } from '../types.ts';

/** Where the data of a dataset come from. Only the service knows this; the definition is for the page too. */
type SourceOfDataset = {
  /** What a refresh fetches, each by the first of its ways that works; empty where files can only be imported. */
  fetched: readonly SourceWays[];
  /** Formats of the publishers' own files. Those that serve every dataset (long CSV, FRED) are in `service/sources`. */
  formats: readonly FileFormat[];
  /** Other files of its publisher and of this subject, which people download in place of the right one. */
  notImported?: readonly KnownFile[];
  /** @returns what a file is that looks like this dataset's but is something else: the rest of a sentence that begins with its name. */
  mistake?(head: FileHead): string | undefined;
};

export type ObservationsSource = SourceOfDataset & {
  kind: 'observations';
  sample: SampleMaker;
  /** First day of the sample, `YYYY-MM-DD`, where a sample of the whole history would make the first start too slow. */
  sampleFrom?: string;
};
export type ListSource = SourceOfDataset & { kind: 'list'; sample: () => ListSample };
export type DatasetSource = ObservationsSource | ListSource;

/** One made-up series: `values[i]` is the value of the day number `days[i]`; days ascend. `area`: a state, where the dataset has them. */
export type SampleSeries = {
  code: string;
  area?: string;
  days: readonly number[];
  values: readonly string[];
};

export type ListSample = { code: string; rows: readonly FileConstituent[] };

/**
 * The days that a series is made for: from its start to the newest day that can be out.
 * @param of the dataset of the series, where it is not the one that is being made.
 */
export type SampleDays = (code: string, of?: ObservationsDefinition) => readonly number[];

/**
 * Makes the series of one dataset. The value of a day depends on that day and those before it, never on where the range
 * ends, so a sample that is made later only has more days. Only additions, multiplications and divisions are used: sine and
 * exponential differ in the last digit between machines, and the bytes must be the same everywhere.
 */
export type SampleMaker = (days: SampleDays) => SampleSeries[];
