import { Box, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { clamp } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useCallback, useId, useMemo, useRef, useState } from 'react';
import { shownDay } from '../../service/calendar/dates.ts';
import { axisLabel } from './axes.ts';
import styles from './chart.module.css';
import { ChartCanvas } from './chart-canvas.tsx';
import { nearestLine, snapToDay } from './cursor.ts';
import { MeasureOverlay, measured, speakMeasured, useMeasure } from './measure.tsx';
import { VisiblePart } from './plot-layer.tsx';
import { useDashedLines } from './series-swatch.tsx';
import { chartSummary, speakCursor } from './summary.ts';
import type { ChartSeries, SharedDay, TimeChartProps } from './types.ts';
import { useChartKeys } from './use-chart-keys.ts';
import { type PlotArea, useBoxSize, usePlot } from './use-plot.ts';
import { useZoomGestures } from './use-zoom-gestures.ts';
import { type DayRange, spanOf, toDates, toDays } from './zoom.ts';

/** Series over time on one or two value axes. Fills its parent and is one tab stop (keys: `useChartKeys`). */
export function TimeChart(props: TimeChartProps) {
  const { series, cursorDay, sharedDay, onCursorDayChange, isStale } = props;
  const scheme = useComputedColorScheme('light');
  const [isDashed] = useDashedLines();
  const [box, { width, height }] = useBoxSize();
  const surface = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const plot = usePlot(props, width, height);
  const { range, plan, area } = plot;
  const drawn = [...plan.left, ...plan.right];
  // Columns hold only the days of the range, so only `bounds` shows how far one can zoom out.
  const held = spanOf([toDays(props.range), toDays(props.bounds ?? props.range)]);
  const bounds = spanOf([range, held]);
  /** @returns where a line's value is drawn; NaN for lines that are not drawn and for stacked lines. */
  const yOf = (one: ChartSeries, value: number) => {
    const side = plan.left.includes(one) ? 'left' : plan.right.includes(one) ? 'right' : undefined;
    return side === undefined || one.type === 'stacked' ? Number.NaN : plot.yOf(value, side);
  };
  const within = (day: number) => clamp(day, range.from, range.to);
  const zoom = ({ from, to }: DayRange) => props.onRangeChange(toDates({ from, to: Math.min(to, held.to) }));
  const snap = (day: number) => snapToDay(series, day, range);
  const point = (day: number | undefined) => onCursorDayChange(day === undefined ? undefined : snap(day));
  const measure = useMeasure(cursorDay);
  const { selection, cancelSelection, handlers } = useZoomGestures({
    surface,
    isTile: props.isTile ?? false,
    range,
    bounds,
    dayAt: (x) => within(plot.dayAt(x)),
    onPoint: point,
    onZoom: zoom,
    onMeasure: (from, to) => measure.set(snap(from), snap(to)),
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
  const changes = isMeasured ? measured(drawn, days) : [];
  const isInside = cursorDay !== undefined && cursorDay >= range.from && cursorDay <= range.to;
  // True only if all data are loaded: otherwise observations may be missing.
  const isEmpty = drawn.every(({ column }) => column.days.length === 0 && column.rest === undefined);
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
        {isMeasured ? speakMeasured(changes, days) : isInside ? speakCursor(series, cursorDay) : ''}
      </VisuallyHidden>
      {sharedDay && <SharedCursorSpoken shared={sharedDay} series={series} />}
      {width > 0 && (
        <div className={styles.drawing} data-stale={isStale}>
          <VisiblePart value={plot.visiblePart}>
            <ChartCanvas
              drawing={plot.drawing}
              hasRecessions={props.hasRecessions ?? true}
              width={width}
              height={height}
              scheme={scheme}
              isDashed={isDashed}
            />
          </VisiblePart>
        </div>
      )}
      {width > 0 && (
        <div
          // A new element for each axis width: the browser would count a moved one as a layout shift.
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
            ...heightOf(area),
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
      {isInside && width > 0 && (
        <div
          className={`overlay ${styles.cursor}`}
          style={{ left: plot.xOf(cursorDay), ...heightOf(area) }}
        />
      )}
      {sharedDay && width > 0 && <SharedCursor shared={sharedDay} range={range} xOf={plot.xOf} plot={area} />}
    </section>
  );
}

function heightOf({ top, bottom }: PlotArea) {
  return { top, height: bottom - top };
}

/** The line of a crosshair shared by several charts. Moves without rendering. `xOf`: pixels from the left. */
function SharedCursor(props: {
  shared: SharedDay;
  range: DayRange;
  xOf: (day: number) => number;
  plot: PlotArea;
}) {
  const { shared, range, xOf, plot } = props;
  const follow = useFollowed(
    shared,
    useCallback(
      (element, day) => {
        element.hidden = day === undefined || day < range.from || day > range.to;
        if (day !== undefined && !element.hidden) element.style.transform = `translateX(${xOf(day)}px)`;
      },
      [range, xOf],
    ),
  );
  return (
    <div
      ref={follow}
      className={`overlay ${styles.cursor}`}
      data-crosshair
      style={{ left: 0, ...heightOf(plot) }}
    />
  );
}

/** Speaks the values at a shared crosshair, only in the focused chart: the others would talk over it. */
function SharedCursorSpoken({ shared, series }: { shared: SharedDay; series: readonly ChartSeries[] }) {
  const follow = useFollowed(
    shared,
    useCallback(
      (element, day) => {
        const isHere = element.parentElement === document.activeElement;
        element.textContent = day !== undefined && isHere ? speakCursor(series, day) : '';
      },
      [series],
    ),
  );
  return <VisuallyHidden ref={follow} role="status" />;
}

/** @returns a `ref` for an element that `draw` changes for each day of a shared crosshair. */
function useFollowed(shared: SharedDay, draw: (element: HTMLElement, day: number | undefined) => void) {
  return useCallback(
    (element: HTMLElement | null) => (element ? shared.follow((day) => draw(element, day)) : undefined),
    [shared, draw],
  );
}

/** Days that an arrow key moves the handle by: alone, and with Shift. */
const STEPS = { usual: 1, large: 30 };

/** The day on which the index is 100: a line with a handle to drag along the axis or move with arrow keys. */
function BaseHandle(props: {
  day: number;
  range: DayRange;
  plot: PlotArea;
  onChange: (day: number) => void;
}) {
  const { day, range, plot, onChange } = props;
  const [dragged, setDragged] = useState<number | undefined>();
  const perPixel = (range.to - range.from) / Math.max(1, plot.right - plot.left);
  const within = (to: number) => clamp(Math.round(to), range.from, range.to);
  const shown = within(dragged ?? day);
  const move = (event: PointerEvent) => {
    if (dragged === undefined) return;
    event.stopPropagation();
    setDragged(within(dragged + event.movementX * perPixel));
  };
  const drop = () => {
    if (dragged !== undefined && dragged !== day) onChange(dragged);
    setDragged(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const sign = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 }[event.key];
    if (sign === undefined) return;
    event.preventDefault();
    // Otherwise the chart would also move its crosshair.
    event.stopPropagation();
    onChange(within(shown + sign * (event.shiftKey ? STEPS.large : STEPS.usual)));
  };
  const x = plot.left + (shown - range.from) / perPixel;
  return (
    <>
      <div className={`overlay ${styles.base}`} style={{ left: x, ...heightOf(plot) }} />
      <div
        className={`overlay strong ${styles.baseHandle}`}
        style={{ left: x, top: plot.bottom + 2 }}
        data-end={x > plot.right - 40 || undefined}
        role="slider"
        tabIndex={0}
        aria-label="Index date"
        aria-valuemin={range.from}
        aria-valuemax={range.to}
        aria-valuenow={shown}
        aria-valuetext={shownDay(shown)}
        title={`${shownDay(shown)} is 100: drag to another day`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(shown);
        }}
        onPointerMove={move}
        onPointerUp={drop}
        onPointerCancel={() => setDragged(undefined)}
        onKeyDown={onKeyDown}
      >
        100
      </div>
    </>
  );
}
