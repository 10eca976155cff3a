import type { AskedFrequency, Units } from '../../service/contract/transforms.ts';
import type { Aggregation } from '../../service/datasets/types.ts';
import type { SeriesChoice, SeriesId } from '../api/index.ts';
import type { RangeChoice } from '../range/index.ts';
import type { Heading } from './heading.ts';

export const LINE_TYPES = ['line', 'area', 'stacked', 'bar', 'step'] as const;
/** How a line is drawn. */
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

/** A series on the screen. It keeps its slot of the palette, and with it its letter in formulas, for as long as it is there. */
export type ShownSeries = { choice: SeriesChoice; slot: number; hidden: boolean; style: LineStyle };

/** A line that is computed of shown series, which `text` names by the letters of their slots: `(a-b)/c*100`. */
export type ShownFormula = { text: string; slot: number; hidden: boolean; style: LineStyle };

/** Identity of a line: a series' id, or '=' with the formula's text. */
export type LineId = string;

/** Everything that Explore shows, and everything that its URL says. */
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

/** As many lines, formulas among them, as the palette tells apart. */
export const MOST_SERIES = 8;
