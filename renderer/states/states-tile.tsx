import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useEffect, useId, useMemo } from 'react';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { AREAS, rowOfDay } from '../../service/series-math/areas/area-table.ts';
import { measureAreas } from '../../service/series-math/areas/measures.ts';
import { requestQuery, requestSearch } from '../../service/view/index.ts';
import { useCatalog } from '../api/index.ts';
import { sentenceText } from '../explain/index.ts';
import { noDataText, TileTable } from '../frame/index.ts';
import type { TileProps } from '../frame/types.ts';
import { claimsToShow, type HeldClaims, heldClaims, useAreas } from './area-requests.ts';
import { looksOf } from './look.ts';
import { type MapState, readMapState, type StatesSearch } from './map-state.ts';
import { type ShownMap, usePlayhead } from './shown-map.ts';
import { rowOfWeek } from './state-map.tsx';
import { mapExport } from './states-take-away.tsx';
import { scaledLayout } from './tile-layout.ts';
import { Tiles } from './tiles.tsx';
import { areaName, cellText, MEASURE_WORDS, orderAreas, summaryParts } from './words.ts';

type Props = TileProps<StatesSearch>;

/** A tile for an address of the screen: the map, lines, or ranked areas. The crosshair selects the week. */
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
  const { measure, held, week, problem } = claimsToShow(props.dataset, state, props.claims);
  const { data, isWhole, error, retry } = useAreas(state, week, measure, held);
  const claims = data?.claims;
  const settled = claims ? rowOfWeek(claims, week) : 0;
  const [playhead, at] = usePlayhead(settled);
  useEffect(() => {
    if (!claims || !isWhole) return undefined;
    return shared.follow((day) => {
      // A week is dated by its last day.
      const found = day === undefined ? settled : Math.ceil(rowOfDay(claims, day));
      playhead.show(found >= 0 && found < claims.rows ? found : settled);
    });
  }, [claims, isWhole, shared, playhead, settled]);
  const measured = useMemo(
    () => data && (measureAreas(measure, data) ?? measureAreas('persons', data)),
    [data, measure],
  );
  const looks = useMemo(
    () => measured && isWhole && looksOf(measured, state.scale, scheme),
    [measured, isWhole, state.scale, scheme],
  );
  if (error) return frame({ state: 'failed', why: error.message, retry });
  if (!data || !measured || !looks) return frame({ state: 'loading' });
  const row = Math.min(data.claims.rows - 1, at);
  const { view, range } = mapExport(state, data, measured.id, settled);
  return frame(
    {
      state: 'drawn',
      sentence: sentenceText(summaryParts(data.claims, measured, settled, state.series)),
      problems: [...props.problems, ...(problem ? [problem] : [])],
      isFollowing: state.view !== 'table',
      datasets: [UI_STATE_WEEKLY_CLAIMS.id],
      sheet: { search: requestQuery(requestSearch(view, range)) },
    },
    state.view === 'table' ? (
      <TileTable
        head={['Area', MEASURE_WORDS[measured.id].label]}
        rows={orderAreas(measured, settled, state.sort).map((area) => [
          `${areaName(area)} ${AREAS[area]}`,
          cellText(measured, data.claims, area, settled),
        ])}
      />
    ) : (
      <ScaledTiles
        shown={{ state, data, measured, row, look: looks(row), scheme, change: () => undefined }}
      />
    ),
  );
}

function ScaledTiles({ shown }: { shown: ShownMap }) {
  const { ref, width, height } = useElementSize();
  const { layout, scale } = scaledLayout(width, height);
  const name = useId();
  return (
    <div ref={ref} className="center fill low" style={{ overflow: 'hidden' }}>
      {width > 0 && height > 0 && (
        <div style={{ width: layout.width * scale, height: layout.height * scale }}>
          <div style={{ width: layout.width, transform: `scale(${scale})`, transformOrigin: '0 0' }}>
            <Tiles shown={shown} layout={layout} labelledBy={name} />
          </div>
        </div>
      )}
    </div>
  );
}
