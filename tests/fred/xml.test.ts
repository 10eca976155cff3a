import { expect, it } from 'vitest';
import { FILE_TYPES } from '../../service/fred/written.ts';
import { fredApp, revise } from './fred-app.ts';

/** The XML of each path, byte by byte: fredapi and others parse it. */

const PROLOG = '<?xml version="1.0" encoding="utf-8" ?>\n';
const TODAY = 'realtime_start="2026-11-21" realtime_end="2026-11-21"';
const ALL = 'realtime_start="1776-07-04" realtime_end="9999-12-31"';
const QUITS =
  '<series id="JTSQUR" realtime_start="2026-11-21" realtime_end="2026-11-21" title="Quits, rate, seasonally adjusted" observation_start="2022-01-01" observation_end="2024-06-01" frequency="Monthly" frequency_short="M" units="Percent" units_short="%" seasonal_adjustment="Seasonally Adjusted" seasonal_adjustment_short="SA" last_updated="2026-11-20 12:00:05+00" popularity="0" notes="Quits during the month as a percent of employment, total nonfarm, seasonally adjusted. Source: US Bureau of Labor Statistics, Job Openings and Labor Turnover Survey."/>';

it.each([
  [
    '/fred/series?series_id=JTSQUR',
    `<seriess ${TODAY}>
  ${QUITS}
</seriess>
`,
  ],
  [
    '/fred/series/observations?series_id=ICSA&observation_start=2025-01-01&limit=2',
    `<observations ${TODAY} observation_start="2025-01-01" observation_end="9999-12-31" units="lin" output_type="1" file_type="xml" order_by="observation_date" sort_order="asc" count="2" offset="0" limit="2">
  <observation ${TODAY} date="2025-01-04" value="203000"/>
  <observation ${TODAY} date="2025-01-11" value="218000"/>
</observations>
`,
  ],
  [
    `/fred/series/observations?series_id=ICSA&units=chg&observation_end=2024-12-28&sort_order=desc`,
    `<observations ${TODAY} observation_start="1600-01-01" observation_end="2024-12-28" units="chg" output_type="1" file_type="xml" order_by="observation_date" sort_order="desc" count="2" offset="0" limit="100000">
  <observation ${TODAY} date="2024-12-28" value="-9000"/>
  <observation ${TODAY} date="2024-12-21" value="."/>
</observations>
`,
  ],
  [
    '/fred/series/observations?series_id=ICSA&observation_start=2025-01-11&realtime_start=1776-07-04&realtime_end=9999-12-31',
    `<observations ${ALL} observation_start="2025-01-11" observation_end="9999-12-31" units="lin" output_type="1" file_type="xml" order_by="observation_date" sort_order="asc" count="2" offset="0" limit="100000">
  <observation realtime_start="2026-11-20" realtime_end="2026-11-20" date="2025-01-11" value="217000"/>
  <observation realtime_start="2026-11-21" realtime_end="9999-12-31" date="2025-01-11" value="218000"/>
</observations>
`,
  ],
  [
    '/fred/series/vintagedates?series_id=ICSA',
    `<vintage_dates ${ALL} order_by="vintage_date" sort_order="asc" count="2" offset="0" limit="10000">
  <vintage_date>2026-11-20</vintage_date>
  <vintage_date>2026-11-21</vintage_date>
</vintage_dates>
`,
  ],
  [
    '/fred/series/search?search_text=quits+rate&limit=1',
    `<seriess ${TODAY} order_by="search_rank" sort_order="desc" count="1" offset="0" limit="1">
  ${QUITS}
</seriess>
`,
  ],
  [
    '/fred/release/series?release_id=192',
    `<seriess ${TODAY} order_by="series_id" sort_order="asc" count="1" offset="0" limit="1000">
  ${QUITS}
</seriess>
`,
  ],
  [
    '/fred/series/search?search_text=nothing+of+the+kind',
    `<seriess ${TODAY} order_by="search_rank" sort_order="desc" count="0" offset="0" limit="1000">
</seriess>
`,
  ],
  [
    '/fred/series/release?series_id=ICSA',
    `<releases ${TODAY}>
  <release id="180" ${TODAY} name="Unemployment Insurance Weekly Claims Report" press_release="true" link="https://oui.doleta.gov/unemploy/claims.asp"/>
</releases>
`,
  ],
  [
    '/fred/release/dates?release_id=180&sort_order=desc&limit=2&realtime_start=2026-11-01',
    `<release_dates realtime_start="2026-11-01" realtime_end="9999-12-31" order_by="release_date" sort_order="desc" count="3" offset="0" limit="2">
  <release_date release_id="180">2026-11-19</release_date>
  <release_date release_id="180">2026-11-12</release_date>
</release_dates>
`,
  ],
  [
    '/fred/releases/dates?limit=1&realtime_start=2026-11-20',
    `<release_dates realtime_start="2026-11-20" realtime_end="9999-12-31" order_by="release_date" sort_order="desc" count="2" offset="0" limit="1">
  <release_date release_id="18" release_name="H.15 Selected Interest Rates">2026-11-20</release_date>
</release_dates>
`,
  ],
])('%s', async (path, xml) => {
  const app = await fredApp();
  revise(app, [{ code: 'initial_claims_sa', date: '2025-01-11', value: '218000' }]);
  app.clock.set('2026-11-21T12:00:00.000Z');
  const { status, headers, text } = await app.get(path, { 'x-api-key': app.key });
  expect([status, headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
  expect(text).toBe(`${PROLOG}${xml}`);
});

it.each([0, 2000, 2001])('writes a list of %i as one, in whatever pieces', (count) => {
  const items = Array.from({ length: count }, (_, i) => ({ facts: { date: `d${i}`, value: String(i) } }));
  const answer = { list: 'observations', item: 'observation', facts: { count }, items };
  expect(JSON.parse([...FILE_TYPES.json.write(answer)].join(''))).toEqual({
    count,
    observations: items.map(({ facts }) => facts),
  });
  const xml = [...FILE_TYPES.xml.write(answer)].join('');
  expect(xml.match(/<observation date="d\d+" value="\d+"\/>/g) ?? []).toHaveLength(count);
  expect(xml).toMatch(/<\/observations>\n$/);
});
