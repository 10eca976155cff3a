import type { LineType } from '../../service/view/types.ts';

/** One made line: what it is, and its observations. */
export type MadeLine = {
  id: string;
  unit: string;
  values: readonly (readonly [day: number, value: number])[];
  type?: LineType;
  axis?: 'left' | 'right';
};

/** What of a drawing does not depend on a machine's fonts: whole pixels and words. */
export type Drawing = {
  /** `d` of each line, and of what is filled under it. */
  lines: Record<string, string>;
  fills: readonly string[];
  recessions: readonly string[];
  labels: readonly string[];
};

/** The charts that are timed. Each is drawn on the page where another one was, in a fresh place. */
export type Contender = 'ours' | 'uplot';

/** Milliseconds. */
export type Timing = {
  /** From the data to the first frame after the last of it was drawn. */
  paint: number;
  /** Of the main thread for one move of the mouse. */
  hover: number;
  /** Of the main thread for one step of a pan by a window of half the range. */
  pan: number;
  /** 95th percentile from frame to frame while it is panned. */
  frame: number;
};

/** What the page offers to the spec or the bench that opened it. */
export type ChartPage = {
  draw(lines: readonly MadeLine[], range: { from: string; to: string }, isLog: boolean): Promise<Drawing>;
  time(contender: Contender, count: number, length: number): Promise<Timing>;
};

/** The page's `window`. */
export type ChartWindow = { chartPage: ChartPage };
