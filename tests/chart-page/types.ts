import type { LineType } from '../../service/view/types.ts';

export type MadeLine = {
  id: string;
  unit: string;
  values: readonly (readonly [day: number, value: number])[];
  type?: LineType;
  axis?: 'left' | 'right';
};

/** The parts of a drawing that do not depend on a machine's fonts: whole pixels and words. */
export type Drawing = {
  /** `d` of each line, and of the areas under them. */
  lines: Record<string, string>;
  fills: readonly string[];
  recessions: readonly string[];
  labels: readonly string[];
};

/** The charts to be timed, one after another on the same page, each in a new element. */
export type Contender = 'ours' | 'uplot';

/** Times in milliseconds. */
export type Timing = {
  /** From the data to the first frame after all of it was drawn. */
  paint: number;
  /** Work of the main thread for one move of the mouse. */
  hover: number;
  /** Work of the main thread for one step of a pan, with a window of half the range. */
  pan: number;
  /** 95th percentile of the time between frames during a pan. */
  frame: number;
};

/** Functions of the page that a spec or the bench can call. */
export type ChartPage = {
  draw(lines: readonly MadeLine[], range: { from: string; to: string }, isLog: boolean): Promise<Drawing>;
  time(contender: Contender, count: number, length: number): Promise<Timing>;
};

export type ChartWindow = { chartPage: ChartPage };
