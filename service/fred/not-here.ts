import { Type } from 'typebox';
import { FRED_PREFIX } from '../contract/names.ts';
import { type ApiRoute, RawBody, type RawQuery, Refusal } from '../http/index.ts';
import { FRED_DOOR } from './fred-route.ts';
import { FILE_TYPES, fileTypeOf } from './written.ts';

const MESSAGE =
  'Not Found.  Of FRED’s paths Almanac has fred/series, fred/series/observations, fred/series/vintagedates, fred/series/search, fred/series/release, fred/release/series, fred/release/dates and fred/releases/dates: no categories, tags, sources or updates.';

/** Every other path of FRED: a 404 that clients can show. */
export const NOT_HERE: ApiRoute = {
  path: `${FRED_PREFIX}/*`,
  query: Type.Object({}),
  door: FRED_DOOR,
  security: [],
  open: () => (request) => {
    const { mediaType, refuse } = FILE_TYPES[fileTypeOf((request.query as RawQuery).file_type)];
    throw new Refusal(404, new RawBody(mediaType, refuse(404, MESSAGE)));
  },
};
