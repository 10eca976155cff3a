import { dateText } from '../calendar/dates.ts';
import { findSeries } from '../datasets/index.ts';
import { addToLevel, type Level } from './levels.ts';

/** A level that is so many times its neighbour has probably lost its unit or its decimal point. */
const FACTOR = 50;
/** Small counts do jump: a country's exports, a small state's claims. Below this, in the series' unit, nothing is said. */
const LEAST = 1000;
/** Values further apart are not neighbours. */
const NEAR_DAYS = 100;

type Jump = { name: string; day: number; value: string; before: string; line: number };

/**
 * Sees the size of every value of a file: notes those of levels that are more than 50 times the one before, or less than a fiftieth,
 * and keeps what tells whether one is far from all others.
 */
export type Jumps = {
  /** @returns what is to be called with each row of a series. */
  series(dataset: string, code: string, area: string): JumpFinder;
  notes(): string[];
  levels(): readonly Level[];
};

export type JumpFinder = (day: number, value: string, line: number) => void;

/** @returns an empty record for one file. */
export function createJumps(): Jumps {
  let count = 0;
  let first: Jump | undefined;
  const levels: Level[] = [];
  return {
    series(dataset, code, area) {
      const unit = findSeries(dataset, code)?.unit ?? 'percent';
      const isLevel = !/^percent|\bper\b/.test(unit);
      const level: Level = { dataset, code, area, sizes: new Map() };
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
      const more = count === 1 ? '' : ` So it is in ${count - 1} more places.`;
      return [
        `Line ${line}: ${name} on ${dateText(day)} is ${value}, and ${before} in the row before: more than ${FACTOR} times as much or as little. It was stored as it stands.${more}`,
      ];
    },
  };
}
