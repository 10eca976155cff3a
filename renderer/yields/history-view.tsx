import { SegmentedControl, Select, Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { TENORS } from '../../service/datasets/yields/curve.ts';
import { groupDigits, plainly } from '../../service/series-math/decimal-text.ts';
import { Told } from '../explain/index.ts';
import { CurveLegend } from './curve-legend.tsx';
import { tenorColumn } from './curves.ts';
import { HeatMap } from './heat-map.tsx';
import { HistoryBar, type Player } from './history-bar.tsx';
import { useDimmed } from './scrub.ts';
import type { Shown } from './shown.ts';
import { SpreadCard } from './spread-card.tsx';
import { TenorOverTime } from './tenor-over-time.tsx';
import styles from './yields.module.css';

/** All days: the heat map at its full height, or one tenor over time; and the spreads. */
export function HistoryView({ of, player }: { of: Shown; player: Player }) {
  const { state, change } = of;
  const { ref, height } = useElementSize();
  if (!of.isWhole) return <Skeleton height="100%" role="img" aria-label="Loading the history" />;
  return (
    <div className={`column low gap-8 scrolls ${styles.main}`}>
      <div className="row wrap gap-8-12 fixed">
        <Select
          aria-label="Tenor"
          w={150}
          allowDeselect={false}
          value={state.tenor ?? ''}
          onChange={(code) => change({ tenor: code || undefined })}
          data={[
            { value: '', label: 'All tenors' },
            ...TENORS.map(({ code, title }) => ({ value: code, label: title })),
          ]}
        />
        <SegmentedControl
          aria-label="Values"
          value={state.isLessMedian ? 'median' : 'level'}
          onChange={(value) => change({ isLessMedian: value === 'median' })}
          data={[
            { value: 'level', label: 'Level' },
            { value: 'median', label: 'Less its median' },
          ]}
        />
        <CurveLegend of={{ ...of, compared: [], band: undefined }} />
        {state.tenor !== undefined && <ValueOfDay of={of} code={state.tenor} />}
      </div>
      <div ref={ref} className="column grow low" style={{ minHeight: '12rem' }}>
        {state.tenor === undefined ? (
          height > 0 && <HeatMap of={of} height={Math.floor(height)} />
        ) : (
          <TenorOverTime of={of} code={state.tenor} />
        )}
      </div>
      <HistoryBar of={of} player={player} hasKey={state.tenor === undefined} />
      <div className="row fixed gap-12" style={{ alignItems: 'stretch' }}>
        {of.spreads.map((spread) => (
          <SpreadCard key={spread.code} of={of} spread={spread} />
        ))}
      </div>
    </div>
  );
}

/** The tenor's value on the day of the address. */
function ValueOfDay({ of, code }: { of: Shown; code: string }) {
  const text = tenorColumn(of.curves, code).texts[of.row];
  const dimmed = useDimmed(of);
  if (text === undefined) return <span className="quiet">no value on this day</span>;
  return (
    <span ref={dimmed}>
      <Told
        parts={[{ text: plainly(() => `${groupDigits(text)} %`), explain: code }]}
        onExplain={of.explain}
      />
    </span>
  );
}
