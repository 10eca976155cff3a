import { Box, useComputedColorScheme } from '@mantine/core';
import { clamp, useElementSize } from '@mantine/hooks';
import { extent } from 'd3-array';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import { shownDay } from '../../service/calendar/dates.ts';
import type { DateRange, LineColumn } from '../../service/view/types.ts';
import { dateTickLabels, dateTicks } from './axes.ts';
import { areaPath, linePath, runsOf } from './line-path.ts';
import styles from './overview.module.css';
import { seriesColour } from './palette.ts';
import { MARGIN } from './use-plot.ts';
import { type DayRange, NARROWEST, spanOf, toDates, toDays, widthOf } from './zoom.ts';

/** A line of the overview: its whole history; `column` is absent while it loads. */
type OverviewLine = { id: string; slot: number; isRight: boolean; column: LineColumn | undefined };

const HEIGHT = 18;

/** The whole history, with a window to move and resize. Recharts' Brush announces positions, not dates. */
export function OverviewStrip(props: {
  lines: readonly OverviewLine[];
  /** Titles of the lines, for the strip's accessible name. */
  title: string;
  isLog: boolean;
  held: DateRange;
  /** The days that the chart shows. */
  range: DateRange;
  /** Whether the chart above also has a right axis. */
  hasRight: boolean;
  /** Called during a drag or while a key is held down; with `undefined` when it is cancelled. */
  onPreview: (range: DateRange | undefined) => void;
  onRangeChange: (range: DateRange) => void;
  /** Called on a double click. */
  onRangeReset: () => void;
}) {
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
  const drop = () => {
    const dropped = held.current;
    held.current = undefined;
    if (dropped) onRangeChange(toDates(dropped.now));
  };
  const dragging = {
    onPointerMove: (event: PointerEvent) => {
      if (!held.current) return;
      const { grip, from, x } = held.current;
      show(moveGrip(from, grip, (event.clientX - x) * perPixel, whole));
    },
    onPointerUp: drop,
    onPointerCancel: () => {
      held.current = undefined;
      onPreview(undefined);
    },
  };
  const onKeyDown = (grip: Grip) => (event: KeyboardEvent) => {
    if (event.key === 'Escape' && held.current) return dragging.onPointerCancel();
    const before = held.current?.now ?? shown;
    const to = windowAfterKey(grip, before, event, whole);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    held.current ??= { grip, from: before, x: 0, now: before };
    show(to);
  };
  const slider = (grip: Grip) => ({
    'aria-orientation': 'horizontal' as const,
    'aria-valuemin': whole.from,
    'aria-valuemax': whole.to,
    ...dragging,
    onPointerDown: (event: PointerEvent<HTMLElement>) => take(event, grip),
    onKeyDown: onKeyDown(grip),
    onKeyUp: drop,
    onBlur: drop,
  });
  const x = (day: number) => ((day - whole.from) / widthOf(whole)) * width;
  const [start, end] = [x(shown.from), x(shown.to)];
  return (
    <Box className="fixed" pb={2}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend */}
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: pointer shortcut for the sliders inside */}
        <div
          ref={ref}
          className={`rounded ${styles.strip}`}
          onPointerDown={(event) => {
            const day =
              whole.from + (event.clientX - event.currentTarget.getBoundingClientRect().left) * perPixel;
            take(event, 'window', centreWindow(shown, day, whole));
          }}
          {...dragging}
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
            {...slider('window')}
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
              {...slider(edge)}
            />
          ))}
        </div>
      </div>
    </Box>
  );
}

/** One line's history, filled down to the bottom if it is the only one. */
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

type Extent = readonly [low: number, high: number];

/** @returns the common extent of one axis's lines, so that their distances match the chart's. */
export function extentOf(lines: readonly OverviewLine[], isRight: boolean): Extent {
  const own = lines.filter((one) => one.isRight === isRight);
  const ends = own.flatMap(({ column }) => extent(column?.numbers ?? []));
  const [low = 0, high = 0] = extent(ends.filter((one) => one !== undefined));
  return [low, high];
}

/** Free pixels above the highest value and below the lowest. */
const ROOM = 2;

/** @returns a history as two SVG paths, scaled from its axis's lowest value (bottom) to the highest (top). */
export function overviewShape(
  column: LineColumn,
  [low, high]: Extent,
  whole: DayRange,
  size: { width: number; height: number },
  isLog: boolean,
): { line: string; fill: string } {
  const scaled = isLog && low > 0 ? Math.log : (value: number) => value;
  const [bottom, span] = [scaled(low), scaled(high) - scaled(low) || 1];
  const height = size.height - 2 * ROOM;
  const runs = runsOf(
    column,
    whole.from,
    whole.to,
    (day) => ((day - whole.from) / widthOf(whole)) * size.width,
    (value) => ROOM + (1 - (scaled(value) - bottom) / span) * height,
    size.width,
  );
  return { line: linePath(runs), fill: areaPath(runs, size.height) };
}

export type Grip = 'from' | 'to' | 'window';

/** @returns the window moved by a number of days, kept within `whole`. Its width stays. */
export function moveWindow(window: DayRange, by: number, whole: DayRange): DayRange {
  const shift = clamp(Math.round(by), whole.from - window.from, whole.to - window.to);
  return { from: window.from + shift, to: window.to + shift };
}

/** @returns the window with one edge moved to a day, within `whole` and at least `NARROWEST` days wide. */
export function moveEdge(window: DayRange, edge: 'from' | 'to', day: number, whole: DayRange): DayRange {
  const to = Math.round(day);
  // A window that is already narrower keeps its width.
  const least = Math.min(NARROWEST, window.to - window.from);
  return edge === 'from'
    ? { ...window, from: Math.max(whole.from, Math.min(to, window.to - least)) }
    : { ...window, to: Math.min(whole.to, Math.max(to, window.from + least)) };
}

function moveGrip(window: DayRange, grip: Grip, by: number, whole: DayRange): DayRange {
  return grip === 'window' ? moveWindow(window, by, whole) : moveEdge(window, grip, window[grip] + by, whole);
}

/** @returns the window centred on a day, kept within `whole`. */
export function centreWindow(window: DayRange, day: number, whole: DayRange): DayRange {
  return moveWindow(window, day - (window.from + window.to) / 2, whole);
}

type WindowKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Arrows move the focused part (with Shift the right edge), Page keys move it by the window's width, Home and
 * End move it to the ends of the history.
 */
export function windowAfterKey(
  grip: Grip,
  window: DayRange,
  { key, shiftKey, ctrlKey, metaKey, altKey }: WindowKey,
  whole: DayRange,
): DayRange | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const width = window.to - window.from;
  const sign = SIGNS[key];
  if (sign !== undefined) {
    const step = sign * Math.max(1, Math.round(width / 20));
    return moveGrip(window, grip === 'window' && shiftKey ? 'to' : grip, step, whole);
  }
  if (key === 'PageUp' || key === 'PageDown')
    return moveGrip(window, grip, (key === 'PageUp' ? 1 : -1) * Math.max(1, width), whole);
  if (key !== 'Home' && key !== 'End') return undefined;
  const end = key === 'Home' ? 'from' : 'to';
  return moveGrip(window, grip, whole[end] - window[grip === 'window' ? end : grip], whole);
}

const SIGNS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
