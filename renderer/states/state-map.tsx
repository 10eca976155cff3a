import { Box, Button, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useId, useMemo, useRef } from 'react';
import { dayNumber } from '../../service/calendar/dates.ts';
import type { StateCode } from '../../service/datasets/states.ts';
import { recordRows, rowOfDay } from '../../service/series-math/areas/area-table.ts';
import {
  type AreaData,
  type MeasureId,
  measureAreas,
  weeksBack,
} from '../../service/series-math/areas/measures.ts';
import { countOf, plainly } from '../../service/series-math/decimal-text.ts';
import { NumberPanel, sentenceText, Told } from '../explain/index.ts';
import { SidePanel, SideSections, useWindowFits } from '../frame/index.ts';
import { claimsWeek, type HeldClaims } from './area-requests.ts';
import { AreaRows } from './area-rows.tsx';
import { explainArea } from './explain-area.ts';
import { COLOUR_SPANS, crowdOf, looksOf } from './look.ts';
import { type ExplainedArea, type MapState, readExplained, selectArea } from './map-state.ts';
import { MovedAreas } from './moved.tsx';
import type { DrawnMap } from './paint-tiles.ts';
import { usePlayhead, useShownRow } from './playhead.ts';
import { AreaRank } from './rank.tsx';
import { AreaSelection } from './selection.tsx';
import styles from './states.module.css';
import { StatesTakeAway } from './states-take-away.tsx';
import { tileMapLayout } from './tile-layout.ts';
import { Tiles } from './tiles.tsx';
import { TimeBar } from './time-bar.tsx';
import { StatesToolBar } from './tool-bar.tsx';
import { codeOf, summaryParts } from './words.ts';

/** The map with its controls: tool bar, sentence, drawing, weeks, and beside them who is high and who moved the nation. */
export function StateMap(props: {
  state: MapState;
  week: string;
  /** A sentence on the week, beside the summary. */
  note: string | undefined;
  measure: MeasureId;
  held: HeldClaims;
  data: AreaData;
  /** Whether all weeks are there; before, only the shown one is. */
  isWhole: boolean;
  onChange: (change: Partial<MapState>) => void;
}) {
  const { state, week, measure, held, data, isWhole, onChange } = props;
  const { claims } = data;
  const scheme = useComputedColorScheme('light');
  const settled = Math.max(0, Math.min(claims.rows - 1, rowOfDay(claims, dayNumber(week) as number)));
  const playhead = usePlayhead(settled);
  // All parts show the same week, also while it is dragged or played.
  const row = Math.min(claims.rows - 1, useShownRow(playhead));
  const measured = useMemo(
    () => measureAreas(measure, data) ?? measureAreas('persons', data),
    [measure, data],
  );
  const drawn = useMemo(
    (): DrawnMap | undefined =>
      measured && {
        claims,
        measured,
        series: state.series,
        scheme,
        look: isWhole ? looksOf(measured, state.scale, scheme) : undefined,
      },
    [claims, measured, state.series, state.scale, scheme, isWhole],
  );
  const size = useElementSize();
  const isBeside = useWindowFits('(min-width: 60em)');
  // In one column the page scrolls: the drawing is as high as it needs.
  const layout = useMemo(
    () => tileMapLayout(size.width, isBeside ? size.height : Number.POSITIVE_INFINITY),
    [size.width, size.height, isBeside],
  );
  const isWide = useWindowFits('(min-width: 36em)');
  const isStacked = useWindowFits('(min-width: 80em) and (min-height: 46em)');
  const place = useRef<HTMLDivElement>(null);
  const summary = useId();
  const { explain: explained } = state;
  const node = useMemo(
    () =>
      explained &&
      plainly(() =>
        explainArea(
          { data, series: state.series, row },
          { ...explained, measure: explained.measure ?? measure },
        ),
      ),
    [data, state.series, row, explained, measure],
  );
  const records = useMemo(
    () => (isWhole ? recordRows(claims).filter((one) => one === row).length : 0),
    [isWhole, claims, row],
  );
  const sentence = summaryParts(claims, measured, row, state.series);
  if (!measured || !drawn) return null;

  const explain = (explained: ExplainedArea | undefined) => onChange({ explain: explained });
  const explainTile = (area: StateCode) => explain({ area });
  const explainRank = (area: StateCode, part?: 'change') =>
    explain(part ? { area, measure: measured.id, part } : { area });
  const select = (area: StateCode, isMore: boolean) =>
    onChange({ areas: selectArea(state.areas, area, isMore) });
  const goTo = (date: string | undefined) => {
    const day = date === undefined ? undefined : dayNumber(date);
    const to = day === undefined ? undefined : claimsWeek(day);
    onChange({ week: to === undefined || to >= held.range.to ? undefined : to });
  };
  const find = (area: StateCode) => {
    onChange({ areas: selectArea([], area, false) });
    place.current?.querySelector<HTMLElement | SVGElement>(`[data-area=${area}]`)?.focus();
  };
  const back = weeksBack(measure) ?? 1;
  const sections = [
    {
      id: 'rank',
      title: 'Rank',
      content: (
        <AreaRank
          measured={measured}
          claims={claims}
          row={row}
          sort={state.sort}
          areas={state.areas}
          onSort={(sort) => onChange({ sort })}
          onExplain={explainRank}
          onSelect={select}
        />
      ),
    },
    {
      id: 'moved',
      title: 'Who moved the nation',
      content: <MovedAreas claims={claims} row={row} back={back} onExplain={explain} />,
    },
  ];
  const selection = (
    <AreaSelection
      areas={state.areas}
      code={codeOf(state.series, measure)}
      asOf={state.asOf}
      layout={layout}
      onExplain={explainTile}
      onClear={() => onChange({ areas: [] })}
    />
  );
  return (
    <div className="column fill low">
      <StatesToolBar state={state} measure={measure} held={held} onChange={onChange} onFind={find}>
        <StatesTakeAway
          state={state}
          data={data}
          measure={measured.id}
          row={row}
          isWhole={isWhole}
          sentence={sentenceText(sentence)}
          chart={place}
        />
      </StatesToolBar>
      <Box className="row fixed wrap ruled gap-8-12" bg="var(--surface)" p="3px 12px" mih="2.125rem">
        <p id={summary}>
          <Told parts={sentence} onExplain={(word) => explain(readExplained(word))} />
        </p>
        {props.note && <span className="quiet fine">{props.note}</span>}
        {records > 0 && (
          <span className="quiet fine">
            The highest week of {records} {records === 1 ? 'area' : 'areas'}.
          </span>
        )}
        {state.view === 'tiles' && (
          <ClassesNote
            drawn={drawn}
            row={settled}
            isAway={row !== settled}
            scale={state.scale}
            onScale={(scale) => onChange({ scale })}
          />
        )}
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
              <AreaRows
                data={data}
                measured={measured}
                row={row}
                sort={state.sort}
                labelledBy={summary}
                onExplain={explain}
              />
            ) : (
              <div ref={size.ref} className={`center low ${isBeside ? 'fill' : 'fixed'} ${styles.drawing}`}>
                {size.width > 0 && (
                  <Tiles
                    drawn={drawn}
                    layout={layout}
                    playhead={playhead}
                    row={row}
                    view={state.view}
                    own={state.own}
                    areas={state.areas}
                    labelledBy={summary}
                    onSelect={select}
                    onExplain={explainTile}
                  />
                )}
                {layout.top === 0 && selection}
              </div>
            )}
            {layout.top > 0 && state.view !== 'table' && selection}
            <TimeBar
              claims={claims}
              playhead={playhead}
              row={row}
              settled={settled}
              held={held.range}
              isWhole={isWhole}
              onWeek={goTo}
            />
          </Box>
        </Box>
        {/* The table has its own order, and needs the room. */}
        {state.view !== 'table' && (
          <Box
            component="aside"
            className={`column fixed scrolls gap-8 ${styles.side}`}
            p="0.75rem 0.875rem"
            // Only hidden: the focus returns to the number that was explained.
            {...(isBeside && state.explain && { display: 'none' })}
            aria-label="Rank and who moved the nation"
          >
            <SideSections label="Beside the map" sections={sections} isStacked={isStacked} />
          </Box>
        )}
        <SidePanel
          label="Explain this number"
          isBeside={isBeside}
          isOpen={state.explain !== undefined}
          takesFocus
          onClose={() => explain(undefined)}
        >
          {node && <NumberPanel node={node} onClose={() => explain(undefined)} />}
        </SidePanel>
      </div>
    </div>
  );
}

/** Offers the classes of this week where those of more weeks put nearly all areas into one or two, and says when it is the week's that are shown. */
export function ClassesNote(props: {
  drawn: DrawnMap;
  /** The week of the address. */
  row: number;
  /** Another week is dragged or played: the place stays, so that the map keeps its size. */
  isAway: boolean;
  scale: MapState['scale'];
  onScale: (scale: MapState['scale']) => void;
}) {
  const { drawn, row, scale } = props;
  const crowd = scale === 'week' ? undefined : crowdOf(drawn, row);
  // Ranks have the same classes over all weeks.
  if (drawn.measured.kind === 'rank' || (scale !== 'week' && !crowd)) return null;
  const [to, words] = scale === 'week' ? (['all', 'all weeks'] as const) : (['week', 'this week'] as const);
  return (
    <span className="row at-end gap-8 fine" style={{ visibility: props.isAway ? 'hidden' : undefined }}>
      {crowd
        ? `${crowd.areas} of ${countOf(crowd.of, 'area')} are in ${crowd.classes === 1 ? 'one class' : 'two classes'} of ${COLOUR_SPANS[scale]}.`
        : 'The classes are those of this week alone.'}
      <Button variant="default" size="compact-xs" h={24} px={6} onClick={() => props.onScale(to)}>
        Classes of {words}
      </Button>
    </span>
  );
}
