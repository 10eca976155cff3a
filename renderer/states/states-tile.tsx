import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useEffect, useId, useMemo } from 'react';
import { dayNumber } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { AREAS, rowOfDay } from '../../service/series-math/areas/area-table.ts';
import { measureAreas } from '../../service/series-math/areas/measures.ts';
import { requestQuery, requestSearch } from '../../service/view/index.ts';
import { useCatalog } from '../api/index.ts';
import { sentenceText } from '../explain/index.ts';
import { noDataText, TileTable } from '../frame/index.ts';
import type { TileProps } from '../frame/types.ts';
import {
  claimsWeekToShow,
  type HeldClaims,
  heldClaims,
  heldOfMeasure,
  knownLater,
  measureToShow,
} from './area-requests.ts';
import { looksOf } from './look.ts';
import { type MapState, readMapState, type StatesSearch } from './map-state.ts';
import type { DrawnMap } from './paint-tiles.ts';
import { type Playhead, usePlayhead } from './playhead.ts';
import { takenOf } from './taken.ts';
import { scaledLayout } from './tile-layout.ts';
import { Tiles } from './tiles.tsx';
import { useAreas } from './use-areas.ts';
import { areaName, cellText, MEASURE_WORDS, orderAreas, summaryParts } from './words.ts';

type Props = TileProps<StatesSearch>;

/** What an address of the screen shows, on a tile: the map, the lines of the areas, or the areas in order. At the crosshair: its week. */
export function StatesTile(props: Props): ReactNode {
  const { state, problems } = useMemo(() => readMapState(props.search), [props.search]);
  const dataset = useCatalog().data?.datasets.find(({ id }) => id === UI_STATE_WEEKLY_CLAIMS.id);
  const held = dataset && heldClaims(dataset, state.series);
  if (!dataset) return props.frame({ state: 'loading' });
  if (!held) return props.frame({ state: 'empty', why: noDataText('claims by state') });
  return <Held {...props} state={state} problems={problems} dataset={dataset} claims={held} />;
}

function Held(
  props: Props & {
    state: MapState;
    problems: readonly string[];
    dataset: CatalogDataset;
    claims: HeldClaims;
  },
): ReactNode {
  const { state, frame, shared } = props;
  const scheme = useComputedColorScheme('light');
  const { measure } = measureToShow(state.measure, props.claims);
  const held = heldOfMeasure(props.claims, measure, props.dataset);
  const { week, problem } = claimsWeekToShow(state.week, held.range, knownLater(state.series, measure));
  const { data, isWhole, error, retry } = useAreas(state, week, measure, held);
  const claims = data?.claims;
  const row = claims
    ? Math.max(0, Math.min(claims.rows - 1, rowOfDay(claims, dayNumber(week) as number)))
    : 0;
  const playhead = usePlayhead(row);
  useEffect(
    () =>
      claims && isWhole
        ? shared.follow((day) => {
            // A week is dated by its last day.
            const at = day === undefined ? row : Math.ceil(rowOfDay(claims, day));
            playhead.show(at >= 0 && at < claims.rows ? at : row);
          })
        : undefined,
    [claims, isWhole, shared, playhead, row],
  );
  const drawn = useMemo((): DrawnMap | undefined => {
    const measured = data && (measureAreas(measure, data) ?? measureAreas('persons', data));
    return measured && isWhole
      ? {
          ...{ claims: data.claims, measured, series: state.series, scheme },
          look: looksOf(measured, state.scale, scheme),
        }
      : undefined;
  }, [data, measure, isWhole, state.series, state.scale, scheme]);
  if (error) return frame({ state: 'failed', why: error.message, retry });
  if (!data || !drawn) return frame({ state: 'loading' });
  const { view, range } = takenOf(state, data, drawn.measured.id, row);
  return frame(
    {
      state: 'drawn',
      sentence: sentenceText(summaryParts(data.claims, drawn.measured, row, state.series)),
      problems: [...props.problems, ...(problem ? [problem] : [])],
      isFollowing: state.view !== 'table',
      datasets: [UI_STATE_WEEKLY_CLAIMS.id],
      sheet: { search: requestQuery(requestSearch(view, range)) },
    },
    state.view === 'table' ? (
      <AreaFigures drawn={drawn} row={row} sort={state.sort} />
    ) : (
      <ScaledTiles drawn={drawn} row={row} state={state} view={state.view} playhead={playhead} />
    ),
  );
}

function ScaledTiles(props: {
  drawn: DrawnMap;
  row: number;
  state: MapState;
  view: 'tiles' | 'lines';
  playhead: Playhead;
}) {
  const { ref, width, height } = useElementSize();
  const { layout, scale } = useMemo(() => scaledLayout(width, height), [width, height]);
  const name = useId();
  return (
    <div ref={ref} className="center fill low" style={{ overflow: 'hidden' }}>
      {width > 0 && height > 0 && (
        <div style={{ width: layout.width * scale, height: layout.height * scale }}>
          <div style={{ width: layout.width, transform: `scale(${scale})`, transformOrigin: '0 0' }}>
            <Tiles
              {...{ drawn: props.drawn, layout, playhead: props.playhead, row: props.row }}
              view={props.view}
              own={props.state.own}
              areas={props.state.areas}
              labelledBy={name}
              onSelect={() => undefined}
              onExplain={() => undefined}
            />
          </div>
        </div>
      )}
    </div>
  );
}

/** The areas in the order of the address. */
function AreaFigures({ drawn, row, sort }: { drawn: DrawnMap; row: number; sort: MapState['sort'] }) {
  const { measured, claims } = drawn;
  return (
    <TileTable
      head={['Area', MEASURE_WORDS[measured.id].label]}
      rows={orderAreas(measured, row, sort).map((area) => [
        `${areaName(area)} ${AREAS[area]}`,
        cellText(measured, claims, area, row),
      ])}
    />
  );
}
