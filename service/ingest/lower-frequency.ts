import { civilNumber, dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { findDataset } from '../datasets/index.ts';
import type { Frequency } from '../datasets/types.ts';

/**
 * FRED gives any series at a lower frequency (`fq=Monthly`) under the same header: averages, dated by the first day of their period.
 * Its files have a row for every period, so the steps between the dates show the frequency.
 */
export type StepFinder = ReturnType<typeof createStepFinder>;

/** How to recognise the steps of a lower frequency, and how many dates it takes to be sure. */
type StepRule = {
  fewest: number;
  isLower(steps: readonly number[]): boolean;
  step(from: number, to: number): number;
};

const inDays = (from: number, to: number) => Math.abs(to - from);
const RULES: Record<Frequency, StepRule> = {
  // At least weeks. A holiday leaves a gap of four days, and every step of the file must be longer.
  Daily: { fewest: 5, step: inDays, isLower: (steps) => steps.every((days) => days >= 5) },
  Weekly: { fewest: 3, step: inDays, isLower: (steps) => steps.every((days) => days >= 28) },
  // Quarters, half years or years: always the same step, unlike months some of which are missing.
  Monthly: {
    fewest: 3,
    step: (from, to) => Math.abs(monthOf(to) - monthOf(from)),
    isLower: ([first = 0, ...others]) => [3, 6, 12].includes(first) && others.every((step) => step === first),
  },
};

/** @returns a finder for one series of a file of FRED. */
export function createStepFinder(dataset: string) {
  const frequency = findDataset(dataset)?.frequency ?? 'Daily';
  const { fewest, step, isLower } = RULES[frequency];
  /** The different steps. */
  const steps = new Set<number>();
  let dates = 0;
  let first = Number.NaN;
  let second = Number.NaN;
  let last = Number.NaN;
  return {
    /** Takes the day of a row. */
    add(day: number): void {
      if (dates === 0) first = day;
      else steps.add(step(last, day));
      if (dates === 1) second = day;
      last = day;
      dates++;
    },
    /**
     * @param column names the series in a message.
     * @returns a note where the dates look like a lower frequency but are too few to be sure.
     * @throws Failure 'invalid_file' where the dates are those of a lower frequency.
     */
    check(file: string, column: string): string[] {
      if (steps.size === 0 || !isLower([...steps])) return [];
      const days = `${dates} dates (${dateText(first)}, ${dateText(second)}${dates > 2 ? ' …' : ''})`;
      const word = frequency.toLowerCase();
      if (dates < fewest)
        return [
          `The ${days} of ${column} are too far apart for a ${word} series. If these are averages of longer periods, they are not its values: download the ${word} file from FRED.`,
        ];
      throw new Failure(
        'invalid_file',
        `${file}, column "${column}": the ${days} are too far apart for a ${word} series; FRED gives averages of longer periods under the same header. Download the ${word} values: no fq= in the address, no other frequency under "Edit graph".`,
        { file, column },
      );
    },
  };
}

function monthOf(day: number): number {
  const civil = civilNumber(day);
  return Math.floor(civil / 10_000) * 12 + (Math.floor(civil / 100) % 100);
}
