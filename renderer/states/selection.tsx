import { Button, CloseButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { STATES, type StateCode } from '../../service/datasets/states.ts';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { listText, viewSearch } from '../../service/view/index.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { useNewChart } from '../frame/index.ts';
import { addAllSeries, keptView, parseView } from '../view/index.ts';
import styles from './states.module.css';
import type { TileLayout } from './tile-layout.ts';

/** What can be done with the selected areas: their series in Explore, alone or beside what is there. */
export function AreaSelection(props: {
  areas: readonly StateCode[];
  /** Of the series that the measure is made of. */
  code: string;
  /** The map shows what was known then; a new chart does too. */
  asOf: string | undefined;
  layout: TileLayout;
  onExplain: (area: StateCode) => void;
  onClear: () => void;
}) {
  const { areas, code, layout } = props;
  const navigate = useNavigate();
  const newChart = useNewChart();
  const [first] = areas;
  if (first === undefined) return null;
  const choices = areas.map((area) => ({ dataset: UI_STATE_WEEKLY_CLAIMS.id, code, area }));
  const search = keptView();
  const kept = search ? parseView(search).view : newChart();
  const names = listText(areas.map((area) => STATES[area]));
  const room = MOST_SERIES - addAllSeries(kept, choices).left.length;
  const open = (view: View) =>
    void navigate({ to: '/explore', search: viewSearch(addAllSeries(view, choices).view) });
  return (
    <div
      className={`column low gap-6 fine ${layout.top > 0 ? '' : 'overlay'} ${styles.selection}`}
      style={placeOf(layout)}
    >
      <div className="row gap-4">
        <span className="cut one-line grow" role="status" title={names}>
          <b className="medium">{names}</b>
          {areas.length === MOST_SERIES && ` (${MOST_SERIES} at most)`}
        </span>
        <CloseButton size={24} aria-label="Select nothing" onClick={props.onClear} />
      </div>
      <div className="row gap-6">
        {areas.length === 1 && (
          <Button variant="default" size="compact-xs" h={24} px={6} onClick={() => props.onExplain(first)}>
            Explain
          </Button>
        )}
        <Button
          variant="default"
          size="compact-xs"
          h={24}
          px={6}
          onClick={() => open({ ...newChart(), asOf: props.asOf })}
        >
          Explore
        </Button>
        <Button
          variant="default"
          size="compact-xs"
          h={24}
          px={6}
          disabled={room < MOST_SERIES}
          title={room < MOST_SERIES ? `A chart has ${MOST_SERIES} lines at most` : ''}
          onClick={() => open(kept)}
        >
          Add to chart
        </Button>
      </div>
    </div>
  );
}

/** The place between Texas and Florida, where no tile is, from the middle of the drawing in pixels; below a drawing of narrow tiles. */
function placeOf({ width, height, cell, top }: TileLayout) {
  if (top > 0) return undefined;
  return {
    left: `calc(50% + ${cell.width * 4 + 6 - width / 2}px)`,
    top: `calc(50% + ${cell.height * 7 - height / 2}px)`,
    width: cell.width * 4 - 16,
    height: cell.height - 4,
  };
}
