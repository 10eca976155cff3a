import { Box, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { clamp } from '@mantine/hooks';
import { useCallback, useId, useMemo, useRef } from 'react';
import { shownDay } from '../../service/calendar/dates.ts';
import { withUnit } from '../../service/series-math/decimal-text.ts';
import { axisLabel } from './axes.ts';
import { BaseHandle } from './base-handle.tsx';
import styles from './chart.module.css';
import { ChartCanvas } from './chart-canvas.tsx';
import { type CursorValue, nearestLine, snapToDay, valuesAt } from './cursor.ts';
import { useDashedLines } from './dashed-lines.ts';
import { MeasureOverlay } from './measure-overlay.tsx';
import { measured, speakMeasured } from './measured.ts';
import { Sight } from './moved.tsx';
import type { SharedDay } from './shared-day.ts';
import { chartSummary } from './summary.ts';
import type { ChartSeries, TimeChartProps } from './types.ts';
import { useBoxSize } from './use-box-size.ts';
import { useChartKeys } from './use-chart-keys.ts';
import { useMeasure } from './use-measure.ts';
import { usePlot } from './use-plot.ts';
import { useZoomGestures } from './use-zoom-gestures.ts';
import { type DayRange, spanOf, toDates, toDays } from './zoom.ts';

/**
 * Series over time on one or two value axes. Fills its parent. One tab stop: arrows move the crosshair (with Ctrl by ten),
 * Home and End go to the ends, + and − zoom, Shift + arrows pan, M measures from one day to another, Escape clears; drag
 * selects a range, with Shift it measures, the wheel zooms, a double click undoes the zoom.
 */
export function TimeChart(props: TimeChartProps) {
  const { series, cursorDay, sharedDay, onCursorDayChange, isStale } = props;
  const scheme = useComputedColorScheme('light');
  const [isDashed] = useDashedLines();
  const [box, { width, height }] = useBoxSize();
  const surface = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const plot = usePlot(props, width, height);
  const { range, plan, area } = plot;
  // Columns hold only the days of the range, so they cannot tell how far a zoom may go out.
  const held = spanOf([toDays(props.range), toDays(props.bounds ?? props.range)]);
  const bounds = spanOf([range, held]);
  /** Where the value of a line is drawn. Not a number for a line that is not, and for stacks, which begin at each other's tops. */
  const yOf = (one: ChartSeries, value: number) => {
    const side = plan.left.includes(one) ? 'left' : plan.right.includes(one) ? 'right' : undefined;
    return side === undefined || one.type === 'stacked' ? Number.NaN : plot.yOf(value, side);
  };
  const within = (day: number) => clamp(day, range.from, range.to);
  const dayAt = (x: number) => within(plot.dayAt(x));
  const zoom = ({ from, to }: DayRange) => props.onRangeChange(toDates({ from, to: Math.min(to, held.to) }));
  const point = (day: number | undefined) =>
    onCursorDayChange(day === undefined ? undefined : snapToDay(series, day, range));
  const measure = useMeasure(cursorDay);
  const { selection, cancelSelection, handlers } = useZoomGestures({
    surface,
    isTile: props.isTile ?? false,
    range,
    bounds,
    dayAt,
    onPoint: point,
    onZoom: zoom,
    onMeasure: (from, to) => measure.set(snapToDay(series, from, range), snapToDay(series, to, range)),
    onPick: (day, y) => {
      const near = nearestLine(series, day, (value) => Math.abs(yOf(value.series, value.number) - y));
      const picked = snapToDay(near ? [near] : series, day, range);
      if (picked !== undefined) props.onPick?.(picked, near?.column.id);
    },
    onReset: () => props.onRangeReset?.(),
  });

  const onKeyDown = useChartKeys(props, {
    range,
    bounds,
    measure,
    cancelSelection: selection && cancelSelection,
    onPoint: point,
    onZoom: zoom,
  });
  const { days } = measure;
  const isMeasured = days !== undefined && days.from >= range.from && days.to <= range.to;
  const changes = isMeasured ? measured([...plan.left, ...plan.right], days) : [];

  const isInside = cursorDay !== undefined && cursorDay >= range.from && cursorDay <= range.to;
  // Only of what was loaded whole: while some is to come, or could not be loaded, nobody knows.
  const isEmpty = [...plan.left, ...plan.right].every(
    ({ column }) => column.days.length === 0 && column.rest === undefined,
  );
  const summary = useMemo(() => chartSummary(series, range), [series, range]);
  return (
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
        Left and right arrow move through the observations, plus and minus zoom, Shift with an arrow pans. M
        measures from here to the next M.
      </VisuallyHidden>
      <VisuallyHidden role="status">
        {isMeasured
          ? speakMeasured(changes, days)
          : isInside
            ? speakCursor(cursorDay, valuesAt(series, cursorDay))
            : ''}
      </VisuallyHidden>
      {sharedDay && <SharedCursorSpoken shared={sharedDay} series={series} />}
      {width > 0 && (
        <div className={styles.drawing} data-stale={isStale}>
          <Sight value={plot.sight}>
            <ChartCanvas
              drawing={plot.drawing}
              hasRecessions={props.hasRecessions ?? true}
              width={width}
              height={height}
              scheme={scheme}
              isDashed={isDashed}
            />
          </Sight>
        </div>
      )}
      {width > 0 && (
        <div
          // A new element for each axis: the browser would count the old one as moved.
          key={area.left}
          className={`overlay flex spread gap-12 one-line ${styles.words}`}
          style={{ left: area.left, width: area.right - area.left, bottom: `calc(100% - ${area.top}px)` }}
        >
          <span className="cut shrink">{axisLabel(plan.left)}</span>
          <span className="cut shrink">{axisLabel(plan.right)}</span>
        </div>
      )}
      {isEmpty && !isStale && (
        <Box component="p" className="overlay center" inset={0} c="var(--chart-text)">
          No observations in this range
        </Box>
      )}
      <div ref={surface} className={styles.surface} role="presentation" {...handlers} />
      {selection && (
        <div
          className={`overlay ${styles.selection}`}
          data-selection
          style={{
            left: Math.min(selection.from, selection.to),
            width: Math.abs(selection.to - selection.from),
            top: area.top,
            height: area.bottom - area.top,
          }}
        />
      )}
      {props.indexDay !== undefined && props.onIndexDayChange && width > 0 && (
        <BaseHandle
          day={props.indexDay}
          range={plot.domain}
          plot={area}
          onChange={(day) => props.onIndexDayChange?.(within(day))}
        />
      )}
      {isMeasured && width > 0 && (
        <MeasureOverlay
          rows={changes}
          days={days}
          start={plot.xOf(days.from)}
          end={plot.xOf(days.to)}
          area={area}
        />
      )}
      {isInside && width > 0 && <CursorOverlay x={plot.xOf(cursorDay)} plot={area} />}
      {sharedDay && width > 0 && <SharedCursor shared={sharedDay} range={range} xOf={plot.xOf} plot={area} />}
    </section>
  );
}

/** The line of a crosshair that several charts have. Moving it renders nothing. @param props.xOf pixels from the left of the chart */
function SharedCursor(props: {
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
function SharedCursorSpoken({ shared, series }: { shared: SharedDay; series: readonly ChartSeries[] }) {
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

/** The line of the crosshair. The legend has the values there. @param props.x pixels from the left of the chart */
function CursorOverlay({ x, plot }: { x: number; plot: { top: number; bottom: number } }) {
  return (
    <div
      className={`overlay ${styles.cursor}`}
      style={{ left: x, top: plot.top, height: plot.bottom - plot.top }}
    />
  );
}

/** @returns the values at the crosshair in words, for screen readers. */
function speakCursor(day: number, values: readonly CursorValue[]): string {
  const said = values.map(
    ({ series, text, day: own }) =>
      `${series.title} ${withUnit(text, series.unitShort)}${own === day ? '' : ` (${shownDay(own)})`}`,
  );
  return `${shownDay(day)}: ${said.join('; ') || 'no observations'}`;
}
