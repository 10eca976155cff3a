import { decimate, gapTest, indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { LineColumn } from '../../service/view/types.ts';

export type Scale = (value: number) => number;

/** Consecutive observations without a gap, in pixels. */
export type UnbrokenLine = readonly (readonly [x: number, y: number])[];

/**
 * Converts observations to pixels, decimated to the plot's width. A new run begins after each gap.
 * @param beyond extra observations on each side, so that lines reach the plot's edges
 */
export function runsOf(
  column: LineColumn,
  from: number,
  to: number,
  x: Scale,
  y: Scale,
  width: number,
  beyond: 0 | 1 = 1,
): UnbrokenLine[] {
  const { days, numbers } = column;
  const start = Math.max(0, indexAtOrAfter(days, from) - beyond);
  const end = Math.min(days.length, indexAtOrAfter(days, to + 1) + beyond);
  const isGap = gapTest(days);
  const hasGap = (first: number, last: number) => {
    for (let i = first; i < last; i++) if (isGap(days[i] as number, days[i + 1] as number)) return true;
    return false;
  };
  const runs: [number, number][][] = [];
  let before = -1;
  for (const i of decimate(days, numbers, start, end, Math.max(1, Math.floor(width)))) {
    const height = y(numbers[i] as number);
    if (!Number.isFinite(height)) {
      before = -1;
      continue;
    }
    if (before < 0 || hasGap(before, i)) runs.push([]);
    runs.at(-1)?.push([round(x(days[i] as number)), round(height)]);
    before = i;
  }
  return runs;
}

/** @returns the SVG path of runs. A lone observation between gaps is a dot: length 0 with a round cap. */
export function linePath(runs: readonly UnbrokenLine[]): string {
  return joined(runs, (run) => (run.length === 1 ? dot(run, 0) : `M${points(run)}`));
}

/** Runs narrower than this, in pixels, are drawn as dots: such a short thin line would hardly be visible. */
const NARROWEST_RUN = 4;

/** @returns the observations of very short runs as dots: lines of length 0, to be drawn with round ends. */
export function dotsPath(runs: readonly UnbrokenLine[]): string {
  const short = runs.filter((run) => (run.at(-1)?.[0] ?? 0) - (run[0]?.[0] ?? 0) < NARROWEST_RUN);
  return joined(short, (run) => run.map((_, i) => dot(run, i)).join(''));
}

/** @returns runs as steps: a value holds until the next observation. */
export function stepPath(runs: readonly UnbrokenLine[]): string {
  return joined(runs, (run) => {
    const [, ...others] = run;
    return others.length === 0
      ? dot(run, 0)
      : `M${at(run, 0)}${others.map(([x, y]) => `H${x}V${y}`).join('')}`;
  });
}

/** @returns the area between runs and a base line. @param base pixels from the top */
export function areaPath(runs: readonly UnbrokenLine[], base: number): string {
  return joined(runs, (run) => {
    const [first, last] = [run[0], run.at(-1)];
    return first && last ? `M${first[0]} ${round(base)}L${points(run)}L${last[0]} ${round(base)}Z` : '';
  });
}

/** @returns the area between two lines over the same days, run by run. */
export function bandPath(upper: readonly UnbrokenLine[], lower: readonly UnbrokenLine[]): string {
  return joined(upper, (run) => `M${points([...run, ...(lower[upper.indexOf(run)] ?? []).toReversed()])}Z`);
}

/** @returns a vertical line per observation, to be drawn as wide as a bar. @param shift pixels rightwards */
export function barsPath(runs: readonly UnbrokenLine[], base: number, shift: number): string {
  return joined(runs, (run) => run.map(([x, y]) => `M${round(x + shift)} ${round(base)}V${y}`).join(''));
}

function joined(runs: readonly UnbrokenLine[], draw: (run: UnbrokenLine) => string): string {
  return runs.map(draw).join('');
}

function points(run: UnbrokenLine): string {
  return run.map((_, i) => at(run, i)).join('L');
}

function dot(run: UnbrokenLine, i: number): string {
  return `M${at(run, i)}h0`;
}

function at(run: UnbrokenLine, i: number): string {
  const [x, y] = run[i] as UnbrokenLine[number];
  return `${textOf(x)} ${textOf(y)}`;
}

/** Cached texts of pixels, by tenths: converting a number to text is the slowest part of making a path. */
const TEXTS: (string | undefined)[] = new Array(40_000);

function textOf(pixels: number): string {
  const tenths = Math.round(pixels * 10);
  const known = TEXTS[tenths];
  if (known !== undefined) return known;
  const text = String(pixels);
  if (tenths >= 0 && tenths < TEXTS.length) TEXTS[tenths] = text;
  return text;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
