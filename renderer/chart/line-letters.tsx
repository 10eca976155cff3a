import { useContext, useMemo } from 'react';
import { slotLetter } from '../../service/view/index.ts';
import type { AxisPlan } from './axes.ts';
import { lastInSight, pushedApart } from './line-ends.ts';
import { Sight } from './moved.tsx';
import { letterColour, type Scheme } from './palette.ts';
import type { PlotDrawing } from './plot-layer.tsx';
import { drawnColumns } from './stack.ts';
import { shareOf } from './value-axis.ts';
import { widthOf } from './zoom.ts';

/** Pixels from the end of a line to its letter. */
const GAP = 4;

/** Writes each line’s letter at its last visible point, because colour alone must not tell lines apart. */
export function LineLetters({ plan, frame, domain, area, scheme }: PlotDrawing & { scheme: Scheme }) {
  const { by, range } = useContext(Sight);
  const ends = useMemo(() => endsOf(plan), [plan]);
  const perDay = (area.right - area.left) / widthOf(domain);
  const places = ends.flatMap(({ series, column, side }) => {
    const last = series.isBeside ? undefined : lastInSight(column, range);
    const share = last ? shareOf(last.value, frame.axes[side]) : Number.NaN;
    if (!last || Number.isNaN(share)) return [];
    const x = area.left + (last.day - domain.from) * perDay + by;
    const y = area.bottom - share * (area.bottom - area.top);
    return {
      slot: series.slot,
      // Bars are wider than a point: their letters stand at the edge.
      x: (series.type === 'bar' ? area.right : Math.min(x, area.right)) + GAP,
      y: Math.min(area.bottom, Math.max(area.top, y)),
    };
  });
  return pushedApart(places, area.top, area.bottom - 3).map(({ slot, x, y }) => (
    <text
      key={slot}
      data-letter={slotLetter(slot)}
      x={x}
      y={Math.round(y * 10) / 10}
      dy="0.34em"
      fontSize={12}
      fontWeight={650}
      fill={letterColour(slot, scheme)}
      stroke="var(--surface)"
      strokeWidth={3}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {slotLetter(slot)}
    </text>
  ));
}

/** The drawn lines of both axes, each with the column of its upper edge. */
function endsOf(plan: AxisPlan) {
  return (['left', 'right'] as const).flatMap((side) => {
    const columns = drawnColumns(plan[side]);
    return plan[side].map((series, i) => ({ series, side, column: columns[i] ?? series.column }));
  });
}
