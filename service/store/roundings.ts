import type { Database } from './open-database.ts';
import { isWithin, sameNumber } from './same-number.ts';
import type { PublishedRun, RunStart } from './types.ts';

/** What the runs of a preview are: it learns only at its end what is held, and whose rounding may be whose. */
export type Roundings = {
  /** @returns the run, whose start is kept in mind. */
  watch(start: RunStart, run: PublishedRun): PublishedRun;
  /**
   * Lets SQL ask `fate(held value, its rounding, source of its run, new value, its rounding)` of a value that is held: 'stands', it
   * would stay; 'refined', it is a rounding that the publisher's own figure would replace; 'revised'.
   */
  define(db: Database): void;
};

export function createRoundings(): Roundings {
  const yieldsTo = new Set<string>();
  let refines = false;
  return {
    watch(start, run) {
      for (const source of start.yieldsTo ?? []) yieldsTo.add(source);
      refines ||= start.refines ?? false;
      return run;
    },
    define(db) {
      const isOf = (rounding: unknown, one: string, other: string) =>
        rounding !== null && isWithin(one, other, String(rounding));
      db.function('fate', (heldValue, heldRounding, source, newValue, newRounding) => {
        const [held, value] = [String(heldValue), String(newValue)];
        if (sameNumber(held, value)) return 'stands';
        if (yieldsTo.has(String(source)) && isOf(newRounding, held, value)) return 'stands';
        return refines && isOf(heldRounding, held, value) ? 'refined' : 'revised';
      });
    },
  };
}
