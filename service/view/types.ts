import type { SeriesChoice, SeriesId } from '../datasets/series-choice.ts';
import type { Aggregation } from '../datasets/types.ts';
import type { Recipe } from '../series-math/derive.ts';
import type { AskedFrequency, Units } from '../series-math/fred-codes.ts';
import type { Cadence, Levels } from '../series-math/types.ts';

/** A line's id: the series' id, or '=' and the formula's text. */
export type LineId = string;

/** Days of a range, `YYYY-MM-DD`, both included. */
export type DateRange = { from: string; to: string };

/** Ranges to choose with one click. They end with the last observation of the shown data, not today. */
export const PRESETS = ['1M', '3M', '6M', 'YTD', '1Y', '5Y', '10Y', 'Max'] as const;
export type Preset = (typeof PRESETS)[number];

/** A number of periods back from the last observation, as written in an address: `-18M`. */
export type Back = `-${number}${'D' | 'W' | 'M' | 'Q' | 'Y'}`;

/** A range that moves on with the data (a preset, periods back, an open end), or two fixed days. */
export type RangeChoice = { preset: Preset } | { back: Back } | { since: string } | DateRange;

/** Title and subtitle in the user's own words. If absent, they are made from the lines. */
export type Heading = { title?: string; subtitle?: string };

export const LINE_TYPES = ['line', 'area', 'stacked', 'bar', 'step'] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** A line's own settings. The chart's setting applies if one is absent. */
export type LineStyle = {
  /** The user's own name. If absent, the name comes from the catalogue's titles. */
  name?: string;
  units?: Units;
  /** If absent, the first unit has the left axis and the second the right axis. */
  axis?: 'left' | 'right';
  type?: LineType;
  /** Length of the moving average in observations, up to `LONGEST_AVERAGE`; 1 for no average. */
  average?: number;
  /** A lower frequency; 'own' keeps the published one, whatever the chart's setting. */
  frequency?: AskedFrequency | 'own';
  /** The aggregation; 'usual' is the catalogue's, whatever the chart's setting. */
  aggregation?: Aggregation | 'usual';
  /** The day on which an index is 100, `YYYY-MM-DD`. */
  indexDate?: string;
};
export const LONGEST_AVERAGE = 520;

/** A series of a view. Its slot never changes and gives its colour and its letter in formulas. */
export type ShownSeries = { choice: SeriesChoice; slot: number; hidden: boolean; style: LineStyle };

/** A formula of series. `text` names them by the letters of their slots: `(a-b)/c*100`. */
export type ShownFormula = { text: string; slot: number; hidden: boolean; style: LineStyle };

/** The most lines of a chart, including formulas: as many as the palette has distinct colours. */
export const MOST_SERIES = 8;
/** The most lines of an API request or an export: all tenors of a curve, all states of a series. */
export const MOST_ANSWERED = 60;

/** Everything that a chart's address says. */
export type View = {
  series: readonly ShownSeries[];
  formulas: readonly ShownFormula[];
  heading: Heading;
  range: RangeChoice;
  /** The units of every line without its own. */
  units: Units;
  /** The day on which 'nbd' indices are 100, `YYYY-MM-DD`; absent: each line's first day in the range. */
  indexDate: string | undefined;
  /** A lower frequency for all; absent: as published. A formula brings its series to a common one. */
  frequency: AskedFrequency | undefined;
  /** The aggregation; absent: the catalogue's for each series. */
  aggregation: Aggregation | undefined;
  /** Moving average, 2 to `LONGEST_AVERAGE` observations, of series without their own. Formulas use it. */
  average: number | undefined;
  /** The day or UTC instant in the address: data as this Almanac knew it; absent: as known now. */
  asOf: string | undefined;
  /** Draws the current lines beside the lines as of `asOf`. */
  withNow: boolean;
  type: LineType;
  isLog: boolean;
  hasRecessions: boolean;
  tableOpen: boolean;
  tableLayout: 'wide' | 'long';
  newestFirst: boolean;
  /** The series whose details are open. */
  details: SeriesId | undefined;
  explained: { line: LineId; date: string } | undefined;
};

/** A series and the days to load. `asOf` as in `View`. */
export type SeriesRequest = { choice: SeriesChoice; range: DateRange; asOf?: string | undefined };

/** A line's observations, ascending by day. All arrays have the same length; `exact` as in `Levels`. */
export type LineColumn = Levels & {
  id: LineId;
  /** The values as numbers, for drawing only. */
  numbers: Float64Array;
  /** Absent if the column is complete; else its end is still loading, or loading stopped. */
  rest?: 'coming' | 'stopped';
};

/** Observations of one series as published. */
export type PublishedColumn = LineColumn & { id: SeriesId; choice: SeriesChoice };

/** A line of a chart, its table, exports and the API: a transformed series, or a formula. */
export type Line = {
  id: LineId;
  slot: number;
  hidden: boolean;
  style: LineStyle;
  /** Short, for legend and column, or the user's own: 'Quits rate, SA'. `unitText` names the transform. */
  title: string;
  /** `undefined` for a formula. */
  choice: SeriesChoice | undefined;
  /** The formula's text as typed; `undefined` for a series. */
  formula: string | undefined;
  units: Units;
  /** Unit of the values: '%', 'persons'; '' if they have none. */
  unit: string;
  /** The full unit, for the axis: 'Percent change from year ago', without the average. */
  unitText: string;
  cadence: Cadence;
  /** How it is aggregated, if its cadence is lower than published. */
  to: Recipe['to'];
  /** The length of its moving average in observations. */
  average: number | undefined;
  /** The day on which an index is 100, if there is one. */
  baseDay: number | undefined;
  /** The observations within the view's range. */
  column: LineColumn;
  /** Sentences on how the line was made, what was left out, or why it is empty. */
  notes: readonly string[];
};

/** An error in an address: the page's message (`said`), which shows the rest, and the API's (`refused`). */
export type AddressProblem<Parameter extends string> = {
  parameter: Parameter;
  message: string;
  refused: string;
  /** The wrong text, if `refused` repeats it. */
  value?: string;
  /** The id of a series that does not exist. */
  unknownId?: string;
};
