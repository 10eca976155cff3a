import { MONTH_NAMES } from '../calendar/dates.ts';

/**
 * A citation in the form that FRED suggests: 'Bureau of Labor Statistics, Quits, level, seasonally adjusted [jolts.quits_level_sa], retrieved
 * from Almanac 0.1.0, data loaded 2026-11-20; November 21, 2026.' @param of `now` and `loaded` are ISO 8601, UTC.
 */
export function citation(of: {
  publisher: string | undefined;
  title: string;
  id: string;
  loaded: string | null;
  now: string;
  version: string;
}): string {
  const [year, month, day] = of.now.slice(0, 10).split('-').map(Number);
  const by = of.publisher === undefined ? '' : `${of.publisher}, `;
  const loaded = of.loaded === null ? '' : `, data loaded ${of.loaded.slice(0, 10)}`;
  return `${by}${of.title} [${of.id}], retrieved from Almanac ${of.version}${loaded}; ${MONTH_NAMES[(month ?? 1) - 1]} ${day}, ${year}.`;
}
