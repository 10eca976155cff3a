import type { Aggregation } from '../../service/datasets/types.ts';
import { FREQUENCY_NAMES, type FrequencyCode } from '../../service/series-math/fred-codes.ts';
import type { DateRange } from '../api/index.ts';
import { type Line, recipeOf } from '../lines/index.ts';
import type { View } from '../view/index.ts';

/** A lower frequency at which the chart would be easier to read. */
export type Coarser = { frequency: FrequencyCode; words: string; points: number };

/** More points of one line than any screen has places for. */
const MOST_POINTS = 2000;

const METHOD_WORDS: Readonly<Record<Aggregation, string>> = {
  avg: 'avg',
  sum: 'sum',
  eop: 'end of period',
};

/** @returns what is to be suggested, never done: months where a daily or weekly line has that many points; else `undefined`. */
export function coarserOf(view: View, lines: readonly Line[], range: DateRange): Coarser | undefined {
  if (view.frequency !== undefined) return undefined;
  const dense = lines.filter(({ hidden, column }) => !hidden && column.days.length > MOST_POINTS);
  const frequency = 'm';
  const ways = dense.flatMap(({ choice, style, cadence }) => {
    if (choice === undefined || style.frequency !== undefined) return [];
    const method = recipeOf({ ...view, frequency }, choice, style, range).recipe.to?.method;
    return method === undefined ? [] : [{ from: cadence.frequency, method }];
  });
  const [first] = ways;
  if (first === undefined) return undefined;
  const from = new Set(ways.map((way) => FREQUENCY_NAMES[way.from]));
  const methods = new Set(ways.map((way) => way.method));
  return {
    frequency,
    words: `${[...from].join(', ')} → ${FREQUENCY_NAMES[frequency]} (${methods.size === 1 ? METHOD_WORDS[first.method] : 'each its usual way'})`,
    points: Math.max(...dense.map(({ column }) => column.days.length)),
  };
}
