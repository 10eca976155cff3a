import { VisuallyHidden } from '@mantine/core';
import { useCallback } from 'react';
import styles from './chart.module.css';
import { valuesAt } from './cursor.ts';
import { speakCursor } from './cursor-overlay.tsx';
import type { SharedDay } from './shared-day.ts';
import type { ChartSeries } from './types.ts';
import type { DayRange } from './zoom.ts';

/** The line of a crosshair that several charts have. Moving it renders nothing. @param props.xOf pixels from the left of the chart */
export function SharedCursor(props: {
  shared: SharedDay;
  range: DayRange;
  xOf: (day: number) => number;
  plot: { top: number; bottom: number };
}) {
  const { shared, range, xOf, plot } = props;
  const follow = useCallback(
    (element: HTMLElement | null) =>
      element
        ? shared.follow((day) => {
            const isInside = day !== undefined && day >= range.from && day <= range.to;
            element.hidden = !isInside;
            if (isInside) element.style.transform = `translateX(${xOf(day)}px)`;
          })
        : undefined,
    [shared, range, xOf],
  );
  return (
    <div
      ref={follow}
      className={`overlay ${styles.cursor}`}
      data-crosshair
      style={{ left: 0, top: plot.top, height: plot.bottom - plot.top }}
    />
  );
}

/** Says the values at a shared crosshair, of the chart that has the focus only: the others would talk over it. */
export function SharedCursorSpoken({
  shared,
  series,
}: {
  shared: SharedDay;
  series: readonly ChartSeries[];
}) {
  const follow = useCallback(
    (element: HTMLElement | null) =>
      element
        ? shared.follow((day) => {
            const isHere = element.parentElement === document.activeElement;
            element.textContent = day !== undefined && isHere ? speakCursor(day, valuesAt(series, day)) : '';
          })
        : undefined,
    [shared, series],
  );
  return <VisuallyHidden ref={follow} role="status" />;
}
