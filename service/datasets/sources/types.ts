import type { KnownFile } from '../../sources/known-files.ts';
import type { FileFormat, FileHead } from '../../sources/types.ts';
import type { SourceWays } from '../../sources/ways.ts';
import type { ListSample, SampleMaker } from '../sample/types.ts';

/** Where the data of a dataset come from. Only the service knows this; the definition is for the page too. */

type SourceOfDataset = {
  /** What a refresh fetches, each by the first of its ways that works; empty where files can only be imported. */
  fetched: readonly SourceWays[];
  /** Formats of the publishers' own files. Those that serve every dataset (long CSV, FRED) are in `service/sources`. */
  formats: readonly FileFormat[];
  /** Other files of its publisher and of this subject, which people download in place of the right one. */
  notImported?: readonly KnownFile[];
  /**
   * Recognises files that look like this dataset's but are something else.
   * @returns the rest of a sentence that begins with the file's name, or `undefined`.
   */
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
