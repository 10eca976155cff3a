import { expect, test } from 'vitest';
import { type PathKind, pathKind } from '../../service/page/index.ts';

const PATHS: Record<PathKind, string[]> = {
  data: [
    ...['/api/v1/economic-data/us_debt', '/api/v1/catalog/', '/api/', '/fred/series', '/graph/fredgraph.csv'],
    ...['/yields/series=US10Y', '/constituents/series=SP500'],
  ],
  public: ['/healthz', '/openapi.json', '/docs', '/docs/', '/docs/almanac.css', '/api/v1/catalog'],
  other: ['/host/state', '/host/', '/download/x', '/auth/exchange', '/control/stop', '/team/x', '/mcp'],
  page: [
    ...['/', '/explore', '/yields', '/constituents', '/states', '/api', '/fred', '/graph', '/host'],
    ...['/download', '/auth', '/hostile/x', '/docsy', '/healthz/', '/openapi.json/x', '/us_debt/series=x'],
    ...['/apis/x', '/explore/api/x'],
  ],
};

test.each(Object.entries(PATHS))('paths that are for: %s', (kind, paths) => {
  expect(paths.map((path) => [path, pathKind(path)])).toEqual(paths.map((path) => [path, kind]));
});
