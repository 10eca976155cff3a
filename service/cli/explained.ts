import type { Dataset } from '../datasets/index.ts';

import type { Format as SourceFormat } from '../sources/index.ts';
import type { Explanation, SeenList, SeenValue } from '../store/types.ts';

/** What a run's source is called, what its rows are counted in, and how its values are read. */
export type Format = Required<Pick<SourceFormat, 'title' | 'place'>> & Pick<SourceFormat, 'reading'>;

/** A value, or a list of constituents, that is or was there. */
export type Seen = (SeenValue | SeenList) & { format: Format };

/** All that the answer says, in text or JSON. */
export type Explained = {
  dataset: Dataset;
  code: string;
  /** '' where the dataset has no states. */
  area: string;
  day: number;
  unit: string;
  /** Newest first. */
  seen: Seen[];
  /** Why there is none, where the dataset's rules tell. */
  reason: string | undefined;
} & Omit<Explanation, 'values'>;
