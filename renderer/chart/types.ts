import type { DateRange, LineColumn, LineType } from '../../service/view/types.ts';

export type Side = 'left' | 'right';

/** A line of the chart: its observations, and how they are named and drawn. */
export type ChartSeries = {
  column: LineColumn;
  /** Short title for the text summary. */
  title: string;
  /** Unit for the summary: '$', 'persons', '%'. Lines of one unit share an axis. */
  unitShort: string;
  /** Label on the axis, where it says more than `unitShort`: '% change from year ago'. */
  axisLabel?: string;
  /** How the axis scales its numbers: 6,000,000 of '$ mn' are '$6T', and the axis is labelled 'US dollars'. */
  scale?: { power: number; sign: string; label: string };
  /** How the last value compares, for the text summary: '−6,000 on the week', '12th percentile of the shown range'. */
  standing?: readonly string[];
  /** 0 to 7: slot of the series palette (`palette.ts`); a series keeps it while it is on the screen. */
  slot: number;
  hidden: boolean;
  /** Nothing of it is stored, in no range: it takes no axis from a line that can be drawn. */
  hasNoData?: boolean;
  /** It is drawn beside the lines that are shown, dashed and pale, and has no letter. */
  isBeside?: boolean;
  /** The axis that somebody chose for it. Absent: the chart chooses by unit. */
  axis?: Side;
  /** Absent: 'line'. */
  type?: LineType;
  /** Why a stack of it and its like is no whole: 'The seven regions are not the total of the world'. */
  notWhole?: string | undefined;
};

/** The day under the crosshair of several charts. It moves without rendering: whoever draws it is called with each day. */
export type SharedDay = {
  day: () => number | undefined;
  move: (day: number | undefined) => void;
  /** `draw` is called at once, and then with each day, `undefined` for none. @returns what ends it */
  follow: (draw: (day: number | undefined) => void) => () => void;
};

export type TimeChartProps = {
  series: readonly ChartSeries[];
  range: DateRange;
  /** First and last day that have data: zoom and pan stop there, or at `range` where this is absent. */
  bounds?: DateRange;
  /** Logarithmic value axes. Observations of zero and below are left out (`chartNotes` says so). */
  isLog?: boolean;
  /** The day on which the index is 100. It gets a handle that can be dragged. */
  indexDay?: number | undefined;
  onIndexDayChange?: (day: number) => void;
  /** Shaded recessions; shown unless switched off. */
  hasRecessions?: boolean;
  /** A drag, wheel or key zoom ended on this range. */
  onRangeChange: (range: DateRange) => void;
  /** Double click: back to the range before the zoom, or to all data. */
  onRangeReset?: () => void;
  /** Escape with no crosshair or selection to clear. Absent where nothing is zoomed. */
  onRangeLeave?: () => void;
  /** Day under the crosshair, also set from outside by the table. */
  cursorDay: number | undefined;
  onCursorDayChange: (day: number | undefined) => void;
  /** Instead of `cursorDay`: a crosshair that several charts have. `onCursorDayChange` moves it. */
  sharedDay?: SharedDay;
  /** Enter at the crosshair's day, or a click. @param line the id of the line that is drawn nearest to the click */
  onPick?: (day: number, line?: string) => void;
  /** It is one of several on a page that scrolls: the wheel zooms only with Ctrl. */
  isTile?: boolean;
  /** Dims the drawing while `series` still belong to an older range. */
  isStale: boolean;
};
