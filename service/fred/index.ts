import type { AddRoutes } from '../api/index.ts';
import { GRAPH } from './graph.ts';
import { NOT_HERE } from './not-here.ts';
import { OBSERVATIONS } from './observations.ts';
import { ONE_RELEASE_DATES, RELEASE_DATES } from './release-dates.ts';
import { RELEASE_SERIES, SERIES_RELEASE } from './releases.ts';
import { SEARCH } from './search.ts';
import { SERIES } from './series.ts';
import { VINTAGE_DATES } from './vintage-dates.ts';

/**
 * What FRED's clients ask for, at the paths and in the forms that they know, for the series that have an id of FRED.
 * The setting `fred_clients` closes it.
 */
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
  NOT_HERE,
];
