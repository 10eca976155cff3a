import { Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { SPREADS } from '../../service/datasets/yields/curve.ts';
import { asShown } from '../../service/series-math/decimal-text.ts';
import { sentenceText } from '../explain/index.ts';
import type { ToldPart } from '../explain/types.ts';
import { SideSections, useWindowFits } from '../frame/index.ts';
import { AlikeList } from './alike-list.tsx';
import { ChangeTable } from './change-table.tsx';
import { CurveLegend } from './curve-legend.tsx';
import { CurvePlot } from './curve-plot.tsx';
import { spreadLine } from './curves.ts';
import { HeatMap } from './heat-map.tsx';
import { HistoryBar, type Player } from './history-bar.tsx';
import { useDimmed } from './scrub.ts';
import { curveSentence } from './sentences.ts';
import type { Shown } from './shown.ts';
import { SpreadCard } from './spread-card.tsx';
import styles from './yields.module.css';

/** The curve of the day with its sentence, and below it all days as the slider; at the side changes and days alike. */
export function CurveView(props: {
  of: Shown;
  player: Player;
  sentence: readonly ToldPart[];
  /** Whether the days alike give their place to the explanation, which then is `children`. */
  isExplaining: boolean;
  isRoomy: boolean;
  children: ReactNode;
}) {
  const { of, player, sentence, isRoomy } = props;
  return (
    <>
      <div className={`column low gap-4 scrolls ${styles.main}`}>
        <CurveLegend of={of} />
        <CurvePlot of={of} summary={asShown(sentenceText(sentence))} />
        <HistoryBar of={of} player={player} hasKey={of.isWhole} />
        <AllDays of={of} isRoomy={isRoomy} />
      </div>
      <div ref={useDimmed(of)} className={`column fixed gap-12 scrolls ${styles.side}`}>
        <SideSections
          label="Changes and days alike"
          isStacked={isRoomy}
          sections={[
            { id: 'change', title: 'Change', content: <ChangeTable of={of} /> },
            ...(isRoomy && props.isExplaining
              ? []
              : [{ id: 'alike', title: 'Alike', content: <AlikeList of={of} /> }]),
          ]}
        />
        {isRoomy && props.children}
      </div>
      {!isRoomy && props.children}
    </>
  );
}

/** The map of all days and the spreads below it. */
function AllDays({ of, isRoomy }: { of: Shown; isRoomy: boolean }) {
  const isTall = useWindowFits('(min-height: 50em)');
  const height = isRoomy && isTall ? 130 : 90;
  const spreads = of.spreads.slice(0, isRoomy ? 2 : 1);
  const drawn = useOneByOne(of.isWhole, 1 + spreads.length);
  return (
    <>
      {drawn > 0 ? <HeatMap of={of} height={height} /> : <Skeleton height={height} className="fixed" />}
      <div className="row fixed gap-12" style={{ alignItems: 'stretch' }}>
        {spreads.map((spread, i) =>
          drawn > i + 1 ? (
            <SpreadCard key={spread.code} of={of} spread={spread} />
          ) : (
            <Skeleton key={spread.code} height="9.75rem" className="grow" />
          ),
        )}
      </div>
    </>
  );
}

/** @returns how many parts to draw. Once they are ready the number grows by one at a time, so that the page answers in between. */
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

/** @returns the sentence of the day: it tells of the slope by 10 years less 3 months. */
export function useSentence({ curves, row }: Shown) {
  return useMemo(() => {
    const slope = SPREADS.find(({ name }) => name === '3m10y') ?? SPREADS[0];
    return slope ? curveSentence(curves, row, spreadLine(curves, slope)) : [];
  }, [curves, row]);
}
