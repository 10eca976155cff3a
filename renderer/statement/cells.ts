import { dayNumber } from '../../service/calendar/dates.ts';
import type { Units } from '../../service/series-math/fred-codes.ts';
import { transform } from '../../service/series-math/transform.ts';
import type { TimeSeries } from '../../service/series-math/types.ts';
import { CADENCE } from './weeks.ts';

/** The numbers of a line in one week, as value texts; `undefined` where an observation is missing. */
export type StatementCells = {
  level: string | undefined;
  fromWeekBefore: string | undefined;
  fromYearBefore: string | undefined;
};

/** @returns the level of a week and its exact changes from the week and the year before, as in Explore. @param week a real day */
export function cellsOf(series: TimeSeries | undefined, week: string): StatementCells {
  const day = dayNumber(week) as number;
  const at = (units: Units): string | undefined => {
    if (!series) return undefined;
    const { days, values } = transform(series, units, CADENCE);
    return values[days.indexOf(day)];
  };
  return { level: at('lin'), fromWeekBefore: at('chg'), fromYearBefore: at('ch1') };
}
