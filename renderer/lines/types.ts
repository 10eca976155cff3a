import type { Units } from '../../service/contract/transforms.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { Recipe } from '../../service/series-math/derive.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import type { LineColumn } from '../api/index.ts';
import type { LineId, LineStyle } from '../view/index.ts';

/** A line as it is drawn, listed and exported: a series after its transforms, or a formula of several. */
export type Line = {
  id: LineId;
  slot: number;
  hidden: boolean;
  style: LineStyle;
  /** Short, for chip, tooltip and column: 'Quits rate, SA'. What was done to it is in `unitText`. */
  title: string;
  /** Where the line is a series. */
  choice: SeriesChoice | undefined;
  /** Where it is computed of others: the text as typed. */
  formula: string | undefined;
  units: Units;
  /** Unit of the values: '%', 'persons', '' where they have none. */
  unit: string;
  /** In full, for the axis: 'Percent change from year ago'. */
  unitText: string;
  cadence: Cadence;
  /** The way to that cadence, where it is lower than the published one. */
  to: Recipe['to'];
  /** Periods of its moving average. */
  average: number | undefined;
  /** The day that is 100, where it is an index and has one. */
  baseDay: number | undefined;
  /** Within the range on the screen. */
  column: LineColumn;
  /** What was done to it and left out, or why there is nothing, a whole sentence each. */
  notes: readonly string[];
};
