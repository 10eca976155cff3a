import { decimate, gapTest, indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { LineColumn } from '../../service/view/types.ts';

export type Scale = (value: number) => number;

/** Observations in pixels, in order and without a gap between them. */
export type UnbrokenLine = readonly (readonly [x: number, y: number])[];

/** Observations in pixels, decimated to the plot's width; a new run begins after a gap. @param beyond more on each side, to reach the edges */
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

/** The `d` of an SVG path through runs. A lone observation between gaps is a dot: a line of no length with a round cap. */
export function linePath(runs: readonly UnbrokenLine[]): string {
  return joined(runs, (run) => (run.length === 1 ? dot(run, 0) : `M${points(run)}`));
}

/** Runs narrower than this, in pixels, are drawn as dots: such a short piece of a thin line would hardly be seen. */
const NARROWEST_RUN = 4;

/** The observations of very short runs as dots: lines of length 0, to be drawn with round ends. */
export function dotsPath(runs: readonly UnbrokenLine[]): string {
  const short = runs.filter((run) => (run.at(-1)?.[0] ?? 0) - (run[0]?.[0] ?? 0) < NARROWEST_RUN);
  return joined(short, (run) => run.map((_, i) => dot(run, i)).join(''));
}

/** Runs as steps: a value holds until the next observation. */
export function stepPath(runs: readonly UnbrokenLine[]): string {
  return joined(runs, (run) => {
    const [, ...others] = run;
    return others.length === 0
      ? dot(run, 0)
      : `M${at(run, 0)}${others.map(([x, y]) => `H${x}V${y}`).join('')}`;
  });
}

/** The area between runs and a base line. @param base pixels from the top */
export function areaPath(runs: readonly UnbrokenLine[], base: number): string {
  return joined(runs, (run) => {
    const [first, last] = [run[0], run.at(-1)];
    return first && last ? `M${first[0]} ${round(base)}L${points(run)}L${last[0]} ${round(base)}Z` : '';
  });
}

/** The area between two lines over the same days, run by run. */
export function bandPath(upper: readonly UnbrokenLine[], lower: readonly UnbrokenLine[]): string {
  return joined(upper, (run) => `M${points([...run, ...(lower[upper.indexOf(run)] ?? []).toReversed()])}Z`);
}

/** A vertical line for each observation, to be drawn as wide as a bar. @param shift pixels to the right */
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

/** The texts of pixels on the screen, by tenths. Making a text of a number takes longer than all else of a path. */
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
