import type { PointerEvent, RefObject } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import type { AxisPlan } from './axes.ts';
import styles from './chart.module.css';
import { type CursorValue, valuesAt } from './cursor.ts';
import { SeriesSwatch } from './series-swatch.tsx';
import type { ChartSeries } from './types.ts';

type CursorOverlayProps = {
  series: readonly ChartSeries[];
  plan: AxisPlan;
  day: number;
  /** Pixels from the left of the chart. */
  x: number;
  plot: { left: number; right: number; top: number; bottom: number };
  tooltip: RefObject<HTMLDivElement | null>;
  /** Whether the pointer can move into the tooltip. */
  isReachable: boolean;
  onLeave: (event: PointerEvent) => void;
};

/** The line of the crosshair, and a tooltip with the value of every series there: as published, never rounded. */
export function CursorOverlay(props: CursorOverlayProps) {
  const { series, plan, day, x, plot } = props;
  const values = valuesAt(
    series.filter((one) => !plan.undrawn.includes(one)),
    day,
  );
  const isRight = x < (plot.left + plot.right) / 2;
  // A transformation that all series share is named once.
  const transforms = new Set(values.map((value) => transformText(value.series)));
  const [sharedTransform = ''] = transforms.size === 1 ? transforms : [];
  const spacer = { flexBasis: isRight ? x + 12 : `calc(100% - ${x - 12}px)` };
  return (
    <>
      <div
        className={`overlay ${styles.cursor}`}
        style={{ left: x, top: plot.top, height: plot.bottom - plot.top }}
      />
      <div
        className={`overlay flex start ${styles.tooltipPlace}`}
        data-left={!isRight || undefined}
        style={{ top: plot.top + 4 }}
        aria-hidden="true"
      >
        <div className="shrink" style={spacer} />
        <div
          ref={props.tooltip}
          className={`rounded fixed ${styles.tooltip}`}
          data-reachable={props.isReachable || undefined}
          onPointerLeave={props.onLeave}
        >
          <div>
            <span className="strong">{dateText(day)}</span> {sharedTransform}
          </div>
          <table>
            <tbody>
              {values.map((value) => (
                <tr key={value.series.column.id}>
                  <td>
                    <SeriesSwatch slot={value.series.slot} type={value.series.type} width={16} />
                  </td>
                  <td className="cut">
                    {value.series.title}
                    {sharedTransform === '' && transformText(value.series) !== '' && (
                      <span className={`cut block ${styles.tooltipDone}`}>{transformText(value.series)}</span>
                    )}
                  </td>
                  <td className="strong to-right">{groupDigits(value.text)}</td>
                  <td>{value.series.unitShort}</td>
                  <td>{value.day === day ? '' : dateText(value.day)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  );
}

/** What was done to the published values: '% change from year ago'; '' where nothing was. */
function transformText({ axisLabel, unitShort }: ChartSeries): string {
  return axisLabel === undefined || axisLabel === unitShort ? '' : axisLabel;
}

/** @returns the values at the crosshair in words, for screen readers. */
export function speakCursor(day: number, values: readonly CursorValue[]): string {
  const said = values.map(
    ({ series, text, day: own }) =>
      `${series.title} ${groupDigits(text)} ${series.unitShort}${own === day ? '' : ` (${dateText(own)})`}`,
  );
  return `${dateText(day)}: ${said.join('; ') || 'no observations'}`;
}
