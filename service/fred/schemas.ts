import { Type } from 'typebox';

/** What FRED's paths answer with `file_type=json`; XML has the same names as attributes. */

const DAY = Type.String({ description: 'YYYY-MM-DD' });
const REAL_TIME = { realtime_start: DAY, realtime_end: DAY };
const SORT_ORDER = Type.Enum(['asc', 'desc']);
const PAGE = { count: Type.Integer(), offset: Type.Integer(), limit: Type.Integer() };
const LISTED = { order_by: Type.String(), sort_order: SORT_ORDER, ...PAGE };

const SERIES = Type.Object({
  id: Type.String({ description: 'FRED’s id' }),
  ...REAL_TIME,
  title: Type.String(),
  observation_start: DAY,
  observation_end: DAY,
  frequency: Type.String(),
  frequency_short: Type.String(),
  units: Type.String(),
  units_short: Type.String(),
  seasonal_adjustment: Type.String(),
  seasonal_adjustment_short: Type.Enum(['SA', 'NSA', 'SAAR']),
  last_updated: Type.String({ description: 'UTC: `2026-11-20 13:30:05+00`' }),
  popularity: Type.Integer(),
  notes: Type.String(),
});

/** `GET /fred/series`. */
export const SERIES_BODY = Type.Object({ ...REAL_TIME, seriess: Type.Array(SERIES) });

/** `GET /fred/series/search` and `GET /fred/release/series`. */
export const SERIES_LIST_BODY = Type.Object({ ...REAL_TIME, ...LISTED, seriess: Type.Array(SERIES) });

/** `GET /fred/series/observations`. */
export const OBSERVATIONS_BODY = Type.Object({
  ...REAL_TIME,
  observation_start: DAY,
  observation_end: DAY,
  units: Type.String(),
  output_type: Type.Literal(1),
  file_type: Type.Literal('json'),
  ...LISTED,
  observations: Type.Array(
    Type.Object({
      ...REAL_TIME,
      date: DAY,
      value: Type.String({ description: 'A number, or `.` where there is none' }),
    }),
  ),
});

/** `GET /fred/series/vintagedates`. */
export const VINTAGE_DATES_BODY = Type.Object({ ...REAL_TIME, ...LISTED, vintage_dates: Type.Array(DAY) });

const RELEASE_DATE = {
  release_id: Type.Integer(),
  date: DAY,
  is_about: Type.Optional(Type.Literal('true', { description: 'The real day can differ by some days' })),
};

/** `GET /fred/release/dates`. */
export const RELEASE_DATES_BODY = Type.Object({
  ...REAL_TIME,
  ...LISTED,
  release_dates: Type.Array(Type.Object(RELEASE_DATE)),
});

/** `GET /fred/releases/dates`. */
export const ALL_RELEASE_DATES_BODY = Type.Object({
  ...REAL_TIME,
  ...LISTED,
  release_dates: Type.Array(
    Type.Object({
      ...RELEASE_DATE,
      release_name: Type.String(),
      release_last_updated: Type.Optional(
        Type.String({ description: 'With `include_release_dates_with_no_data`' }),
      ),
    }),
  ),
});

/** `GET /fred/series/release`. */
export const SERIES_RELEASE_BODY = Type.Object({
  ...REAL_TIME,
  releases: Type.Array(
    Type.Object({
      id: Type.Integer(),
      ...REAL_TIME,
      name: Type.String(),
      press_release: Type.Enum(['true', 'false']),
      link: Type.Optional(Type.String({ description: 'Of the publisher; FRED’s spreads have none' })),
    }),
  ),
});
