import type { Format, Head } from '../../sources/types.ts';
import type { Source } from '../../sources/ways.ts';
import type { ListSample, SampleMaker } from '../sample/types.ts';

/** Where the data of a dataset come from: what the service knows of it beyond its definition. */

type Supplied = {
  /** What a refresh fetches, each by the first of its ways that works; none where only files can be imported. */
  fetched: readonly Source[];
  /** The publishers' own files. The long CSV and FRED's files serve every dataset: they stand in `service/sources`. */
  formats: readonly Format[];
  /**
   * Knows files that look like this dataset's and are not.
   * @returns the rest of a sentence that begins with the file's name, or `undefined`.
   */
  mistake?(head: Head): string | undefined;
};

export type ObservationsSource = Supplied & {
  kind: 'observations';
  sample: SampleMaker;
  /** First day of the sample where the whole history would take a first start too long, `YYYY-MM-DD`. */
  sampleFrom?: string;
};
export type ListSource = Supplied & { kind: 'list'; sample: () => ListSample };
export type DatasetSource = ObservationsSource | ListSource;
