import { dateText } from '../../service/calendar/dates.ts';
import type { StateCode } from '../../service/datasets/states.ts';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { AREAS, dayOfRow } from '../../service/series-math/areas/area-table.ts';
import { type AreaData, isRate, type MeasureId } from '../../service/series-math/areas/measures.ts';
import type { Units } from '../../service/series-math/fred-codes.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { parseView } from '../view/index.ts';
import type { MapState } from './map-state.ts';
import { LINE_WEEKS } from './paint-lines.ts';
import { codeOf } from './words.ts';

/** Changes are taken away as the API computes them; per thousand and ranks as the claims that they are made of. */
const UNITS: Partial<Record<MeasureId, Units>> = { week: 'chg', weekpct: 'pch', year: 'ch1', yearpct: 'pc1' };

/** What of the map, or of a tile of it, goes into a file: the selected areas, or all, of the shown weeks. */
type TakenAreas = { view: View; range: DateRange };

/** @param row of the shown week */
export function takenOf(
  state: Pick<MapState, 'view' | 'series' | 'areas' | 'asOf'>,
  data: AreaData,
  measure: MeasureId,
  row: number,
): TakenAreas {
  const from = state.view === 'lines' ? Math.max(0, row - LINE_WEEKS + 1) : row;
  const range = { from: dateText(dayOfRow(data.claims, from)), to: dateText(dayOfRow(data.claims, row)) };
  const code = codeOf(state.series, isRate(measure) && data.rates?.[measure] ? measure : 'persons');
  const areas = state.areas.length > 0 ? state.areas : AREAS;
  const view = { ...viewOf(areas, code, UNITS[measure]), asOf: state.asOf };
  return { view, range };
}

/** A view of a series of all areas: more lines than a chart can have, but not more than an export. */
function viewOf(areas: readonly StateCode[], code: string, units: Units = 'lin'): View {
  const { view } = parseView({ series: '' });
  return {
    ...view,
    units,
    series: areas.map((area, slot) => ({
      choice: { dataset: UI_STATE_WEEKLY_CLAIMS.id, code, area },
      ...{ slot, hidden: false, style: {} },
    })),
  };
}
