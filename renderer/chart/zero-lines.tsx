import type { PlotDrawing } from './plot-layer.tsx';
import { shareOf } from './value-axis.ts';

/** A line at the zero of each axis whose values lie on both sides of it. That of the right axis alone is broken. */
export function ZeroLines({ plan, frame: { axes }, area }: PlotDrawing) {
  return (['left', 'right'] as const).map((side) => {
    const { domain, isLog } = axes[side];
    if (plan[side].length === 0 || isLog || domain[0] >= 0 || domain[1] <= 0) return null;
    const y = Math.round(area.bottom - shareOf(0, axes[side]) * (area.bottom - area.top)) + 0.5;
    return (
      <line
        key={side}
        data-zero={side}
        x1={area.left}
        x2={area.right}
        y1={y}
        y2={y}
        stroke="var(--chart-axis)"
        {...(side === 'right' && { strokeDasharray: '2 3' })}
      />
    );
  });
}
