import type { Tool } from '../types.ts';
import { COMPARE_DATES } from './compare-dates.ts';
import { DESCRIBE_SERIES } from './describe-series.ts';
import { EXPLAIN_OBSERVATION } from './explain-observation.ts';
import { GET_OBSERVATIONS } from './get-observations.ts';
import { LIST_DATASETS } from './list-datasets.ts';
import { LIST_REVISIONS } from './list-revisions.ts';
import { SEARCH_SERIES } from './search-series.ts';

/** Every tool that assistants can call, in the order in which they are likely to. */
export const TOOLS: readonly Tool[] = [
  LIST_DATASETS,
  SEARCH_SERIES,
  DESCRIBE_SERIES,
  GET_OBSERVATIONS,
  COMPARE_DATES,
  EXPLAIN_OBSERVATION,
  LIST_REVISIONS,
];
