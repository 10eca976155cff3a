import { invalid, type Site } from '../api/index.ts';
import { dateText } from '../calendar/dates.ts';
import { heldOf } from './columns.ts';
import type { FredSeries } from './fred-series.ts';
import type { RealTime } from './real-time.ts';

/** @throws Refusal 422 for a series of which nothing was known: it says what to do, or since when values are known. */
export function refuseUnknown(site: Site, one: FredSeries, { end }: RealTime): never {
  const { id, dataset } = one;
  if (!heldOf(site, one))
    throw invalid(
      'series_id',
      `Almanac holds no observations of ${id} yet.  Import or refresh ${dataset.id} first.`,
    );
  throw invalid(
    'realtime_end',
    `Nothing of ${id} was known here on ${dateText(end)}: real time begins when this Almanac first fetched or imported it.  fred/series/vintagedates lists the days.`,
  );
}
