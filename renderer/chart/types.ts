import type { DateRange, LineColumn, LineType } from '../../service/view/types.ts';

export type Side = 'left' | 'right';

/** A line of the chart: its observations, and how to name and draw them. */
export type ChartSeries = {
  column: LineColumn;
  /** Short title for the text summary. */
  title: string;
  /** Unit for the summary: '$', 'persons', '%'. Lines of one unit share an axis. */
  unitShort: string;
  /** Label on the axis, if it says more than `unitShort`: '% change from year ago'. */
  axisLabel?: string;
  /** Scale of the axis's numbers: 6,000,000 of '$ mn' are '$6T' on an axis labelled 'US dollars'. */
  scale?: { power: number; sign: string; label: string };
  /** Comparisons of the last value, for the summary: '−6,000 on the week', '12th percentile of the range'. */
  standing?: readonly string[];
  /** 0 to 7: slot of the series palette (`palette.ts`); a series keeps it while it is on the screen. */
  slot: number;
  hidden: boolean;
  /** True if nothing is stored for the series: it then takes no axis from lines that can be drawn. */
  hasNoData?: boolean;
  /** Drawn beside the chosen lines: dashed, pale and without a letter. */
  isBeside?: boolean;
  /** The axis that the user chose. Absent: the chart chooses by unit. */
  axis?: Side;
  /** Absent: 'line'. */
  type?: LineType;
  /** Why a stack of these series is not a whole: 'The seven regions are not the total of the world'. */
  notWhole?: string | undefined;
};

/** The day under the crosshair of several charts. A move calls each follower instead of rendering. */
export type SharedDay = {
  day: () => number | undefined;
  move: (day: number | undefined) => void;
  /** Calls `draw` at once, and on each change (`undefined`: no day). @returns a function that stops this */
  follow: (draw: (day: number | undefined) => void) => () => void;
};

export type TimeChartProps = {
  series: readonly ChartSeries[];
  range: DateRange;
  /** First and last day with data: zoom and pan stop there. Default: `range`. */
  bounds?: DateRange;
  /** Logarithmic value axes. They omit observations of zero and below (`chartNotes` says so). */
  isLog?: boolean;
  /** The day on which the index is 100. It gets a handle to drag. */
  indexDay?: number | undefined;
  onIndexDayChange?: (day: number) => void;
  /** Whether to shade recessions. Default: true. */
  hasRecessions?: boolean;
  /** Called when a drag, wheel or key zoom ends on this range. */
  onRangeChange: (range: DateRange) => void;
  /** Called on a double click: back to the range before the zoom, or to all data. */
  onRangeReset?: () => void;
  /** Called on Escape without a crosshair or selection to clear. Absent if the range cannot be zoomed. */
  onRangeLeave?: () => void;
  /** Day under the crosshair; the table sets it, too. */
  cursorDay: number | undefined;
  onCursorDayChange: (day: number | undefined) => void;
  /** A crosshair shared by several charts, instead of `cursorDay`. `onCursorDayChange` moves it. */
  sharedDay?: SharedDay;
  /** Called on Enter at the crosshair's day, or a click. @param line id of the line nearest to the click */
  onPick?: (day: number, line?: string) => void;
  /** True if the page scrolls through several charts: the wheel zooms only with Ctrl. */
  isTile?: boolean;
  /** Dims the drawing while `series` still belong to an older range. */
  isStale: boolean;
};
