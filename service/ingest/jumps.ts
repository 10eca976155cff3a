import { dateText } from '../calendar/dates.ts';
import { findSeries } from '../datasets/index.ts';
import { countOf } from '../series-math/decimal-text.ts';
import { addToLevel, type SeriesLevel } from './levels.ts';

/** A level this many times as large as its neighbour has probably lost its unit or its decimal point. */
const FACTOR = 50;
/** Small counts do jump: a country's exports, a small state's claims. Below this, in the series' unit, there is no note. */
const LEAST = 1000;
/** Values more days apart are not neighbours. */
const NEAR_DAYS = 100;

type ValueJump = { name: string; day: number; value: string; before: string; line: number };

/**
 * Looks at the size of every value of a file. It notes levels that are more than 50 times the one before, or less than a fiftieth of
 * it, and collects what `findFarValue` needs.
 */
export type Jumps = {
  /** @returns a function to call with each row of a series. */
  series(dataset: string, code: string, area: string): JumpFinder;
  notes(): string[];
  levels(): readonly SeriesLevel[];
};

export type JumpFinder = (day: number, value: string, line: number) => void;

/** @returns an empty record for one file. */
export function createJumps(): Jumps {
  let count = 0;
  let first: ValueJump | undefined;
  const levels: SeriesLevel[] = [];
  return {
    series(dataset, code, area) {
      const unit = findSeries(dataset, code)?.unit ?? 'percent';
      const isLevel = !/^percent|\bper\b/.test(unit);
      const level: SeriesLevel = { dataset, code, area, sizes: new Map() };
      levels.push(level);
      const name = area === '' ? code : `${code} (${area})`;
      let lastDay = Number.NaN;
      let lastSize = 0;
      let lastValue = '';
      return (day, value, line) => {
        const size = Math.abs(Number(value));
        addToLevel(level, size, value, day, line);
        if (!isLevel) return;
        const isFar =
          size > lastSize * FACTOR ? size >= LEAST : lastSize > size * FACTOR && lastSize >= LEAST;
        if (isFar && size > 0 && lastSize > 0 && Math.abs(day - lastDay) <= NEAR_DAYS) {
          count++;
          first ??= { name, day, value, before: lastValue, line };
        }
        lastDay = day;
        lastSize = size;
        lastValue = value;
      };
    },
    levels: () => levels,
    notes() {
      if (!first) return [];
      const { name, day, value, before, line } = first;
      const more = count === 1 ? '' : ` So it is in ${countOf(count - 1, 'more place')}.`;
      return [
        `Line ${line}: ${name} on ${dateText(day)} is ${value}, and ${before} in the row before: more than ${FACTOR} times as much or as little. It was stored as it stands.${more}`,
      ];
    },
  };
}
