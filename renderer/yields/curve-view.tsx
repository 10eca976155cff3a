import { ActionIcon, SegmentedControl, Skeleton, Tooltip } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { SHAPE } from '../../service/datasets/yields/curve.ts';
import { alikeDays, LARGEST_ALIKE_DISTANCE } from '../../service/series-math/curve.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { SideSections, useWindowFits } from '../frame/index.ts';
import { CurveLegend, CurvePlot } from './curve-plot.tsx';
import { dateOf } from './curves.ts';
import { HeatMap } from './heat-map.tsx';
import { HistoryBar, type Player } from './history-view.tsx';
import { ChangeTable } from './number-grid.tsx';
import { MOST_CURVES } from './search.ts';
import { type Shown, useIsOtherDay } from './shown.ts';
import { SpreadCard } from './time-plot.tsx';
import styles from './yields.module.css';

/** The day's curve above all days as a slider; beside them the changes and the most similar days. */
export function CurveView(props: {
  shown: Shown;
  player: Player;
  summary: string;
  /** Whether the explanation (`children`) replaces the list of similar days. */
  isExplaining: boolean;
  isRoomy: boolean;
  children: ReactNode;
}) {
  const { shown, isRoomy } = props;
  return (
    <>
      <div className={`column low gap-4 scrolls ${styles.main}`}>
        <CurveLegend shown={shown} />
        <CurvePlot shown={shown} summary={props.summary} />
        <HistoryBar shown={shown} player={props.player} hasKey={shown.isWhole} />
        <AllDays shown={shown} isRoomy={isRoomy} />
      </div>
      <div data-dimmed={useIsOtherDay(shown)} className={`column fixed gap-12 scrolls ${styles.side}`}>
        <SideSections
          label="Changes and similar days"
          isStacked={isRoomy}
          sections={[
            { id: 'change', title: 'Change', content: <ChangeTable shown={shown} /> },
            ...(isRoomy && props.isExplaining
              ? []
              : [{ id: 'alike', title: 'Alike', content: <AlikeList shown={shown} /> }]),
          ]}
        />
        {isRoomy && props.children}
      </div>
      {!isRoomy && props.children}
    </>
  );
}

function AllDays({ shown, isRoomy }: { shown: Shown; isRoomy: boolean }) {
  const isTall = useWindowFits('(min-height: 50em)');
  const height = isRoomy && isTall ? 130 : 90;
  const spreads = shown.spreads.slice(0, isRoomy ? 2 : 1);
  const drawn = useOneByOne(shown.isWhole, 1 + spreads.length);
  return (
    <>
      {drawn > 0 ? <HeatMap shown={shown} height={height} /> : <Skeleton height={height} className="fixed" />}
      <div className="row fixed gap-12" style={{ alignItems: 'stretch' }}>
        {spreads.map((spread, i) =>
          drawn > i + 1 ? (
            <SpreadCard key={spread.code} shown={shown} spread={spread} />
          ) : (
            <Skeleton key={spread.code} height="9.75rem" className="grow" />
          ),
        )}
      </div>
    </>
  );
}

/** @returns how many parts to draw: one more per render once data are ready, to keep the page responsive. */
function useOneByOne(isReady: boolean, all: number): number {
  const [drawn, setDrawn] = useState(0);
  const next = isReady && drawn < all ? drawn + 1 : undefined;
  useEffect(() => {
    if (next === undefined) return;
    const due = setTimeout(() => setDrawn(next));
    return () => clearTimeout(due);
  }, [next]);
  return isReady ? drawn : 0;
}

/** The earlier days whose curves were most similar to this day's curve. */
export function AlikeList({ shown }: { shown: Shown }) {
  const { curves, row, state, change, explain, isWhole } = shown;
  const [withLevel, setWithLevel] = useState(false);
  const days = useMemo(
    () => (isWhole ? alikeDays(curves, SHAPE, row, 4, withLevel) : []),
    [curves, row, withLevel, isWhole],
  );
  const [best] = days;
  const isNothing = isWhole && (best === undefined || best.distance > LARGEST_ALIKE_DISTANCE);
  const lineStyle = { height: 26, padding: '0 6px' };
  return (
    <>
      <div className="row wrap spread gap-8">
        <SegmentedControl
          aria-label="What is compared"
          withItemsBorders={false}
          value={withLevel ? 'level' : 'shape'}
          onChange={(value) => setWithLevel(value === 'level')}
          data={[
            { value: 'shape', label: 'Shape' },
            { value: 'level', label: 'With level' },
          ]}
        />
        <span className="quiet fine">3 months to 10 years, RMS</span>
      </div>
      {isNothing && (
        <p className="fine" role="status">
          {best ? 'No earlier day is similar. The nearest:' : 'Nothing earlier can be compared.'}
        </p>
      )}
      <ol className="list">
        {(isNothing ? days.slice(0, 1) : days).map(({ row: at, distance }) => {
          const date = dateOf(curves, at);
          const isOn = state.vs.includes(date);
          const isFull = !isOn && state.vs.length >= MOST_CURVES;
          return (
            <li key={date} className="row gap-4 ruled">
              <Tooltip label={isFull ? `At most ${MOST_CURVES} days are compared` : 'Draw beside this day'}>
                <button
                  type="button"
                  className="plain hovers presses rounded row"
                  style={lineStyle}
                  aria-pressed={isOn}
                  aria-disabled={isFull || undefined}
                  aria-label={`Compare with ${shownDate(date)}`}
                  onClick={() =>
                    !isFull &&
                    change({ vs: isOn ? state.vs.filter((one) => one !== date) : [...state.vs, date] })
                  }
                >
                  {shownDate(date)}
                </button>
              </Tooltip>
              <button
                type="button"
                className="plain hovers rounded to-right grow"
                style={lineStyle}
                onClick={() => explain(`alike.${date}${withLevel ? '.level' : ''}`)}
              >
                {groupDigits(distance.toFixed(2))} bp
              </button>
              <Tooltip label={`Go to ${shownDate(date)}`}>
                <ActionIcon
                  size={26}
                  aria-label={`Go to ${shownDate(date)}`}
                  onClick={() => change({ date })}
                >
                  <IconArrowRight size={15} stroke={1.7} />
                </ActionIcon>
              </Tooltip>
            </li>
          );
        })}
      </ol>
    </>
  );
}
