import { expect, test } from 'vitest';
import { type Route, routeOf } from '../../electron/gateway/index.ts';

const PATHS: Record<Route, string[]> = {
  data: [
    ...['/api/v1/economic-data/us_debt', '/api/v1/catalog/', '/api/', '/fred/series', '/graph/fredgraph.csv'],
    ...['/yields/series=US10Y', '/constituents/series=SP500'],
  ],
  discovery: ['/healthz', '/openapi.json', '/docs', '/docs/', '/docs/almanac.css', '/api/v1/catalog'],
  host: ['/host/state', '/host/'],
  download: ['/download/x'],
  auth: ['/auth/exchange'],
  page: [
    ...[
      '/',
      '/explore',
      '/yields',
      '/constituents',
      '/states',
      '/api',
      '/fred',
      '/graph',
      '/host',
      '/download',
    ],
    ...[
      '/auth',
      '/hostile/x',
      '/docsy',
      '/healthz/',
      '/openapi.json/x',
      '/us_debt/series=x',
      '/apis/x',
      '/explore/api/x',
    ],
  ],
};

test.each(Object.entries(PATHS))('who answers: %s', (route, paths) => {
  expect(paths.map((path) => [path, routeOf(path)])).toEqual(paths.map((path) => [path, route]));
});
