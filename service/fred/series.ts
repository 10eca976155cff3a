import { Type } from 'typebox';
import { heldOf } from './columns.ts';
import { fredRoute } from './fred-route.ts';
import { expectSeries } from './fred-series.ts';
import { FILE_TYPE, realTime, SERIES_ID } from './parameters.ts';
import { realTimeFacts, realTimeOf } from './real-time.ts';
import { refuseUnknown } from './refuse-unknown.ts';
import { SERIES_BODY } from './schemas.ts';
import { seriesFacts } from './series-facts.ts';

/** `GET /fred/series`. */
export const SERIES = fredRoute(
  {
    path: '/fred/series',
    id: 'get_fred_series',
    summary: 'What a series is, by FRED’s id',
    description:
      'As `fred/series` of FRED. Title, units and notes are Almanac’s own; `last_updated` is UTC, and `popularity` 0.',
    query: Type.Object({
      series_id: SERIES_ID,
      file_type: FILE_TYPE,
      ...realTime({ start: 'today', end: 'today' }),
    }),
    answered: { description: 'One series', json: { schema: SERIES_BODY }, xml: true },
    missing: {},
  },
  async (values, { site, data, now }) => {
    const one = expectSeries('series_id', values.series_id);
    const time = realTimeOf(values, now);
    const held = heldOf(site, one, time.asOf) ?? refuseUnknown(site, one, time);
    return {
      datasets: [one.dataset.id],
      list: 'seriess',
      item: 'series',
      facts: realTimeFacts(time),
      items: [{ facts: seriesFacts(one, held, time, data) }],
    };
  },
);
