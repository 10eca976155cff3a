import { Type } from 'typebox';
import { day, text, whole } from '../api/index.ts';
import { AGGREGATIONS, ASKED_FREQUENCIES, UNITS } from '../series-math/fred-codes.ts';
import { FILE_TYPES } from './written.ts';

/** The parameters that several of FRED's paths take, by FRED's names. */

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

/** @param usual what is taken where the parameters are missing. */
export const realTime = (usual: { start: string; end: string }) => ({
  realtime_start: Type.Optional(
    day(`First day of the real-time period; ${usual.start} where it is missing. ${KNOWN_HERE}`, '2025-06-30'),
  ),
  realtime_end: Type.Optional(
    day(`Last day of the real-time period; ${usual.end} where it is missing`, '2025-06-30'),
  ),
});

/** @param most elements of an answer, which is also the default. */
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
      {
        example: 'm',
        right: 'a',
        isCheckedLater: true,
      },
    ),
  ),
  aggregation_method: Type.Optional(
    text('How periods are put together; of no effect without `frequency`', {
      enum: AGGREGATIONS,
      default: 'avg',
      right: 'eop',
    }),
  ),
};

/** @returns the elements of a page, and what the answer says of it. */
export function pageOf<T>(
  all: readonly T[],
  { limit, offset }: { limit?: bigint | undefined; offset?: bigint | undefined },
  most: number,
): { page: readonly T[]; facts: { count: number; offset: number; limit: number } } {
  const size = Number(limit ?? most);
  // Past the end of any list, whatever its number.
  const begin = Number(offset ?? 0n);
  return {
    page: all.slice(begin, begin + size),
    facts: { count: all.length, offset: begin, limit: size },
  };
}
