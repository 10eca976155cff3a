import { Menu } from '@mantine/core';
import { useId, useMemo } from 'react';
import { shownDate, shownDay } from '../../service/calendar/dates.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import { medianOf } from '../../service/series-math/curve.ts';
import { asShown } from '../../service/series-math/decimal-text.ts';
import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import { rowOnOrBefore } from '../../service/series-math/matrix.ts';
import {
  areaPath,
  axisWidth,
  dateTickLabels,
  dateTicks,
  linePath,
  type PlotArea,
  PlotFrame,
  recessionRects,
  roundAxis,
  runsOf,
  seriesColour,
  useBoxSize,
} from '../chart/index.ts';
import { ExplainableSentence, sentenceText } from '../explain/index.ts';
import { useExplore } from '../frame/index.ts';
import { dateOf, type SpreadLine, tenorColumn } from './curves.ts';
import { spreadSentence } from './sentences.ts';
import { movedRow, type Shown, scrubHandlers, useDrawnRow, useIsOtherDay } from './shown.ts';
import styles from './yields.module.css';

/** Pixels beside the plot. The left side matches the heat map, so that the same days align. */
const ROOM = { right: 20, top: 6, bottom: 20 };

/** Values over the days of the range, with recessions and a day to drag. `isInverted` shades below zero. */
export function TimePlot(props: {
  shown: Shown;
  days: Int32Array;
  numbers: Float64Array;
  slot: number;
  isInverted: boolean;
  summary: string;
}) {
  const { shown, days: own, numbers, isInverted } = props;
  const { days, scheme } = shown;
  const id = useId();
  const [box, { width, height }] = useBoxSize();
  const y = useMemo(() => {
    const inRange = numbers.subarray(indexAtOrAfter(own, days.from), indexAtOrAfter(own, days.to + 1));
    if (!isInverted && inRange.length === 0) return roundAxis(0, 1, 2);
    const low = inRange.reduce(
      (least, one) => Math.min(least, one),
      isInverted ? 0 : Number.POSITIVE_INFINITY,
    );
    const high = inRange.reduce(
      (most, one) => Math.max(most, one),
      isInverted ? 0.5 : Number.NEGATIVE_INFINITY,
    );
    return roundAxis(low, Math.max(high, low + 0.1), Math.max(2, Math.floor(height / 34)));
  }, [own, numbers, days, isInverted, height]);
  const area: PlotArea = {
    left: axisWidth(y.labels),
    right: width - ROOM.right,
    top: ROOM.top,
    bottom: height - ROOM.bottom,
  };
  const inner = { width: area.right - area.left, height: area.bottom - area.top };
  const axis = timeAxis(days, area);
  const yOf = (value: number) =>
    area.bottom - ((value - y.domain[0]) / (y.domain[1] - y.domain[0])) * inner.height;
  const runs = runsOf(
    { id: '', days: own, values: [], numbers },
    days.from,
    days.to,
    axis.xOf,
    yOf,
    inner.width,
  );
  const colour = seriesColour(props.slot, scheme);
  const zero = yOf(0);
  return (
    <div
      ref={box}
      className={`grow low ${styles.timePlot}`}
      // Keeps room below a sentence of several lines.
      style={{ minHeight: '5rem' }}
      role="img"
      aria-label={props.summary}
      {...scrubHandlers(shown, axis.dayAt)}
    >
      {width > 0 && height > 0 && (
        <PlotFrame width={width} height={height} area={area} x={axis} y={y}>
          <clipPath id={`${id}plot`}>
            <rect x={area.left} y={area.top} {...inner} />
          </clipPath>
          <clipPath id={`${id}below`}>
            <rect x={area.left} y={zero} width={inner.width} height={Math.max(0, area.bottom - zero)} />
          </clipPath>
          {recessionRects(days, axis.xOf, area)}
          {isInverted && (
            <>
              <path d={`M${area.left} ${zero}H${area.right}`} stroke="var(--chart-axis)" />
              <path
                d={areaPath(runs, zero)}
                fill="var(--mantine-color-error)"
                fillOpacity={0.4}
                clipPath={`url(#${id}below)`}
              />
            </>
          )}
          <path
            d={linePath(runs)}
            fill="none"
            stroke={colour}
            strokeWidth={1.4}
            strokeLinejoin="round"
            clipPath={`url(#${id}plot)`}
          />
          <DayMark
            shown={shown}
            area={area}
            xOf={axis.xOf}
            yOn={(day) => {
              const at = rowOnOrBefore(own, day);
              return own[at] === day ? yOf(numbers[at] as number) : undefined;
            }}
            colour={colour}
          />
        </PlotFrame>
      )}
    </div>
  );
}

/** Marks the drawn day, with a dot at its value if there is one. */
function DayMark(props: {
  shown: Shown;
  area: PlotArea;
  xOf: (day: number) => number;
  yOn: (day: number) => number | undefined;
  colour: string;
}) {
  const { area, xOf } = props;
  const { curves, days, scrub } = props.shown;
  const day = curves.days[useDrawnRow(scrub)] as number;
  const isInside = day >= days.from && day <= days.to;
  const y = props.yOn(day);
  return (
    <g visibility={isInside ? 'visible' : 'hidden'}>
      <path
        d={`M0 ${area.top}V${area.bottom}`}
        transform={`translate(${Math.round(xOf(day)) + 0.5} 0)`}
        stroke="var(--mantine-color-text)"
        strokeOpacity={0.55}
      />
      <circle
        r={3.5}
        visibility={y === undefined ? 'hidden' : 'inherit'}
        transform={y === undefined ? undefined : `translate(${xOf(day)} ${y})`}
        fill={props.colour}
        stroke="var(--surface)"
        strokeWidth={1.5}
      />
    </g>
  );
}

export function timeAxis(days: { from: number; to: number }, { left, right }: PlotArea) {
  const ticks = dateTicks(days.from, days.to, Math.max(2, Math.floor((right - left) / 90)));
  const perPixel = Math.max(1, days.to - days.from) / Math.max(1, right - left);
  return {
    domain: [days.from, days.to] as const,
    ticks,
    labels: dateTickLabels(ticks),
    xOf: (day: number) => left + (day - days.from) / perPixel,
    dayAt: (x: number) => days.from + (x - left) * perPixel,
  };
}

/** One tenor over the days of the range, or its distance from its median there. */
export function TenorOverTime({ shown, code }: { shown: Shown; code: string }) {
  const { curves, rows, state, days } = shown;
  const { kept, numbers, title } = useMemo(() => {
    const { title, scaled } = tenorColumn(curves, code);
    const less = state.isLessMedian ? medianOf(tenorColumn(curves, code), rows.start, rows.end) : 0;
    const there = [...scaled.keys()].filter((row) => !Number.isNaN(scaled[row] as number));
    return {
      title,
      kept: Int32Array.from(there, (row) => curves.days[row] as number),
      numbers: Float64Array.from(there, (row) => ((scaled[row] as number) - less) / 10 ** curves.places),
    };
  }, [curves, code, rows, state.isLessMedian]);
  return (
    <TimePlot
      shown={shown}
      days={kept}
      numbers={numbers}
      slot={0}
      isInverted={false}
      summary={`Treasury par yield, ${title}, ${state.isLessMedian ? 'percentage points from its median' : 'percent'}, ${shownDay(days.from)} to ${shownDay(days.to)}`}
    />
  );
}

/** A spread over time, with a sentence about the day. */
export function SpreadCard({ shown, spread }: { shown: Shown; spread: SpreadLine }) {
  const explore = useExplore(shown.state.asOf);
  const series = [{ dataset: YIELDS.id, code: spread.code, area: '' }];
  const parts = spreadSentence(shown.curves, spread, shown.row);
  return (
    <section className="column grow" style={{ minHeight: '9.75rem' }} aria-label={spread.title}>
      <div className="fine" style={{ lineHeight: '1.5rem' }} data-dimmed={useIsOtherDay(shown)}>
        <Menu width={220} position="bottom-start">
          <Menu.Target>
            <button type="button" className="plain hovers rounded strong" title={spread.title}>
              {spread.name}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{spread.title}, percentage points</Menu.Label>
            <InversionItem shown={shown} spread={spread} way={-1} />
            <InversionItem shown={shown} spread={spread} way={1} />
            <Menu.Item onClick={() => explore.open(series)}>Open in Explore</Menu.Item>
            <Menu.Item disabled={!explore.hasRoom(series)} onClick={() => explore.add(series)}>
              {explore.hasRoom(series) ? 'Add to chart' : 'Add to chart: it has eight lines'}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>{' '}
        <ExplainableSentence parts={parts} onExplain={shown.explain} />
      </div>
      <TimePlot
        shown={shown}
        days={spread.days}
        numbers={spread.numbers}
        slot={2}
        isInverted
        summary={`${spread.title}: ${asShown(sentenceText(parts))}`}
      />
    </section>
  );
}

function InversionItem({ shown, spread, way }: { shown: Shown; spread: SpreadLine; way: -1 | 1 }) {
  const to = movedRow(shown.curves, spread, shown.row, { inversion: way });
  const date = dateOf(shown.curves, to);
  return (
    <Menu.Item disabled={to === shown.row} onClick={() => shown.change({ date })}>
      {way < 0 ? 'Inversion before' : 'Next inversion'}
      {to === shown.row ? ': none' : `: ${shownDate(date)}`}
    </Menu.Item>
  );
}
