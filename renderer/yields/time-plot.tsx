import { useCallback, useId, useMemo } from 'react';
import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import { rowOnOrBefore } from '../../service/series-math/matrix.ts';
import {
  areaPath,
  axisWidth,
  linePath,
  type PlotArea,
  PlotFrame,
  recessionRects,
  roundAxis,
  runsOf,
  seriesColour,
  useBoxSize,
} from '../chart/index.ts';
import { useFollow } from './scrub.ts';
import type { Shown } from './shown.ts';
import { timeAxis } from './time-axis.ts';
import { useScrubPointer } from './use-scrub-pointer.ts';
import styles from './yields.module.css';

/** Room beside the plot, in pixels. The left side is that of the heat map, so that the days stand one below the other. */
const ROOM = { right: 20, top: 6, bottom: 20 };

/**
 * Values over the days of the range, with recessions and the day of the scrub; dragging moves it. What lies below zero is shaded where
 * `isInverted`.
 */
export function TimePlot(props: {
  of: Shown;
  days: Int32Array;
  numbers: Float64Array;
  slot: number;
  isInverted: boolean;
  summary: string;
}) {
  const { of, numbers, isInverted } = props;
  const { curves, scrub, scheme } = of;
  const id = useId();
  const [box, { width, height }] = useBoxSize();
  const y = useMemo(() => {
    const start = indexAtOrAfter(props.days, of.days.from);
    const end = indexAtOrAfter(props.days, of.days.to + 1);
    let [low, high] = isInverted ? [0, 0.5] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = start; i < end; i++) {
      low = Math.min(low, numbers[i] as number);
      high = Math.max(high, numbers[i] as number);
    }
    return low > high
      ? roundAxis(0, 1, 2)
      : roundAxis(low, Math.max(high, low + 0.1), Math.max(2, Math.floor(height / 34)));
  }, [props.days, numbers, of.days, isInverted, height]);
  const area: PlotArea = useMemo(
    () => ({
      left: axisWidth(y.labels),
      right: width - ROOM.right,
      top: ROOM.top,
      bottom: height - ROOM.bottom,
    }),
    [y, width, height],
  );
  const axis = useMemo(() => timeAxis(of.days, area), [of.days, area]);
  const yOf = useCallback(
    (value: number) =>
      area.bottom - ((value - y.domain[0]) / (y.domain[1] - y.domain[0])) * (area.bottom - area.top),
    [y, area],
  );
  const paths = useMemo(() => {
    const column = { id: '', days: props.days, values: [], numbers };
    const runs = runsOf(column, of.days.from, of.days.to, axis.xOf, yOf, area.right - area.left);
    return { line: linePath(runs), fill: isInverted ? areaPath(runs, yOf(0)) : '' };
  }, [props.days, numbers, of.days, axis, yOf, area, isInverted]);
  const draw = useCallback(
    (mark: SVGGElement, row: number) => {
      const day = curves.days[row] as number;
      const at = rowOnOrBefore(props.days, day);
      const [line, dot] = mark.children;
      const isInside = day >= of.days.from && day <= of.days.to;
      mark.setAttribute('visibility', isInside ? 'visible' : 'hidden');
      if (!isInside) return;
      line?.setAttribute('transform', `translate(${Math.round(axis.xOf(day)) + 0.5} 0)`);
      const hasValue = props.days[at] === day;
      dot?.setAttribute('visibility', hasValue ? 'inherit' : 'hidden');
      if (hasValue)
        dot?.setAttribute('transform', `translate(${axis.xOf(day)} ${yOf(numbers[at] as number)})`);
    },
    [curves, props.days, numbers, of.days, axis, yOf],
  );
  const mark = useFollow(scrub, draw);
  const colour = seriesColour(props.slot, scheme);
  const zero = yOf(0);
  return (
    <div
      ref={box}
      className={`grow low ${styles.timePlot}`}
      // Below a sentence of many lines, too.
      style={{ minHeight: '5rem' }}
      role="img"
      aria-label={props.summary}
      {...useScrubPointer(of, axis.dayAt)}
    >
      {width > 0 && height > 0 && (
        <PlotFrame width={width} height={height} area={area} x={axis} y={y}>
          <clipPath id={`${id}plot`}>
            <rect x={area.left} y={area.top} width={area.right - area.left} height={area.bottom - area.top} />
          </clipPath>
          <clipPath id={`${id}below`}>
            <rect
              x={area.left}
              y={zero}
              width={area.right - area.left}
              height={Math.max(0, area.bottom - zero)}
            />
          </clipPath>
          {recessionRects(of.days, axis.xOf, area)}
          {isInverted && (
            <>
              <path d={`M${area.left} ${zero}H${area.right}`} stroke="var(--chart-axis)" />
              <path
                d={paths.fill}
                fill="var(--mantine-color-error)"
                fillOpacity={0.4}
                clipPath={`url(#${id}below)`}
              />
            </>
          )}
          <path
            d={paths.line}
            fill="none"
            stroke={colour}
            strokeWidth={1.4}
            strokeLinejoin="round"
            clipPath={`url(#${id}plot)`}
          />
          <g ref={mark}>
            <path
              d={`M0 ${area.top}V${area.bottom}`}
              stroke="var(--mantine-color-text)"
              strokeOpacity={0.55}
            />
            <circle r={3.5} fill={colour} stroke="var(--surface)" strokeWidth={1.5} />
          </g>
        </PlotFrame>
      )}
    </div>
  );
}
