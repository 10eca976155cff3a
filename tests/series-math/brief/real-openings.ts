import { existsSync, readFileSync } from 'node:fs';
import { dayNumber } from '../../../service/calendar/dates.ts';
import type { TimeSeries } from '../../../service/series-math/types.ts';

const FILE = new URL('../../../../shared/data/jolts/bls_v1_JTSJOL_2019_2026_excerpt.json', import.meta.url);
export const HAS_REAL_FILES = existsSync(FILE);

/** Job openings as the BLS published them in 2026. */
export function openings(): TimeSeries {
  const { Results } = JSON.parse(readFileSync(FILE, 'utf8')) as {
    Results: { series: { seriesID: string; data: { year: string; period: string; value: string }[] }[] };
  };
  const found = Results.series.find(({ seriesID }) => seriesID.endsWith('JOL'));
  const rows = (found?.data ?? []).filter(({ value }) => value !== '-').toReversed();
  return {
    days: Int32Array.from(rows, ({ year, period }) => dayNumber(`${year}-${period.slice(1)}-01`) as number),
    values: rows.map(({ value }) => value),
  };
}
