import { Box, Button, CloseButton, SegmentedControl, Select, useComputedColorScheme } from '@mantine/core';
import { upperFirst, useElementSize } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useId, useMemo, useRef } from 'react';
import { dayNumber } from '../../service/calendar/dates.ts';
import { STATES, type StateCode } from '../../service/datasets/states.ts';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { type AreaTable, recordRows, rowOfDay } from '../../service/series-math/areas/area-table.ts';
import {
  type AreaData,
  isRate,
  MEASURES,
  type MeasureId,
  measureAreas,
} from '../../service/series-math/areas/measures.ts';
import { countOf, plainly } from '../../service/series-math/decimal-text.ts';
import { listText, viewSearch } from '../../service/view/index.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { ExplainableSentence, NumberPanel, sentenceText } from '../explain/index.ts';
import {
  HelpLink,
  SidePanel,
  SideSections,
  useNewChart,
  usePlainKeys,
  useWindowFits,
} from '../frame/index.ts';
import { addAllSeries, keptView, parseView } from '../view/index.ts';
import { type HeldClaims, NO_COVERED } from './area-requests.ts';
import { AreaRows } from './area-rows.tsx';
import { explainArea } from './explain-area.ts';
import { COLOUR_SPANS, crowdOf, type Look, looksOf } from './look.ts';
import { type MapState, readExplained } from './map-state.ts';
import { AreaRank, MovedAreas } from './rank.tsx';
import { type ShownMap, usePlayhead } from './shown-map.ts';
import styles from './states.module.css';
import { StatesTakeAway } from './states-take-away.tsx';
import { type TileLayout, tileMapLayout } from './tile-layout.ts';
import { Tiles } from './tiles.tsx';
import { TimeBar } from './time-bar.tsx';
import { codeOf, MEASURE_WORDS, SERIES_WORDS, summaryParts } from './words.ts';

/** The map with tool bar, sentence, drawing and weeks; beside them the rank and who moved the nation. */
export function StateMap(props: {
  state: MapState;
  week: string;
  note: string | undefined;
  measure: MeasureId;
  held: HeldClaims;
  data: AreaData;
  /** False while only the shown week is loaded. */
  isWhole: boolean;
  onChange: (change: Partial<MapState>) => void;
}) {
  const { state, measure, held, data, isWhole, onChange } = props;
  const { claims } = data;
  const scheme = useComputedColorScheme('light');
  const settled = rowOfWeek(claims, props.week);
  const [playhead, at] = usePlayhead(settled);
  // All parts show the same week, also during a drag or play.
  const row = Math.min(claims.rows - 1, at);
  const measured = useMemo(
    () => measureAreas(measure, data) ?? measureAreas('persons', data),
    [measure, data],
  );
  const looks = useMemo(
    () => (measured && isWhole ? looksOf(measured, state.scale, scheme) : undefined),
    [measured, state.scale, scheme, isWhole],
  );
  const size = useElementSize();
  const isBeside = useWindowFits('(min-width: 60em)');
  // In one column the page scrolls: the drawing is as high as it needs.
  const layout = tileMapLayout(size.width, isBeside ? size.height : Number.POSITIVE_INFINITY);
  const isWide = useWindowFits('(min-width: 36em)');
  const isStacked = useWindowFits('(min-width: 80em) and (min-height: 46em)');
  const place = useRef<HTMLDivElement>(null);
  const summary = useId();
  const { explain: explained } = state;
  const node = useMemo(
    () =>
      explained && plainly(() => explainArea({ data, series: state.series, row }, { measure, ...explained })),
    [data, state.series, row, explained, measure],
  );
  const records = useMemo(
    () => (isWhole ? recordRows(claims).filter((one) => one === row).length : 0),
    [isWhole, claims, row],
  );
  if (!measured) return null;

  const shown: ShownMap = { state, data, measured, row, look: looks?.(row), scheme, change: onChange };
  const sentence = summaryParts(claims, measured, row, state.series);
  const close = () => onChange({ explain: undefined });
  const selection = <AreaSelection shown={shown} code={codeOf(state.series, measure)} layout={layout} />;
  return (
    <div className="column fill low">
      <StatesToolBar shown={shown} measure={measure} held={held} place={place}>
        <StatesTakeAway shown={shown} isWhole={isWhole} sentence={sentenceText(sentence)} chart={place} />
      </StatesToolBar>
      <Box className="row fixed wrap ruled gap-8-12" bg="var(--surface)" p="3px 12px" mih="2.125rem">
        <p id={summary}>
          <ExplainableSentence
            parts={sentence}
            onExplain={(word) => onChange({ explain: readExplained(word) })}
          />
        </p>
        {props.note && <span className="quiet fine">{props.note}</span>}
        {records > 0 && <span className="quiet fine">The highest week of {countOf(records, 'area')}.</span>}
        {state.view === 'tiles' && <ClassesNote shown={shown} look={looks?.(settled)} row={settled} />}
      </Box>
      <div className={`flex fill low ruled ${styles.split}`}>
        <Box className="column grow low" p={isWide ? 12 : 0}>
          <Box
            ref={place}
            className="card column fill low gap-10"
            px={isWide ? '1rem' : 4}
            pt="0.875rem"
            pb="0.75rem"
          >
            {state.view === 'table' ? (
              <AreaRows shown={shown} labelledBy={summary} />
            ) : (
              <div ref={size.ref} className={`center low ${isBeside ? 'fill' : 'fixed'} ${styles.drawing}`}>
                {size.width > 0 && <Tiles shown={shown} layout={layout} labelledBy={summary} />}
                {layout.top === 0 && selection}
              </div>
            )}
            {layout.top > 0 && state.view !== 'table' && selection}
            <TimeBar
              shown={shown}
              playhead={playhead}
              settled={settled}
              held={held.range}
              isWhole={isWhole}
            />
          </Box>
        </Box>
        {/* The table has its own order and needs the room. */}
        {state.view !== 'table' && (
          <Box
            component="aside"
            className={`column fixed scrolls gap-8 ${styles.side}`}
            p="0.75rem 0.875rem"
            // Only hidden, so that the focus can return to the explained number.
            {...(isBeside && explained && { display: 'none' })}
            aria-label="Rank and who moved the nation"
          >
            <SideSections
              label="Beside the map"
              sections={[
                { id: 'rank', title: 'Rank', content: <AreaRank shown={shown} /> },
                { id: 'moved', title: 'Who moved the nation', content: <MovedAreas shown={shown} /> },
              ]}
              isStacked={isStacked}
            />
          </Box>
        )}
        <SidePanel
          label="Explain this number"
          isBeside={isBeside}
          isOpen={explained !== undefined}
          takesFocus
          onClose={close}
        >
          {node && <NumberPanel node={node} onClose={close} />}
        </SidePanel>
      </div>
    </div>
  );
}

export function rowOfWeek(claims: AreaTable, week: string): number {
  return Math.max(0, Math.min(claims.rows - 1, rowOfDay(claims, dayNumber(week) as number)));
}

/** Offers this week's classes if the scale puts nearly all areas into one or two classes, and a way back. */
export function ClassesNote(props: { shown: ShownMap; look: Look | undefined; row: number }) {
  const { look, row } = props;
  const { measured, state, change } = props.shown;
  const { scale } = state;
  const crowd = look && scale !== 'week' ? crowdOf(look, measured, row) : undefined;
  // Ranks have the same classes over all weeks.
  if (measured.kind === 'rank' || (scale !== 'week' && !crowd)) return null;
  const [to, words] = scale === 'week' ? (['all', 'all weeks'] as const) : (['week', 'this week'] as const);
  // Keeps its place while another week is dragged or played, so that the map keeps its size.
  const visibility = props.shown.row === row ? undefined : 'hidden';
  return (
    <span className="row at-end gap-8 fine" style={{ visibility }}>
      {crowd
        ? `${crowd.areas} of ${countOf(crowd.total, 'area')} are in ${crowd.classes === 1 ? 'one class' : 'two classes'} of ${COLOUR_SPANS[scale]}.`
        : 'The classes are those of this week alone.'}
      <Button variant="default" size="compact-xs" h={24} px={6} onClick={() => change({ scale: to })}>
        Classes of {words}
      </Button>
    </span>
  );
}

/** Opens the selected areas' series in Explore. @param props.code code of the measure's series */
function AreaSelection({ shown, code, layout }: { shown: ShownMap; code: string; layout: TileLayout }) {
  const { areas, asOf } = shown.state;
  const navigate = useNavigate();
  const newChart = useNewChart();
  const [first] = areas;
  if (first === undefined) return null;
  const choices = areas.map((area) => ({ dataset: UI_STATE_WEEKLY_CLAIMS.id, code, area }));
  const search = keptView();
  const kept = search ? parseView(search).view : newChart();
  const names = listText(areas.map((area) => STATES[area]));
  const hasRoom = addAllSeries(kept, choices).left.length === 0;
  const open = (view: View) =>
    void navigate({ to: '/explore', search: viewSearch(addAllSeries(view, choices).view) });
  const look = { variant: 'default', size: 'compact-xs', h: 24, px: 6 } as const;
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
        <CloseButton size={24} aria-label="Clear the selection" onClick={() => shown.change({ areas: [] })} />
      </div>
      <div className="row gap-6">
        {areas.length === 1 && (
          <Button {...look} onClick={() => shown.change({ explain: { area: first } })}>
            Explain
          </Button>
        )}
        <Button {...look} onClick={() => open({ ...newChart(), asOf })}>
          Explore
        </Button>
        <Button
          {...look}
          disabled={!hasRoom}
          title={hasRoom ? '' : `A chart has ${MOST_SERIES} lines at most`}
          onClick={() => open(kept)}
        >
          Add to chart
        </Button>
      </div>
    </div>
  );
}

/** @returns the style for the free place between Texas and Florida; `undefined` if tiles are narrow. */
function placeOf({ width, height, cell, top }: TileLayout) {
  if (top > 0) return undefined;
  return {
    left: `calc(50% + ${cell.width * 4 + 6 - width / 2}px)`,
    top: `calc(50% + ${cell.height * 7 - height / 2}px)`,
    width: cell.width * 4 - 16,
    height: cell.height - 4,
  };
}

function StatesToolBar(props: {
  shown: ShownMap;
  measure: MeasureId;
  held: HeldClaims;
  place: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const { held, place } = props;
  const { state, change } = props.shown;
  const find = useRef<HTMLInputElement>(null);
  usePlainKeys({ '/': () => find.current?.focus() });
  const goTo = (area: StateCode) => {
    change({ areas: [area] });
    place.current?.querySelector<HTMLElement | SVGElement>(`[data-area=${area}]`)?.focus();
  };
  return (
    <Box className="row fixed wrap gap-8-12 not-on-paper" bg="var(--surface)" p="4px 12px">
      <SegmentedControl
        aria-label="Claims"
        value={state.series}
        onChange={(series) => change({ series: series as MapState['series'] })}
        data={Object.entries(SERIES_WORDS).map(([value, { label }]) => ({ value, label }))}
      />
      <Select
        aria-label="Measure"
        w={200}
        maxDropdownHeight={300}
        allowDeselect={false}
        value={props.measure}
        onChange={(value) => change({ measure: value as MeasureId })}
        data={MEASURES.map((value) => ({
          value,
          label: MEASURE_WORDS[value].label,
          disabled:
            (value === 'thousand' && !held.hasCovered) || (isRate(value) && !held.rates.includes(value)),
        }))}
      />
      <HelpLink to="/guide/states#measures" about="measures" />
      <SegmentedControl
        aria-label="Form"
        value={state.view}
        onChange={(view) => change({ view: view as MapState['view'] })}
        data={['tiles', 'lines', 'table'].map((value) => ({ value, label: upperFirst(value) }))}
      />
      {state.view === 'tiles' && (
        <Select
          aria-label="Colours made over"
          w={150}
          allowDeselect={false}
          value={state.scale}
          onChange={(value) => change({ scale: value as MapState['scale'] })}
          data={[
            { value: 'all', label: 'Scale: all weeks' },
            { value: 'year', label: 'Scale: 1 year' },
            { value: 'week', label: 'Scale: this week' },
          ]}
        />
      )}
      {state.view === 'lines' && (
        <SegmentedControl
          aria-label="Scale of the lines"
          value={state.own ? 'own' : 'one'}
          onChange={(value) => change({ own: value === 'own' })}
          data={[
            { value: 'one', label: 'One scale' },
            { value: 'own', label: 'Own' },
          ]}
        />
      )}
      <Select
        ref={find}
        aria-label="Find an area"
        placeholder="Find an area  /"
        w={150}
        searchable
        selectFirstOptionOnChange
        value={null}
        nothingFoundMessage="No such area"
        onChange={(value) => value !== null && goTo(value as StateCode)}
        data={Object.entries(STATES).map(([value, name]) => ({ value, label: `${name} ${value}` }))}
      />
      {!held.hasCovered && <span className="quiet fine">{NO_COVERED}</span>}
      <div className="at-end">{props.children}</div>
    </Box>
  );
}
