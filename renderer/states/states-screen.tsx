import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { useCatalog } from '../api/index.ts';
import { LinkNotice, LoadFailed, LoadingContent, NoDataView, Screen } from '../frame/index.ts';
import { type HeldClaims, heldClaims, measureToShow, weekToShow } from './area-requests.ts';
import { type MapState, readState, searchOf } from './map-state.ts';
import { StateMap } from './state-map.tsx';
import { useAreas } from './use-areas.ts';
import { SERIES_WORDS } from './words.ts';

const route = getRouteApi('/states');

/** Unemployment claims of the 53 areas in any week: as a map of tiles, as lines, as a table. */
export function StatesScreen() {
  const { data, error, refetch } = useCatalog();
  const search = route.useSearch();
  const { state, problems } = useMemo(() => readState(search), [search]);
  const dataset = data?.datasets.find(({ id }) => id === UI_STATE_WEEKLY_CLAIMS.id);
  const held = dataset && heldClaims(dataset, state.series);
  const choice = { dataset: UI_STATE_WEEKLY_CLAIMS.id, code: SERIES_WORDS[state.series].code, area: '' };
  return (
    <Screen datasets={[UI_STATE_WEEKLY_CLAIMS.id]} series={[choice]}>
      {dataset && !held && <NoDataView />}
      {dataset && held && (
        <Held state={state} problems={problems} held={held} isSample={dataset.origin === 'sample'} />
      )}
      {!data && !error && <LoadingContent label="Loading the claims" />}
      {!data && error && (
        <LoadFailed
          onRetry={() => void refetch()}
        >{`The catalogue could not be loaded: ${error.message}`}</LoadFailed>
      )}
    </Screen>
  );
}

function Held(props: { state: MapState; problems: readonly string[]; held: HeldClaims; isSample: boolean }) {
  const { state, held } = props;
  const navigate = route.useNavigate();
  const { week, problem: ofWeek, note } = weekToShow(state.week, held.range, state.series);
  const { measure, problem: ofMeasure } = measureToShow(state.measure, held);
  const areas = useAreas(state.series, week, measure, held);
  const change = (part: Partial<MapState>) =>
    void navigate({ search: searchOf({ ...state, ...part }), replace: 'explain' in part });
  const problems = [...props.problems, ...[ofWeek, ofMeasure].filter((one) => one !== undefined)];
  return (
    <>
      <LinkNotice
        problems={problems}
        onClose={() => change({ week: week === held.range.to ? undefined : week, measure: undefined })}
      />
      {areas.error && (
        <LoadFailed
          onRetry={areas.retry}
        >{`${areas.data ? 'Only this week is here; the others' : 'The claims'} could not be loaded: ${areas.error.message}`}</LoadFailed>
      )}
      {areas.data && areas.data.claims.rows > 0 ? (
        <StateMap
          state={state}
          week={week}
          note={note}
          measure={measure}
          held={held}
          data={areas.data}
          isWhole={areas.isWhole}
          isSample={props.isSample}
          onChange={change}
        />
      ) : (
        !areas.error && <LoadingContent label="Loading the claims" />
      )}
    </>
  );
}
