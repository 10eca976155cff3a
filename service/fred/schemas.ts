import { Type } from 'typebox';
import { day, text, whole } from '../api/index.ts';
import { AGGREGATIONS, ASKED_FREQUENCIES, UNITS } from '../series-math/fred-codes.ts';
import { FILE_TYPES } from './fred-route.ts';

/** The JSON answers of FRED's paths (`file_type=json`). XML has the same names as attributes. */

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

export const SERIES_BODY = Type.Object({ ...REAL_TIME, seriess: Type.Array(SERIES) });

export const SERIES_LIST_BODY = Type.Object({ ...REAL_TIME, ...LISTED, seriess: Type.Array(SERIES) });

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

export const VINTAGE_DATES_BODY = Type.Object({ ...REAL_TIME, ...LISTED, vintage_dates: Type.Array(DAY) });

const RELEASE_DATE = {
  release_id: Type.Integer(),
  date: DAY,
  is_about: Type.Optional(Type.Literal('true', { description: 'The real day can differ by some days' })),
};

export const RELEASE_DATES_BODY = Type.Object({
  ...REAL_TIME,
  ...LISTED,
  release_dates: Type.Array(Type.Object(RELEASE_DATE)),
});

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

export const FILE_TYPE = Type.Optional(
  text('Form of the answer and of refusals', {
    enum: Object.keys(FILE_TYPES),
    default: 'xml',
    right: 'json',
  }),
);

export const SERIES_ID = text('FRED’s id of the series', {
  example: 'ICSA',
  right: 'ICSA',
  isCheckedLater: true,
});

const KNOWN_HERE =
  'Real time means here: known to this Almanac, which keeps each value with the day (UTC) on which it first fetched or imported it.';

export const realTime = (usual: { start: string; end: string }) => ({
  realtime_start: Type.Optional(
    day(`First day of the real-time period; ${usual.start} where it is missing. ${KNOWN_HERE}`, '2025-06-30'),
  ),
  realtime_end: Type.Optional(
    day(`Last day of the real-time period; ${usual.end} where it is missing`, '2025-06-30'),
  ),
});

export const paged = (most: number) => ({
  limit: Type.Optional(whole('Elements of the answer', { minimum: 1, maximum: most, default: most })),
  offset: Type.Optional(whole('Elements passed over', { minimum: 0, default: 0 })),
});

export const sortOrder = (usual: 'asc' | 'desc') =>
  Type.Optional(text('Order of the list', { enum: ['asc', 'desc'], default: usual, right: 'desc' }));

export const DERIVED = {
  units: Type.Optional(
    text('FRED’s transformation, made after `frequency`', {
      enum: UNITS.filter((units) => units !== 'nbd'),
      default: 'lin',
      right: 'pc1',
    }),
  ),
  frequency: Type.Optional(
    text(
      `A lower frequency: ${ASKED_FREQUENCIES.join(', ')}. FRED’s two-week frequencies (bw, bwew, bwem) are refused`,
      { example: 'm', right: 'a', isCheckedLater: true },
    ),
  ),
  aggregation_method: Type.Optional(
    text('How observations are aggregated; of no effect without `frequency`', {
      enum: AGGREGATIONS,
      default: 'avg',
      right: 'eop',
    }),
  ),
};

export function pageOf<T>(
  all: readonly T[],
  { limit, offset }: { limit?: bigint | undefined; offset?: bigint | undefined },
  most: number,
): { page: readonly T[]; facts: { count: number; offset: number; limit: number } } {
  const size = Number(limit ?? most);
  // A number past 2^53 loses digits, but lies past the end of any list.
  const begin = Number(offset ?? 0n);
  return {
    page: all.slice(begin, begin + size),
    facts: { count: all.length, offset: begin, limit: size },
  };
}
