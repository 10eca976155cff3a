import type { AddRoutes } from '../api/index.ts';
import { OTHER_FRED_PATHS } from './fred-route.ts';
import { GRAPH } from './graph.ts';
import { OBSERVATIONS, VINTAGE_DATES } from './observations.ts';
import { ONE_RELEASE_DATES, RELEASE_DATES, RELEASE_SERIES, SERIES_RELEASE } from './releases.ts';
import { SEARCH, SERIES } from './series-list.ts';

/** FRED's paths and forms, for series with an id of FRED. The setting `fred_clients` closes them. */
export const FRED_ROUTES: readonly AddRoutes[] = [
  SERIES,
  OBSERVATIONS,
  VINTAGE_DATES,
  SEARCH,
  RELEASE_DATES,
  ONE_RELEASE_DATES,
  RELEASE_SERIES,
  SERIES_RELEASE,
  GRAPH,
  OTHER_FRED_PATHS,
];
