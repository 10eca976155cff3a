import type { Dataset } from '../datasets/index.ts';

import type { FileFormat as SourceFormat } from '../sources/index.ts';
import type { Explanation, ListVintage, ValueVintage } from '../store/index.ts';

/** Title of a run's source, what it calls a row ('line', 'record'), and how its values are read. */
type RunFormat = Required<Pick<SourceFormat, 'title' | 'place'>> & Pick<SourceFormat, 'reading'>;

/** A current or earlier value, or list of constituents. */
export type Seen = (ValueVintage | ListVintage) & { format: RunFormat };

/** The content of an explanation, for text and JSON. */
export type ExplainedObservation = {
  dataset: Dataset;
  code: string;
  /** '' where the dataset has no states. */
  area: string;
  day: number;
  unit: string;
  /** Newest first. */
  seen: Seen[];
  /** Why there is no value, if the dataset's rules say it. */
  reason: string | undefined;
} & Omit<Explanation, 'values'>;
