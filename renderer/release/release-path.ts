import { shiftMonths } from '../../service/calendar/dates.ts';
import { DATASETS, type Dataset } from '../../service/datasets/index.ts';
import type { DateRange } from '../../service/view/types.ts';
import { wideSeriesPath } from '../api/index.ts';

/** A dataset with a statement has its own screen, in the publisher's layout. */
export const OFFERED = DATASETS.filter((one) => one.kind === 'observations' && one.statement === undefined);

/** What is loaded around the day, in months: the year before with room for holes, and later periods to step to. */
const LOADED = { before: 14, after: 2 };

/** @param last day of the data. @returns the days to load for a table of a day */
export function loadedAround(date: string, last: string): DateRange {
  const after = shiftMonths(date, LOADED.after);
  return { from: shiftMonths(date, -LOADED.before), to: after < last ? after : last };
}

/** @returns the API path of all series of a dataset. @param area of a dataset by state, else '' */
export function releasePath(dataset: Dataset, area: string, days: DateRange): string {
  return wideSeriesPath(
    dataset.series.map(({ code }) => ({ dataset: dataset.id, code, area })),
    days,
  );
}
