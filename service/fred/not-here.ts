import { type AddRoutes, RawBody, Refusal } from '../api/index.ts';
import { FRED_PREFIX } from '../contract/names.ts';
import { FRED_SETTING, fileTypeIn } from './fred-route.ts';
import { FILE_TYPES } from './written.ts';

const MESSAGE =
  'Not Found.  Of FRED’s paths Almanac has fred/series, fred/series/observations, fred/series/vintagedates, fred/series/search, fred/series/release, fred/release/series, fred/release/dates and fred/releases/dates: no categories, tags, sources or updates.';

/** Every other path of FRED: a 404 that clients can show. */
export const NOT_HERE: AddRoutes = (app) => {
  app.get(`${FRED_PREFIX}/*`, { config: { closable: FRED_SETTING } }, async (request) => {
    const { mediaType, refuse } = FILE_TYPES[fileTypeIn(request)];
    throw new Refusal(404, new RawBody(mediaType, refuse(404, MESSAGE)));
  });
};
