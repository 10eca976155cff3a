import type { SeriesChoice, SeriesId } from '../datasets/series-choice.ts';
import type { Aggregation } from '../datasets/types.ts';
import type { Recipe } from '../series-math/derive.ts';
import type { AskedFrequency, Units } from '../series-math/fred-codes.ts';
import type { Cadence, Levels } from '../series-math/types.ts';

/** Id of a line: the series' id, or '=' and the formula's text. */
export type LineId = string;

/** Days of a range, `YYYY-MM-DD`, both included. */
export type DateRange = { from: string; to: string };

/** Ranges at one click. They end with the last observation of what is shown, not today. */
export const PRESETS = ['1M', '3M', '6M', 'YTD', '1Y', '5Y', '10Y', 'Max'] as const;
export type Preset = (typeof PRESETS)[number];

/** A number of periods back from the last observation, as it stands in an address: `-18M`. */
export type Back = `-${number}${'D' | 'W' | 'M' | 'Q' | 'Y'}`;

/** A preset, so many periods back from the last observation, or an open end, which move on with the data; or two fixed days. */
export type RangeChoice = { preset: Preset } | { back: Back } | { since: string } | DateRange;

/** Title and subtitle in the user's own words; an absent one is made from the lines. */
export type Heading = { title?: string; subtitle?: string };

/** How a line is drawn. */
export const LINE_TYPES = ['line', 'area', 'stacked', 'bar', 'step'] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** A line's own settings. For an absent one the chart's setting applies. */
export type LineStyle = {
  /** A name in the user's own words; absent: it is made of the catalogue's titles. */
  name?: string;
  units?: Units;
  /** Absent: the first unit has the left axis, the second the right. */
  axis?: 'left' | 'right';
  type?: LineType;
  /** Observations of the moving average, this one and those before it, up to `LONGEST_AVERAGE`; 1: none. */
  average?: number;
  /** A lower frequency; 'own': as published, whatever the chart has. */
  frequency?: AskedFrequency | 'own';
  /** The way to a lower frequency; 'usual': as the catalogue names it, whatever the chart has. */
  aggregation?: Aggregation | 'usual';
  /** The day that stands for 100, `YYYY-MM-DD`. */
  indexDate?: string;
};
export const LONGEST_AVERAGE = 520;

/** A series of a view. Its slot, which gives its colour and its letter in formulas, never changes. */
export type ShownSeries = { choice: SeriesChoice; slot: number; hidden: boolean; style: LineStyle };

/** A formula of series; `text` names them by the letters of their slots: `(a-b)/c*100`. */
export type ShownFormula = { text: string; slot: number; hidden: boolean; style: LineStyle };

/** Most lines of a chart, with formulas: as many as the palette has distinct colours. */
export const MOST_SERIES = 8;
/** Most lines of a request to the API and of an export: all tenors of a curve, all states of a series. */
export const MOST_ANSWERED = 60;

/** Everything that a chart's address says. */
export type View = {
  series: readonly ShownSeries[];
  formulas: readonly ShownFormula[];
  heading: Heading;
  range: RangeChoice;
  /** Of every line without units of its own. */
  units: Units;
  /** The day that stands for 100 where units are 'nbd', `YYYY-MM-DD`; absent: of each line the first in the range. */
  indexDate: string | undefined;
  /** A lower frequency for all; absent: each as published. A formula brings its series to a common one. */
  frequency: AskedFrequency | undefined;
  /** Absent: what the catalogue names for each series. */
  aggregation: Aggregation | undefined;
  /** Moving average of every series without one of its own: 2 to `LONGEST_AVERAGE` observations. Formulas use the averages. */
  average: number | undefined;
  /** A day or an instant in UTC, as the address has it: the data as this Almanac knew them then. Absent: as known now. */
  asOf: string | undefined;
  /** Draws the lines of now beside those of `asOf`. */
  withNow: boolean;
  type: LineType;
  isLog: boolean;
  hasRecessions: boolean;
  tableOpen: boolean;
  /** A column a line, or a row an observation. */
  tableLayout: 'wide' | 'long';
  newestFirst: boolean;
  /** The series whose details are open. */
  details: SeriesId | undefined;
  /** The number that is being explained. */
  explained: { line: LineId; date: string } | undefined;
};

/** A series and the days to load. `asOf`: as in `View`. */
export type SeriesRequest = { choice: SeriesChoice; range: DateRange; asOf?: string | undefined };

/** A line's observations, ascending by day. The arrays have one length; `exact` as in `Levels`. */
export type LineColumn = Levels & {
  /** Identity of the line. */
  id: LineId;
  /** The values as numbers, for drawing only. */
  numbers: Float64Array;
  /** Absent: the column is complete. Else its end is missing: it is still being loaded, or loading stopped. */
  rest?: 'coming' | 'stopped';
};

/** Observations of one series as the publisher has them. */
export type PublishedColumn = LineColumn & { id: SeriesId; choice: SeriesChoice };

/** A line of a chart, its table, exports and the API: a series after its transforms, or a formula. */
export type Line = {
  id: LineId;
  slot: number;
  hidden: boolean;
  style: LineStyle;
  /** Short, for legend and column, or the user's own: 'Quits rate, SA'. `unitText` says how it was transformed. */
  title: string;
  /** `undefined` for a formula. */
  choice: SeriesChoice | undefined;
  /** The formula's text as typed; `undefined` for a series. */
  formula: string | undefined;
  units: Units;
  /** Unit of the values: '%', 'persons', '' where they have none. */
  unit: string;
  /** In full, for the axis: 'Percent change from year ago'; without the average, for which see `average`. */
  unitText: string;
  cadence: Cadence;
  /** How it is aggregated, if its cadence is lower than the published one. */
  to: Recipe['to'];
  /** Observations of its moving average. */
  average: number | undefined;
  /** Of an index: the day that is 100, if there is one. */
  baseDay: number | undefined;
  /** Within the range of the view. */
  column: LineColumn;
  /** Sentences: how it was made, what was left out, or why it is empty. */
  notes: readonly string[];
};

/** An error in an address: the message of the page, which shows the rest (`said`), and that of the API (`refused`). */
export type AddressProblem<Parameter extends string> = {
  parameter: Parameter;
  said: string;
  refused: string;
  /** The wrong text, if `refused` repeats it. */
  value?: string;
  /** The id of a series that there is not. */
  unknownId?: string;
};
