import { shownDay } from '../../service/calendar/dates.ts';
import { withUnit } from '../../service/series-math/decimal-text.ts';
import styles from './chart.module.css';
import type { CursorValue } from './cursor.ts';

/** The line of the crosshair. The legend has the values there. @param props.x pixels from the left of the chart */
export function CursorOverlay({ x, plot }: { x: number; plot: { top: number; bottom: number } }) {
  return (
    <div
      className={`overlay ${styles.cursor}`}
      style={{ left: x, top: plot.top, height: plot.bottom - plot.top }}
    />
  );
}

/** @returns the values at the crosshair in words, for screen readers. */
export function speakCursor(day: number, values: readonly CursorValue[]): string {
  const said = values.map(
    ({ series, text, day: own }) =>
      `${series.title} ${withUnit(text, series.unitShort)}${own === day ? '' : ` (${shownDay(own)})`}`,
  );
  return `${shownDay(day)}: ${said.join('; ') || 'no observations'}`;
}
