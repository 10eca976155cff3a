import type { Database } from './open-database.ts';
import { isWithin, sameNumber } from './same-number.ts';
import type { PublishedRun, RunStart } from './types.ts';

/** How the values of a preview are rounded: it learns only at its end what is held, which they may be the same as. */
export type Roundings = {
  /** @returns the run, whose rows are seen on their way. */
  watch(start: RunStart, run: PublishedRun): PublishedRun;
  /** Lets SQL ask `stands(series_id, date, held value, source of its run, new value)`: whether the held value would stay. */
  define(db: Database): void;
};

export function createRoundings(): Roundings {
  const yieldsTo = new Set<string>();
  const roundings = new Map<string, string>();
  return {
    watch(start, run) {
      if (!start.yieldsTo) return run;
      for (const source of start.yieldsTo) yieldsTo.add(source);
      return {
        ...run,
        observation(series, day, value, row, rounding) {
          if (rounding !== undefined) roundings.set(`${series} ${day}`, rounding);
          run.observation(series, day, value, row, rounding);
        },
      };
    },
    define(db) {
      db.function('stands', (series, day, held, source, value) => {
        if (sameNumber(String(held), String(value))) return 1;
        const rounding = yieldsTo.has(String(source)) ? roundings.get(`${series} ${day}`) : undefined;
        return rounding !== undefined && isWithin(String(held), String(value), rounding) ? 1 : 0;
      });
    },
  };
}
