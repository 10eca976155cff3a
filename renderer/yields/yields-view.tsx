import { Box, useComputedColorScheme } from '@mantine/core';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { plainly } from '../../service/series-math/decimal-text.ts';
import { rowOnOrBefore } from '../../service/series-math/matrix.ts';
import { NumberPanel, sentenceText, Told } from '../explain/index.ts';
import type { ToldPart } from '../explain/types.ts';
import { SidePanel, useWindowFits } from '../frame/index.ts';
import { usePlayer } from '../play/index.ts';
import { CurveView, useSentence } from './curve-view.tsx';
import { type Curves, curveDay, dateOf } from './curves.ts';
import { curveNumber } from './explain-nodes.ts';
import { HistoryView } from './history-view.tsx';
import { monthRows, movedMonth } from './month-rows.ts';
import { MonthTable } from './month-table.tsx';
import { movedRow } from './move-row.ts';
import { createScrub, useDimmed } from './scrub.ts';
import { AXES, MOST_CURVES, type YieldsState } from './search.ts';
import { type Shown, shownOf } from './shown.ts';
import { usePlaySpeed } from './use-play-speed.ts';
import { useYieldKeys } from './use-yield-keys.ts';
import styles from './yields.module.css';
import { YieldsBar } from './yields-bar.tsx';
import { YieldsTakeAway } from './yields-take-away.tsx';

/** The screen with its data: bar, view, explanation. */
export function YieldsView(props: {
  curves: Curves;
  isWhole: boolean;
  isOld: boolean;
  dataset: CatalogDataset;
  state: YieldsState;
  change: (part: Partial<YieldsState>, replace?: boolean) => void;
}) {
  const { curves, isWhole, state, change } = props;
  const scheme = useComputedColorScheme('light');
  const isRoomy = useWindowFits('(min-width: 75em)');
  const { row, note } = useMemo(() => curveDay(curves, state.date), [curves, state.date]);
  const scrub = useRef(createScrub(row)).current;
  useLayoutEffect(() => scrub.rest(row), [scrub, row]);
  const settle = useCallback(() => {
    if (!scrub.isMoving()) return;
    const isNewest = scrub.row() === curves.days.length - 1;
    scrub.rest(scrub.row());
    change({ date: isNewest ? undefined : dateOf(curves, scrub.row()), month: undefined });
  }, [scrub, curves, change]);
  const explain = useCallback((word: string) => change({ explain: word }), [change]);
  const shown = useMemo(
    () => shownOf(curves, state, { row, isWhole, scheme, scrub, change, settle, explain }),
    [curves, row, isWhole, state, scheme, scrub, change, settle, explain],
  );
  const [speed, setSpeed] = usePlaySpeed();
  const place = useRef(0);
  const player = usePlayer((seconds) => {
    // In days, so that a slow speed has no steps of different lengths.
    if (!scrub.isMoving()) place.current = curves.days[scrub.row()] as number;
    place.current += seconds * speed * DAYS_OF_MONTH;
    const next = nextRow(curves, scrub.row(), place.current);
    scrub.move(next);
    return next < curves.days.length - 1;
  }, settle);
  const play = () => {
    // From the end it begins anew.
    if (!player.isPlaying && scrub.row() === curves.days.length - 1) {
      place.current = curves.days[shown.rows.start] as number;
      scrub.move(shown.rows.start);
    }
    player.toggle();
  };
  useYieldKeys({
    move: (to) => {
      if (!isWhole) return;
      if (state.view === 'month' && typeof to === 'object' && 'months' in to) {
        const month = movedMonth(curves, monthRows(shown).month, to.months);
        if (month !== monthRows(shown).month) change({ month });
      } else scrub.move(movedRow(curves, shown.spreads[0], scrub.row(), to));
    },
    settle,
    play: () => isWhole && play(),
    compare: () => {
      const date = dateOf(curves, scrub.row());
      const isOn = state.vs.includes(date);
      if (isOn) change({ vs: state.vs.filter((word) => word !== date) });
      else if (state.vs.length < MOST_CURVES) change({ vs: [...state.vs, date] });
    },
    nextAxis: () => change({ x: AXES[(AXES.indexOf(state.x) + 1) % AXES.length] as YieldsState['x'] }),
  });
  const { explain: explained } = state;
  const node =
    explained === undefined ? undefined : plainly(() => curveNumber(curves, row, shown.band, explained));
  const sentence = useSentence(shown);
  const chart = useRef<HTMLDivElement>(null);
  const playing = { ...player, toggle: play, speed, setSpeed };
  const isExplaining = state.explain !== undefined && isWhole;
  const explanation = (
    <SidePanel
      label="Explain this number"
      isBeside={isRoomy}
      isOpen={isExplaining}
      takesFocus
      onClose={() => change({ explain: undefined })}
    >
      {node ? (
        <NumberPanel node={node} onClose={() => change({ explain: undefined })} />
      ) : (
        <NoNumber word={state.explain ?? ''} onClose={() => change({ explain: undefined })} />
      )}
    </SidePanel>
  );
  return (
    <>
      <YieldsBar of={shown} note={note} dataset={props.dataset}>
        <YieldsTakeAway of={shown} sentence={sentenceText(sentence)} chart={chart} />
      </YieldsBar>
      {state.view !== 'month' && <DayLine of={shown} sentence={sentence} dataset={props.dataset} />}
      <div
        ref={chart}
        className={`flex fill low ruled ${styles.body}`}
        style={{ opacity: props.isOld ? 0.5 : 1 }}
        aria-busy={!isWhole || props.isOld}
      >
        {state.view === 'curve' && (
          <CurveView
            of={shown}
            player={playing}
            sentence={sentence}
            isRoomy={isRoomy}
            isExplaining={isExplaining}
          >
            {explanation}
          </CurveView>
        )}
        {state.view === 'history' && <HistoryView of={shown} player={playing} />}
        {state.view === 'month' && (
          <div className={`column low ${styles.main}`}>
            <MonthTable of={shown} />
          </div>
        )}
        {state.view !== 'curve' && explanation}
      </div>
    </>
  );
}

const DAYS_OF_MONTH = 365.25 / 12;

/** @returns the newest row on or before a place in days, at least the next one after a hole. */
function nextRow(curves: Curves, row: number, place: number): number {
  return Math.max(row, rowOnOrBefore(curves.days, Math.floor(place)));
}

function NoNumber({ word, onClose }: { word: string; onClose: () => void }) {
  return (
    <div style={{ padding: '0.75rem 1rem' }}>
      <p>There is no number ‘{word}’ on this day.</p>
      <button type="button" className="plain accent" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

/** The day in one sentence, and whether a newer curve is late. */
export function DayLine(props: { of: Shown; sentence: readonly ToldPart[]; dataset: CatalogDataset }) {
  const { of, dataset } = props;
  return (
    <Box
      className="row fixed wrap gap-8-12 ruled"
      bg="var(--surface)"
      mih="2.125rem"
      p="3px 12px"
      lh="1.5rem"
    >
      <p role="status" ref={useDimmed(of)}>
        <Told parts={props.sentence} onExplain={of.explain} />
      </p>
      {of.state.date === undefined && of.state.asOf === undefined && <LateChip dataset={dataset} />}
    </Box>
  );
}

/** Says which curve was due, where it is not held. */
function LateChip({ dataset: { freshness, last_date } }: { dataset: CatalogDataset }) {
  const expected = freshness?.expected_last_date;
  if (freshness?.state !== 'late' || !expected || !last_date) return null;
  return (
    <span className="chip" data-tone="late">
      <span />
      Curve of {shownDate(last_date)}. That of {shownDate(expected)} was due at 18:00 ET.
    </span>
  );
}
