import { useMemo } from 'react';
import { shownDay } from '../../service/calendar/dates.ts';
import { medianOf } from '../../service/series-math/curve.ts';
import { tenorColumn } from './curves.ts';
import type { Shown } from './shown.ts';
import { TimePlot } from './time-plot.tsx';

/** One tenor over the days of the range, or what it is less its median there. */
export function TenorOverTime({ of, code }: { of: Shown; code: string }) {
  const { curves, rows, state, days } = of;
  const { kept, numbers, title } = useMemo(() => {
    const column = tenorColumn(curves, code);
    const less = state.isLessMedian ? medianOf(column, rows.start, rows.end) : 0;
    const there = Array.from(column.scaled.keys()).filter(
      (row) => !Number.isNaN(column.scaled[row] as number),
    );
    return {
      title: column.title,
      kept: Int32Array.from(there, (row) => curves.days[row] as number),
      numbers: Float64Array.from(
        there,
        (row) => ((column.scaled[row] as number) - less) / 10 ** curves.places,
      ),
    };
  }, [curves, code, rows, state.isLessMedian]);
  return (
    <TimePlot
      of={of}
      days={kept}
      numbers={numbers}
      slot={0}
      isInverted={false}
      summary={`Treasury par yield, ${title}, ${state.isLessMedian ? 'percentage points from its median' : 'percent'}, ${shownDay(days.from)} to ${shownDay(days.to)}`}
    />
  );
}
