import { Box, useComputedColorScheme } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { SPREADS } from '../../service/datasets/yields/curve.ts';
import { asShown, plainly } from '../../service/series-math/decimal-text.ts';
import { rowOnOrBefore } from '../../service/series-math/matrix.ts';
import { ExplainableSentence, NumberPanel, sentenceText } from '../explain/index.ts';
import type { SentencePart } from '../explain/types.ts';
import { SidePanel, useWindowFits } from '../frame/index.ts';
import { usePlayer } from '../play/index.ts';
import { CurveView } from './curve-view.tsx';
import { type Curves, curveDay, dateOf, spreadLine } from './curves.ts';
import { curveNumber } from './explain-nodes.ts';
import { HistoryView, usePlaySpeed } from './history-view.tsx';
import { MonthTable } from './number-grid.tsx';
import { AXES, MOST_CURVES, type YieldsState } from './search.ts';
import { curveSentence } from './sentences.ts';
import {
  createScrub,
  type Move,
  monthRows,
  movedMonth,
  movedRow,
  type Shown,
  shownOf,
  useIsOtherDay,
} from './shown.ts';
import styles from './yields.module.css';
import { YieldsBar } from './yields-bar.tsx';
import { YieldsTakeAway } from './yields-take-away.tsx';

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
    // Counts in days, so that steps have equal length at a slow speed.
    if (!scrub.isMoving()) place.current = curves.days[scrub.row()] as number;
    place.current += seconds * speed * DAYS_OF_MONTH;
    const next = Math.max(scrub.row(), rowOnOrBefore(curves.days, Math.floor(place.current)));
    scrub.move(next);
    return next < curves.days.length - 1;
  }, settle);
  const play = () => {
    // At the end, playing starts over.
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
  const sentence = useMemo(() => {
    const slope = SPREADS.find(({ name }) => name === '3m10y') ?? SPREADS[0];
    return slope ? curveSentence(curves, row, spreadLine(curves, slope)) : [];
  }, [curves, row]);
  const chart = useRef<HTMLDivElement>(null);
  const playing = { ...player, toggle: play, speed, setSpeed };
  const isExplaining = explained !== undefined && isWhole;
  const close = () => change({ explain: undefined });
  const explanation = (
    <SidePanel
      label="Explain this number"
      isBeside={isRoomy}
      isOpen={isExplaining}
      takesFocus
      onClose={close}
    >
      {node ? (
        <NumberPanel node={node} onClose={close} />
      ) : (
        <div style={{ padding: '0.75rem 1rem' }}>
          <p>There is no number ‘{explained ?? ''}’ on this day.</p>
          <button type="button" className="plain accent" onClick={close}>
            Close
          </button>
        </div>
      )}
    </SidePanel>
  );
  return (
    <>
      <YieldsBar shown={shown} note={note} dataset={props.dataset}>
        <YieldsTakeAway shown={shown} sentence={sentenceText(sentence)} chart={chart} />
      </YieldsBar>
      {state.view !== 'month' && <DayLine shown={shown} sentence={sentence} dataset={props.dataset} />}
      <div
        ref={chart}
        className={`flex fill low ruled ${styles.body}`}
        style={{ opacity: props.isOld ? 0.5 : 1 }}
        aria-busy={!isWhole || props.isOld}
      >
        {state.view === 'curve' && (
          <CurveView
            shown={shown}
            player={playing}
            summary={asShown(sentenceText(sentence))}
            isRoomy={isRoomy}
            isExplaining={isExplaining}
          >
            {explanation}
          </CurveView>
        )}
        {state.view === 'history' && <HistoryView shown={shown} player={playing} />}
        {state.view === 'month' && (
          <div className={`column low ${styles.main}`}>
            <MonthTable shown={shown} />
          </div>
        )}
        {state.view !== 'curve' && explanation}
      </div>
    </>
  );
}

const DAYS_OF_MONTH = 365.25 / 12;

export function DayLine(props: { shown: Shown; sentence: readonly SentencePart[]; dataset: CatalogDataset }) {
  const { shown, dataset } = props;
  return (
    <Box
      className="row fixed wrap gap-8-12 ruled"
      bg="var(--surface)"
      mih="2.125rem"
      p="3px 12px"
      lh="1.5rem"
    >
      <p role="status" data-dimmed={useIsOtherDay(shown)}>
        <ExplainableSentence parts={props.sentence} onExplain={shown.explain} />
      </p>
      {shown.state.date === undefined && shown.state.asOf === undefined && <LateChip dataset={dataset} />}
    </Box>
  );
}

function LateChip({ dataset: { freshness, last_date } }: { dataset: CatalogDataset }) {
  const expected = freshness?.expected_last_date;
  if (freshness?.state !== 'late' || !expected || !last_date) return null;
  return (
    <span className="chip" data-tone="late">
      <span />
      Curve of {shownDate(last_date)}. The curve of {shownDate(expected)} was due at 18:00 ET.
    </span>
  );
}

const OWN_KEY_ELEMENTS =
  'input:not([type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=dialog], [role=tablist], [role=grid]';

type Keys = {
  move: (to: Move) => void;
  settle: () => void;
  play: () => void;
  compare: () => void;
  nextAxis: () => void;
};

/** Handles the screen's keys. A held arrow keeps moving the day; on release the address follows. */
export function useYieldKeys(keys: Keys): void {
  const isHeld = useRef(false);
  useWindowEvent('keydown', (event) => {
    const { target } = event;
    if (event.defaultPrevented || event.altKey) return;
    if (target instanceof Element && target.closest(OWN_KEY_ELEMENTS)) return;
    const run = commandOf(event, keys);
    if (run === undefined) return;
    // Radio buttons keep their arrows, and buttons keep the space bar.
    const isPressed = target instanceof Element && target.matches('button, a, [role=button]');
    const isRadio = target instanceof Element && target.matches('[type=radio]');
    if ((event.key === ' ' && isPressed) || (isRadio && /^(Arrow| )/.test(event.key))) return;
    event.preventDefault();
    if (typeof run === 'function') return run();
    isHeld.current = true;
    keys.move(run);
  });
  const up = () => {
    if (!isHeld.current) return;
    isHeld.current = false;
    keys.settle();
  };
  useWindowEvent('keyup', up);
  useWindowEvent('blur', up);
}

function commandOf(event: KeyboardEvent, keys: Keys): Move | (() => void) | undefined {
  const { shiftKey } = event;
  const ctrlKey = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const by = /(left|up)$/.test(key) ? -1 : 1;
  if (key === 'arrowleft' || key === 'arrowright')
    return shiftKey ? undefined : { rows: by * (ctrlKey ? 10 : 1) };
  if (key === 'pageup' || key === 'pagedown')
    return ctrlKey ? undefined : { months: by * (shiftKey ? 12 : 1) };
  if (ctrlKey || shiftKey) return undefined;
  const plain: Readonly<Record<string, Move | (() => void)>> = {
    home: 'first',
    end: 'last',
    n: { inversion: 1 },
    p: { inversion: -1 },
    ' ': keys.play,
    c: keys.compare,
    x: keys.nextAxis,
  };
  return plain[key];
}
