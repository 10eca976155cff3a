import { looksOf } from '../../../renderer/states/look.ts';
import { type MapState, readMapState } from '../../../renderer/states/map-state.ts';
import type { ShownMap } from '../../../renderer/states/shown-map.ts';
import { dateText, dayNumber } from '../../../service/calendar/dates.ts';
import { AREAS, areaTable } from '../../../service/series-math/areas/area-table.ts';
import { type AreaData, type MeasureId, measureAreas } from '../../../service/series-math/areas/measures.ts';
import { matrixOf } from '../../../service/series-math/matrix.ts';
import { publish } from '../../api/folder.ts';

/** Sixty made-up weeks of all areas: no two areas have the same claims, and some weeks lack an area. */

export const WEEKS = 60;
const LAST = dayNumber('2025-03-08') as number;
export const weekAt = (row: number): string => dateText(LAST - 7 * (WEEKS - 1 - row));

type Code = 'initial_claims' | 'continued_claims' | 'covered_employment' | 'insured_unemployment_rate';

/** @returns the value of an area in a week; `undefined` if there is none */
export function valueIn(code: Code, area: number, row: number): string | undefined {
  // Wyoming has no claims in the first three weeks, Puerto Rico none in the last week but two.
  if (code !== 'covered_employment' && area === AREAS.indexOf('WY') && row < 3) return undefined;
  if (code === 'initial_claims' && area === AREAS.indexOf('PR') && row === WEEKS - 3) return undefined;
  const wave = ((row * row * 5 + row * area * 7 + area * 17) % 41) - 20;
  switch (code) {
    case 'initial_claims':
      return String(1500 + 130 * ((area * 23) % 53) + 7 * wave + (area === 4 ? 9000 : 0));
    case 'continued_claims':
      return String(9000 + 700 * ((area * 31) % 53) + 11 * wave);
    case 'covered_employment':
      return String(400_000 + 90_000 * ((area * 19) % 53));
    case 'insured_unemployment_rate':
      return (0.5 + ((area * 7) % 53) / 20 + wave / 100).toFixed(2);
  }
}

const LATE: readonly Code[] = ['continued_claims', 'insured_unemployment_rate'];
const rowsOf = (code: Code) => [...Array(LATE.includes(code) ? WEEKS - 1 : WEEKS).keys()];

function tableOf(code: Code) {
  const rows = rowsOf(code);
  return areaTable(
    matrixOf(
      Int32Array.from(rows, (row) => dayNumber(weekAt(row)) as number),
      AREAS.map((area, place) => ({
        name: `${code}.${area}`,
        texts: rows.map((row) => valueIn(code, place, row)),
      })),
    ),
    code,
  );
}

/** The same weeks as the map holds them in memory. */
export function fewWeeks(series: 'initial' | 'continued' = 'initial'): AreaData {
  return {
    claims: tableOf(series === 'initial' ? 'initial_claims' : 'continued_claims'),
    covered: tableOf('covered_employment'),
    rates: { rate: tableOf('insured_unemployment_rate') },
    reportAfter: series === 'initial' ? 0 : 7,
  };
}

/** The map's data for the few weeks. @param more replaces parts */
export function shownFew(
  measure: MeasureId,
  { state = {}, ...more }: Omit<Partial<ShownMap>, 'state'> & { state?: Partial<MapState> } = {},
): ShownMap {
  const data = more.data ?? fewWeeks();
  const measured = more.measured ?? measureAreas(measure, data);
  if (!measured) throw new Error('No measure');
  const own = { ...readMapState({}).state, ...state };
  const row = more.row ?? WEEKS - 1;
  const look = looksOf(measured, own.scale, 'light')(row);
  const change = () => undefined;
  return { data, measured, row, look, change, scheme: 'light', ...more, state: own };
}

/** Publishes the weeks into a data folder. */
export function publishFewWeeks(
  dataDir: string,
  codes: readonly Code[] = ['initial_claims', ...LATE, 'covered_employment'],
  fetchedAt?: string,
  weeks = WEEKS,
  origin: 'file' | 'sample' = 'file',
): void {
  const rows = codes.flatMap((code) =>
    rowsOf(code)
      .filter((row) => row < weeks)
      .flatMap((row) =>
        AREAS.flatMap((area, place) => {
          const value = valueIn(code, place, row);
          return value === undefined ? [] : [{ code, area, date: weekAt(row), value }];
        }),
      ),
  );
  publish(dataDir, 'ui_state_weekly_claims', rows, origin, fetchedAt);
}
