import type { DateRange, LineColumn, LineType } from '../../service/view/types.ts';

/** The value axis that a line is read from. */
export type Side = 'left' | 'right';

/** What a line of the chart needs beside its numbers. */
export type ChartSeries = {
  column: LineColumn;
  /** Short title for the tooltip and the text summary. */
  title: string;
  /** Unit for tooltip and summary: '$', 'persons', '%'. Lines of one unit share an axis. */
  unitShort: string;
  /** What the axis says of the line's unit, where that is more than `unitShort`: '% change from year ago'. */
  axisLabel?: string;
  /** Where its last value stands, for the text summary: '−6,000 on the week', '12th percentile of the shown range'. */
  standing?: readonly string[];
  /** 0 to 7: slot of the series palette (`palette.ts`); a series keeps it while it is on the screen. */
  slot: number;
  hidden: boolean;
  /** The axis that it was put on; absent: by its unit. */
  axis?: Side;
  /** Absent: a line. */
  type?: LineType;
};

export type TimeChartProps = {
  series: readonly ChartSeries[];
  range: DateRange;
  /** First and last day that there are data of: zoom and pan go no further. Without it, than what is loaded. */
  bounds?: DateRange;
  /** Logarithmic value axes; observations of zero and below are left out, and that is said. */
  isLog?: boolean;
  /** The day that stands for 100 of an index, which can then be dragged. */
  indexDay?: number | undefined;
  onIndexDayChange?: (day: number) => void;
  /** Shaded recessions; shown unless switched off. */
  hasRecessions?: boolean;
  /** A drag, wheel or key zoom ended on this range. */
  onRangeChange: (range: DateRange) => void;
  /** Double click: back to where the zoom began, or to all there is. */
  onRangeReset?: () => void;
  /** Escape with nothing else to leave; absent where there is no zoom to be left. */
  onRangeLeave?: () => void;
  /** Day under the crosshair, also set from outside by the table; undefined for none. */
  cursorDay: number | undefined;
  onCursorDayChange: (day: number | undefined) => void;
  /** Enter, or a click, at the crosshair's day. */
  onPick?: (day: number) => void;
  /** Dims the drawing while `series` still belong to an older range. */
  isStale: boolean;
};
