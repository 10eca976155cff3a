import { Box, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import { shownDay } from '../../service/calendar/dates.ts';
import type { DateRange } from '../../service/view/types.ts';
import { dateTickLabels, dateTicks } from './date-axis.ts';
import styles from './overview.module.css';
import { type Extent, extentOf, type OverviewLine, overviewShape } from './overview-shape.ts';
import { centreWindow, type Grip, moveEdge, moveWindow, windowAfterKey } from './overview-window.ts';
import { seriesColour } from './palette.ts';
import { MARGIN } from './use-plot.ts';
import { type DayRange, spanOf, toDates, toDays, widthOf } from './zoom.ts';

type OverviewStripProps = {
  lines: readonly OverviewLine[];
  /** Titles of the lines, for the strip's accessible name. */
  title: string;
  isLog: boolean;
  /** First and last day that have data. */
  held: DateRange;
  /** The days that the chart shows. */
  range: DateRange;
  /** Whether the chart above also has a right axis. */
  hasRight: boolean;
  /** Called while the window is dragged or a key is held down, and with `undefined` when that is cancelled. */
  onPreview: (range: DateRange | undefined) => void;
  onRangeChange: (range: DateRange) => void;
  /** Called on a double click. */
  onRangeReset: () => void;
};

const HEIGHT = 18;

/**
 * The whole history in a strip, with a window over the days that the chart shows. Dragging the window moves it, dragging an edge
 * resizes it; arrows, Page keys, Home and End do the same. The chart follows at once; the range is set when pointer or key is
 * released. Recharts' Brush is not used: it makes an object of every observation, and its handles announce positions in a list
 * instead of dates.
 */
export function OverviewStrip(props: OverviewStripProps) {
  const { lines, title, isLog, onPreview, onRangeChange } = props;
  const { ref, width } = useElementSize<HTMLDivElement>();
  const shown = useMemo(() => toDays(props.range), [props.range]);
  const whole = useMemo(() => spanOf([toDays(props.held), toDays(props.range)]), [props.held, props.range]);
  const [left, right] = [extentOf(lines, false), extentOf(lines, true)];
  const ticks = useMemo(
    () => (width > 0 ? dateTicks(whole.from, whole.to, Math.max(2, Math.floor(width / 110))) : []),
    [whole, width],
  );
  const labels = useMemo(() => dateTickLabels(ticks), [ticks]);

  const held = useRef<{ grip: Grip; from: DayRange; x: number; now: DayRange } | undefined>(undefined);
  const perPixel = widthOf(whole) / Math.max(1, width);
  const show = (to: DayRange) => {
    if (held.current) held.current.now = to;
    onPreview(toDates(to));
  };
  const take = (event: PointerEvent<HTMLElement>, grip: Grip, from = shown) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { grip, from, x: event.clientX, now: from };
    if (from !== shown) show(from);
  };
  const drag = (event: PointerEvent) => {
    if (!held.current) return;
    const { grip, from, x } = held.current;
    const by = (event.clientX - x) * perPixel;
    show(grip === 'window' ? moveWindow(from, by, whole) : moveEdge(from, grip, from[grip] + by, whole));
  };
  const drop = () => {
    const dropped = held.current;
    held.current = undefined;
    if (dropped) onRangeChange(toDates(dropped.now));
  };
  const cancel = () => {
    held.current = undefined;
    onPreview(undefined);
  };
  const onKeyDown = (grip: Grip) => (event: KeyboardEvent) => {
    if (event.key === 'Escape' && held.current) return cancel();
    const before = held.current?.now ?? shown;
    const to = windowAfterKey(grip, before, event, whole);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    held.current ??= { grip, from: before, x: 0, now: before };
    show(to);
  };
  const handlers = (grip: Grip) => ({
    'aria-orientation': 'horizontal' as const,
    'aria-valuemin': whole.from,
    'aria-valuemax': whole.to,
    onPointerDown: (event: PointerEvent<HTMLElement>) => take(event, grip),
    onPointerMove: drag,
    onPointerUp: drop,
    onPointerCancel: cancel,
    onKeyDown: onKeyDown(grip),
    onKeyUp: drop,
    onBlur: drop,
  });
  const x = (day: number) => ((day - whole.from) / widthOf(whole)) * width;
  const [start, end] = [x(shown.from), x(shown.to)];
  return (
    <Box className="fixed" pb={2}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that do not belong here */}
      <div
        className={`fixed ${styles.overview}`}
        role="group"
        aria-label={`Overview of ${title}`}
        style={{
          marginLeft: MARGIN.left,
          marginRight: props.hasRight ? MARGIN.rightWithAxis : MARGIN.right,
          height: HEIGHT,
        }}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the same as the sliders in it, for a pointer */}
        <div
          ref={ref}
          className={`rounded ${styles.strip}`}
          onPointerDown={(event) => {
            const day =
              whole.from + (event.clientX - event.currentTarget.getBoundingClientRect().left) * perPixel;
            take(event, 'window', centreWindow(shown, day, whole));
          }}
          onPointerMove={drag}
          onPointerUp={drop}
          onPointerCancel={cancel}
          onDoubleClick={props.onRangeReset}
        >
          {width > 0 && (
            <svg className="block" width={width} height={HEIGHT} aria-hidden="true">
              {lines.map((line) => (
                <StripLine
                  key={line.id}
                  line={line}
                  extent={line.isRight ? right : left}
                  whole={whole}
                  width={width}
                  isLog={isLog}
                  isFilled={lines.length === 1}
                />
              ))}
            </svg>
          )}
          <div className={`overlay rounded ${styles.out}`} style={{ left: 0, width: Math.max(0, start) }} />
          <div className={`overlay rounded ${styles.out}`} style={{ left: end, right: 0 }} />
          {ticks.map((day, i) => (
            <span
              key={day}
              className={`overlay one-line ${styles.tick}`}
              style={{ left: x(day) }}
              aria-hidden="true"
            >
              {labels[i]}
            </span>
          ))}
          <div
            className={styles.window}
            role="slider"
            tabIndex={0}
            style={{ left: start, width: Math.max(2, end - start) }}
            aria-label="Range shown"
            aria-valuenow={shown.from}
            aria-valuetext={`${shownDay(shown.from)} to ${shownDay(shown.to)}`}
            {...handlers('window')}
          />
          {(['from', 'to'] as const).map((edge) => (
            <div
              key={edge}
              className={styles.edge}
              role="slider"
              tabIndex={0}
              data-edge={edge}
              style={{ left: edge === 'from' ? start : end }}
              aria-label={edge === 'from' ? 'First day shown' : 'Last day shown'}
              aria-valuenow={shown[edge]}
              aria-valuetext={shownDay(shown[edge])}
              {...handlers(edge)}
            />
          ))}
        </div>
      </div>
    </Box>
  );
}

/** One history. Lines are filled down to the bottom where there is only one. */
function StripLine(props: {
  line: OverviewLine;
  extent: Extent;
  whole: DayRange;
  width: number;
  isLog: boolean;
  isFilled: boolean;
}) {
  const { line, whole, width, isLog } = props;
  const { column } = line;
  const [low, high] = props.extent;
  const colour = seriesColour(line.slot, useComputedColorScheme('light'));
  const shape = useMemo(
    () => column && overviewShape(column, [low, high], whole, { width, height: HEIGHT }, isLog),
    [column, low, high, whole, width, isLog],
  );
  if (!shape) return null;
  return (
    <>
      {props.isFilled && <path d={shape.fill} fill={colour} fillOpacity={0.12} />}
      <path d={shape.line} fill="none" stroke={colour} strokeWidth={1} strokeLinejoin="round" />
    </>
  );
}
