import { dateText } from '../calendar/dates.ts';
import { expectedLast, fileLagDaysOf, releaseTiming } from '../calendar/releases.ts';
import { findDataset } from '../datasets/index.ts';
import type { RunResult } from '../store/index.ts';

const WEEK = 7;

/**
 * @param now milliseconds since 1970-01-01 UTC.
 * @returns a note where a publisher's file ends before what has been released, as such files do: it is no fault of the file's, and
 *   there is a quicker way.
 */
export function lagNotes(formatId: string, runs: readonly RunResult[], now: number): string[] {
  return runs.flatMap(({ dataset, last }) => {
    const known = findDataset(dataset);
    const lagDays = fileLagDaysOf(known, [formatId]);
    const timing = releaseTiming(known);
    if (lagDays === 0 || !timing || last === null || last >= expectedLast(timing, now)) return [];
    const publisher = known?.publisher.split(',')[0] ?? 'the publisher';
    return [
      `The file ends with ${dateText(last)}: that of the ${publisher} comes about ${lagDays / WEEK} weeks after the release. FRED has the newest sooner: almanac refresh ${dataset} --fred, or allow FRED on the Data screen.`,
    ];
  });
}
