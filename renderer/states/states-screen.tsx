import { Box, Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { dayOfRow } from '../../service/series-math/areas/area-table.ts';
import { useCatalog } from '../api/index.ts';
import { LinkNotice, LoadFailed, NoDataView, PastNotice, Screen } from '../frame/index.ts';
import { claimsToShow, claimsWeekToShow, type HeldClaims, heldClaims, useAreas } from './area-requests.ts';
import { type MapState, readMapState, statesSearch } from './map-state.ts';
import { StateMap } from './state-map.tsx';
import styles from './states.module.css';
import { SERIES_WORDS } from './words.ts';

// Shares a chunk with the screen, because both use the same drawing.
export { StatesTile } from './states-tile.tsx';

const route = getRouteApi('/states');

/** Unemployment claims of the 53 areas in any week: as tiles, lines or a table. */
export function StatesScreen() {
  const { data, error, refetch } = useCatalog();
  const search = route.useSearch();
  const { state, problems } = useMemo(() => readMapState(search), [search]);
  const dataset = data?.datasets.find(({ id }) => id === UI_STATE_WEEKLY_CLAIMS.id);
  const held = dataset && heldClaims(dataset, state.series);
  const choice = { dataset: UI_STATE_WEEKLY_CLAIMS.id, code: SERIES_WORDS[state.series].code, area: '' };
  return (
    <Screen datasets={[UI_STATE_WEEKLY_CLAIMS.id]} series={[choice]}>
      {dataset && !held && <NoDataView />}
      {dataset && held && <Held state={state} problems={problems} held={held} dataset={dataset} />}
      {!data && !error && <Waiting />}
      {!data && error && (
        <LoadFailed onRetry={() => void refetch()}>
          {`The catalogue could not be loaded: ${error.message}`}
        </LoadFailed>
      )}
    </Screen>
  );
}

function Held(props: {
  state: MapState;
  problems: readonly string[];
  held: HeldClaims;
  dataset: CatalogDataset;
}) {
  const { state, dataset } = props;
  const navigate = route.useNavigate();
  const now = claimsToShow(dataset, state, props.held);
  const { measure, ofMeasure } = now;
  const areas = useAreas(state, now.week, measure, now.held);
  const held = state.asOf === undefined ? now.held : heldAtInstant(now.held, areas);
  const { week, problem: ofWeek, note } = claimsWeekToShow(state.week, held.range, now.later);
  // Reads the newest address: two keys may be pressed before the next render.
  const change = (part: Partial<MapState>) =>
    void navigate({
      search: (before) => statesSearch({ ...readMapState(before).state, ...part }),
      replace: 'explain' in part,
    });
  const isNothing = areas.isWhole && areas.data?.claims.rows === 0;
  const problems = [...props.problems, ...[ofWeek, ofMeasure].filter((one) => one !== undefined)];
  return (
    <div className="column low" style={{ height: '100%', container: 'workbench / inline-size' }}>
      <LinkNotice
        problems={problems}
        onClose={() =>
          change({
            week: week === held.range.to ? undefined : week,
            ...(ofMeasure !== undefined && { measure: undefined }),
          })
        }
      />
      <PastNotice asOf={state.asOf} onNow={() => change({ asOf: undefined })}>
        {isNothing && ' There were no claims here then.'}
      </PastNotice>
      {areas.error && (
        <LoadFailed
          onRetry={areas.retry}
        >{`${areas.data ? 'Only this week is here; the others' : 'The claims'} could not be loaded: ${areas.error.message}`}</LoadFailed>
      )}
      {areas.data && areas.data.claims.rows > 0 ? (
        <StateMap
          // Data of another instant may have fewer weeks, so parts must not keep a row that is gone.
          key={state.asOf}
          state={state}
          week={week}
          note={note}
          measure={measure}
          held={held}
          data={areas.data}
          isWhole={areas.isWhole}
          onChange={change}
        />
      ) : (
        !areas.error && !isNothing && <Waiting />
      )}
    </div>
  );
}

/** @returns the weeks known at the chosen instant; until they are loaded, the weeks known now. */
function heldAtInstant(now: HeldClaims, { data, isWhole }: ReturnType<typeof useAreas>): HeldClaims {
  const { claims } = data ?? {};
  if (!isWhole || !claims || claims.rows === 0) return now;
  const [from, to] = [dayOfRow(claims, 0), dayOfRow(claims, claims.rows - 1)];
  return { ...now, range: { from: dateText(from), to: dateText(to) } };
}

function Waiting() {
  return (
    <Box className="column gap-12" p="5px 12px 12px" h="100%" role="img" aria-label="Loading the claims">
      <Skeleton height={30} />
      <Skeleton height={24} />
      <div className="flex fill low gap-12">
        <Skeleton height="100%" className="grow" />
        <Skeleton height="100%" className={`fixed ${styles.side}`} />
      </div>
    </Box>
  );
}
