import { useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { clamp, useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import { assertNever } from '../../service/contract/failure.ts';
import { axisLabel, chartNotes, planAxes } from './axes.ts';
import { plotRange } from './bars.ts';
import { BaseHandle } from './base-handle.tsx';
import styles from './chart.module.css';
import { ChartCanvas, MARGIN } from './chart-canvas.tsx';
import { chartCommand } from './chart-keys.ts';
import { nearestLine, snapToDay, stepDay, valuesAt } from './cursor.ts';
import { CursorOverlay, speakCursor } from './cursor-overlay.tsx';
import { summarise } from './summary.ts';
import type { ChartSeries, TimeChartProps } from './types.ts';
import { useZoomGestures } from './use-zoom-gestures.ts';
import { axisWidth, shareOf, type ValueAxis, valueAxis } from './value-axis.ts';
import { type DayRange, pan, spanOf, toDates, toDays, widthOf, zoomAround } from './zoom.ts';

/**
 * Series over time on one or two value axes. Fills its parent. One tab stop: arrows move the crosshair (with Ctrl by ten),
 * Home and End go to the ends, + and − zoom, Shift + arrows pan, Escape clears; drag selects a range, the wheel zooms,
 * a double click undoes the zoom.
 */
export function TimeChart(props: TimeChartProps) {
  const { series, cursorDay, onCursorDayChange, isStale, isLog = false } = props;
  const scheme = useComputedColorScheme('light');
  const { ref: box, width, height } = useElementSize<HTMLDivElement>();
  const surface = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const range = useMemo(() => toDays(props.range), [props.range]);
  const plan = useMemo(() => planAxes(series), [series]);
  const domain = useMemo(() => plotRange([...plan.left, ...plan.right], range), [plan, range]);
  const left = useValueAxis(plan.left, range, height, isLog);
  const right = useValueAxis(plan.right, range, height, isLog);
  // Columns hold only the days of the range, so they cannot tell how far a zoom may go out.
  const bounds = spanOf(props.bounds ? [range, toDays(props.bounds)] : [range]);

  const plot = {
    left: axisWidth(left),
    right: width - (plan.right.length > 0 ? axisWidth(right) : MARGIN.right),
    top: MARGIN.top,
    bottom: height - MARGIN.bottom,
  };
  const perPixel = widthOf(domain) / Math.max(1, plot.right - plot.left);
  /** Where the value of a line is drawn. Not a number for a line that is not, and for stacks, which begin at each other's tops. */
  const yOf = (one: ChartSeries, value: number) => {
    const axis = plan.left.includes(one) ? left : plan.right.includes(one) ? right : undefined;
    if (axis === undefined || one.type === 'stacked') return Number.NaN;
    return plot.bottom - shareOf(value, axis) * (plot.bottom - plot.top);
  };
  const within = (day: number) => clamp(day, range.from, range.to);
  const dayAt = (x: number) => within(domain.from + (x - plot.left) * perPixel);
  const zoom = (to: DayRange) => props.onRangeChange(toDates(to));
  const point = (day: number | undefined) =>
    onCursorDayChange(day === undefined ? undefined : snapToDay(series, day, range));
  const { selection, cancelSelection, handlers } = useZoomGestures({
    surface,
    range,
    bounds,
    dayAt,
    onPoint: point,
    onZoom: zoom,
    onPick: (day, y) => {
      const near = nearestLine(series, day, (value) => Math.abs(yOf(value.series, value.number) - y));
      const picked = snapToDay(near ? [near] : series, day, range);
      if (picked !== undefined) props.onPick?.(picked, near?.column.id);
    },
    onReset: () => props.onRangeReset?.(),
  });

  const leave = () => {
    if (selection) cancelSelection();
    else if (cursorDay !== undefined) onCursorDayChange(undefined);
    else props.onRangeLeave?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = chartCommand(event);
    if (command === undefined) return;
    event.preventDefault();
    switch (command.do) {
      case 'step':
        return onCursorDayChange(stepDay(series, cursorDay, command.steps, range));
      case 'end':
        return point(command.of === 'first' ? range.from : range.to);
      case 'zoom':
        return zoom(zoomAround(range, cursorDay ?? (range.from + range.to) / 2, command.factor, bounds));
      case 'pan':
        return zoom(pan(range, command.share, bounds));
      case 'pick':
        return cursorDay === undefined ? undefined : props.onPick?.(cursorDay);
      case 'leave':
        return leave();
      default:
        return assertNever(command);
    }
  };

  // Escape leaves the crosshair without a move of the mouse, wherever the focus is.
  useEscape(cursorDay !== undefined, () => onCursorDayChange(undefined));

  const isInside = cursorDay !== undefined && cursorDay >= range.from && cursorDay <= range.to;
  // Only of what was loaded whole: while some is to come, or could not be loaded, nobody knows.
  const isEmpty = [...plan.left, ...plan.right].every(
    ({ column }) => column.days.length === 0 && column.rest === undefined,
  );
  const notes = chartNotes(plan, left.leftOut + right.leftOut);
  const summary = useMemo(() => summarise(series, range), [series, range]);
  const inside = {
    left: plot.left,
    width: plot.right - plot.left,
    top: plot.top + UNITS_HEIGHT,
    height: plot.bottom - plot.top - UNITS_HEIGHT,
  };
  return (
    <div className={styles.place}>
      {/* Beside the section, not in it: the keys of what stands in the legend are not the chart's. */}
      {width > 0 && (
        <div className={`overlay column ${styles.inside}`} style={inside}>
          {props.legend}
        </div>
      )}
      <section
        ref={box}
        className={`rounded full-width low ${styles.chart}`}
        aria-roledescription="chart"
        aria-label={summary}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the crosshair
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <VisuallyHidden id={helpId}>
          Left and right arrow move through the observations, plus and minus zoom, Shift with an arrow pans.
        </VisuallyHidden>
        <VisuallyHidden role="status">
          {isInside ? speakCursor(cursorDay, valuesAt(series, cursorDay)) : ''}
        </VisuallyHidden>
        {width > 0 && (
          <div className={styles.drawing} data-stale={isStale}>
            <ChartCanvas
              plan={plan}
              left={left}
              right={right}
              hasRecessions={props.hasRecessions ?? true}
              range={range}
              domain={domain}
              width={width}
              height={height}
              scheme={scheme}
            />
          </div>
        )}
        {width > 0 && (
          <div
            className={`overlay flex spread gap-12 one-line ${styles.words}`}
            style={{ left: plot.left, width: plot.right - plot.left, top: plot.top }}
          >
            <span className="cut shrink">{axisLabel(plan.left)}</span>
            {notes.length > 0 && <p className="cut shrink">{notes.join(' · ')}</p>}
            <span className="cut shrink">{axisLabel(plan.right)}</span>
          </div>
        )}
        {isEmpty && !isStale && (
          <p className={`overlay center ${styles.empty}`}>No observations in this range</p>
        )}
        <div ref={surface} className={styles.surface} role="presentation" {...handlers} />
        {selection && (
          <div
            className={`overlay ${styles.selection}`}
            data-selection
            style={{
              left: Math.min(selection.from, selection.to),
              width: Math.abs(selection.to - selection.from),
              top: plot.top,
              height: plot.bottom - plot.top,
            }}
          />
        )}
        {props.indexDay !== undefined && props.onIndexDayChange && width > 0 && (
          <BaseHandle
            day={props.indexDay}
            range={domain}
            plot={plot}
            onChange={(day) => props.onIndexDayChange?.(within(day))}
          />
        )}
        {isInside && width > 0 && (
          <CursorOverlay x={plot.left + (cursorDay - domain.from) / perPixel} plot={plot} />
        )}
      </section>
    </div>
  );
}

/** The height of the words at the top of the plot, in pixels: the units of the axes. */
const UNITS_HEIGHT = 18;

const EMPTY_AXIS: ValueAxis = { domain: [0, 1], ticks: [], isLog: false, leftOut: 0 };

function useValueAxis(
  series: readonly ChartSeries[],
  range: DayRange,
  height: number,
  isLog: boolean,
): ValueAxis {
  const count = Math.max(3, Math.floor(height / 56));
  return useMemo(
    () => valueAxis(series, range.from, range.to, count, isLog) ?? EMPTY_AXIS,
    [series, range, count, isLog],
  );
}

/** Calls `leave` when Escape is pressed anywhere in the window and no other handler has used the key. */
function useEscape(isActive: boolean, leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    if (!isActive) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isActive]);
}
