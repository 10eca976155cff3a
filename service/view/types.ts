import type { SeriesChoice, SeriesId } from '../datasets/series-choice.ts';
import type { Aggregation } from '../datasets/types.ts';
import type { Recipe } from '../series-math/derive.ts';
import type { AskedFrequency, Units } from '../series-math/fred-codes.ts';
import type { Cadence, Levels } from '../series-math/types.ts';

/** Identity of a line: a series' id, or '=' with the formula's text. */
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

/** Words of a person's own over the chart; what is absent is made of the lines. */
export type Heading = { title?: string; subtitle?: string };

/** How a line is drawn. */
export const LINE_TYPES = ['line', 'area', 'stacked', 'bar', 'step'] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** What one line has of its own; what is absent is as the chart has it. */
export type LineStyle = {
  units?: Units;
  /** Absent: the first unit left, the second right. */
  axis?: 'left' | 'right';
  type?: LineType;
  /** Moving average over so many periods, this one and those before it: up to `LONGEST_AVERAGE`; 1: none. */
  average?: number;
  /** A lower frequency; 'own': as published, whatever the chart has. */
  frequency?: AskedFrequency | 'own';
  /** The way to a lower frequency; 'usual': as the catalogue names it, whatever the chart has. */
  aggregation?: Aggregation | 'usual';
  /** The day that stands for 100, `YYYY-MM-DD`. */
  indexDate?: string;
};
export const LONGEST_AVERAGE = 520;

/** A series of a view. It keeps its slot of the palette, and with it its letter in formulas, for as long as it is there. */
export type ShownSeries = { choice: SeriesChoice; slot: number; hidden: boolean; style: LineStyle };

/** A line that is computed of shown series, which `text` names by the letters of their slots: `(a-b)/c*100`. */
export type ShownFormula = { text: string; slot: number; hidden: boolean; style: LineStyle };

/** As many lines, formulas among them, as the palette tells apart. */
export const MOST_SERIES = 8;

/** Everything that a chart's address says. */
export type View = {
  series: readonly ShownSeries[];
  formulas: readonly ShownFormula[];
  heading: Heading;
  range: RangeChoice;
  /** Of every line that has none of its own. */
  units: Units;
  /** The day that stands for 100 where units are 'nbd', `YYYY-MM-DD`; absent: of each line the first in the range. */
  indexDate: string | undefined;
  /** A lower frequency for all; absent: each as published, aligned only where a formula needs it. */
  frequency: AskedFrequency | undefined;
  /** Absent: what the catalogue names for each series. */
  aggregation: Aggregation | undefined;
  /** Moving average of every series that has none of its own: 2 to `LONGEST_AVERAGE` periods. Formulas are made of its values. */
  average: number | undefined;
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

/** One series over the days that are wanted of it. */
export type Ask = { choice: SeriesChoice; range: DateRange };

/** A line's observations, ascending by day. The arrays have one length; `exact` as in `Levels`. */
export type LineColumn = Levels & {
  /** Identity of the line. */
  id: LineId;
  /** The values as numbers, for drawing only. */
  numbers: Float64Array;
  /** Absent where all of it is there; else its last value is not the last: more of it is coming, or is not coming any more. */
  rest?: 'coming' | 'stopped';
};

/** Observations of one series as the publisher has them. */
export type SeriesColumn = LineColumn & { id: SeriesId; choice: SeriesChoice };

/** A line as it is drawn, listed, exported and answered: a series after its transforms, or a formula of several. */
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
  /** Within the range of the view. */
  column: LineColumn;
  /** What was done to it and left out, or why there is nothing, a whole sentence each. */
  notes: readonly string[];
};
