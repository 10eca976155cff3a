import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { shownDay } from '../../service/calendar/dates.ts';
import { tenorState } from '../../service/series-math/curve.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import {
  axisWidth,
  letterColour,
  type PlotArea,
  PlotFrame,
  roundAxis,
  seriesColour,
  useBoxSize,
} from '../chart/index.ts';
import { CurveReading } from './curve-reading.tsx';
import { curveBand, curvePaths, tenorPlaces } from './curve-shape.ts';
import { type Curves, comparedDay } from './curves.ts';
import { useFollow } from './scrub.ts';
import type { Shown } from './shown.ts';

/** Pixels: between the plot's edges and the first and last tenor, and between the names of two tenors. */
const INSET = 26;
const CLOSEST_LABELS = 25;
/** Values stand at the points, and dates below the names, where there is so much room from one to the next. */
const VALUE_ROOM = 34;
const DATE_ROOM = 56;
const HEIGHTS = { top: 14, bottom: 38 };

/** The dashes of the compared curves: colour is never alone. */
export const COMPARED_DASHES = ['7 3', '2 3', '10 3 2 3', '4 2', '12 3 2 2 2 3'] as const;

/** The colour of a compared curve. Slot 0 is that of the day itself. */
export const comparedColour = (place: number, scheme: Shown['scheme']) => seriesColour(place + 1, scheme);

/** The curve of the day, those it is compared with, and the band. A step of the scrub rewrites paths and texts, and renders nothing. */
export function CurvePlot({ of, summary }: { of: Shown; summary: string }) {
  const { curves, state, scheme, scrub, compared } = of;
  const [box, { width, height }] = useBoxSize();
  const y = useValueAxis(of, height);
  const area: PlotArea = useMemo(
    () => ({
      left: axisWidth(y.labels),
      right: width - 46,
      top: HEIGHTS.top,
      bottom: height - HEIGHTS.bottom,
    }),
    [y, width, height],
  );
  const places = useMemo(() => tenorPlaces(curves.columns, state.x), [curves, state.x]);
  const plotWidth = area.right - area.left;
  const xs = useMemo(
    () => places.map((place) => area.left + INSET + place * Math.max(1, plotWidth - 2 * INSET)),
    [places, area, plotWidth],
  );
  const yOf = useCallback(
    (percent: number) =>
      area.bottom - ((percent - y.domain[0]) / (y.domain[1] - y.domain[0])) * (area.bottom - area.top),
    [area, y],
  );
  const x = useMemo(() => {
    const beyond = INSET / Math.max(1, plotWidth - 2 * INSET);
    const labels = fitting(xs).map((fits, i) => (fits ? (curves.columns[i]?.label ?? '') : ''));
    return { domain: [-beyond, 1 + beyond] as const, ticks: places, labels };
  }, [places, xs, plotWidth, curves]);
  const room = Math.min(...xs.slice(1).map((one, i) => one - (xs[i] as number)));
  const words = compared.map(({ word }) => word).join();
  const draw = useCallback(
    (layer: SVGGElement, row: number) =>
      drawCurves(layer, curves, row, words, xs, yOf, { room, top: area.top }),
    [curves, words, xs, yOf, room, area.top],
  );
  const layer = useFollow(scrub, draw);
  const band = useMemo(() => {
    if (!of.band) return '';
    const unit = 10 ** curves.places;
    const ends = (end: 'low' | 'high') =>
      curves.columns.map(({ scaled }, i) => {
        const row = of.band?.rows[i]?.[end];
        return row === undefined ? undefined : (scaled[row] as number) / unit;
      });
    return curveBand(ends('low'), ends('high'), xs, yOf);
  }, [of.band, curves, xs, yOf]);
  const colour = seriesColour(0, scheme);
  // A board may have several curves.
  const clip = useId();
  return (
    <div
      ref={box}
      className="grow low"
      style={{ position: 'relative', minHeight: '13rem' }}
      role="img"
      aria-label={summary}
      data-curve
    >
      {width > 0 && height > 0 && (
        <PlotFrame width={width} height={height} area={area} x={x} y={y}>
          <clipPath id={clip}>
            <rect x={area.left} y={area.top - 12} width={plotWidth} height={area.bottom - area.top + 17} />
          </clipPath>
          {/* Drawn anew when what it draws changes, so that nothing of another axis stays. */}
          <g ref={layer} key={words} fill="none" strokeLinejoin="round" strokeLinecap="round">
            <g clipPath={`url(#${clip})`}>
              <path d={band} fill="var(--mantine-color-dimmed)" fillOpacity={0.13} data-band />
              {compared.map(({ word }, i) => {
                const stroke = comparedColour(i, scheme);
                return (
                  <g key={word} data-compared={word} stroke={stroke} strokeWidth={1.5} strokeLinecap="butt">
                    <path data-path="solid" strokeDasharray={COMPARED_DASHES[i]} />
                    <path data-path="dashed" strokeDasharray="1 5" />
                    <path data-path="dots" strokeWidth={4} strokeLinecap="round" />
                  </g>
                );
              })}
              <g data-compared="" stroke={colour}>
                <path data-path="solid" strokeWidth={2.5} />
                <path data-path="dashed" strokeWidth={2} strokeDasharray="1 6" />
                <path data-path="dots" strokeWidth={7} />
              </g>
            </g>
            {curves.columns.map(({ code }, i) => (
              <g key={code} data-tenor={code} fontSize={11} textAnchor="middle">
                <text
                  x={xs[i]}
                  data-value
                  fill="var(--mantine-color-text)"
                  fontWeight={550}
                  stroke="var(--surface)"
                  strokeWidth={3}
                  paintOrder="stroke"
                />
                <circle
                  cx={xs[i]}
                  cy={area.bottom}
                  r={3.5}
                  fill="var(--surface)"
                  stroke="var(--chart-text)"
                  data-hollow
                />
                <text x={xs[i]} y={area.bottom + 31} fontSize={9.5} fill="var(--chart-text)" data-since />
              </g>
            ))}
            {compared.map(({ word }, i) => (
              <text
                key={word}
                x={area.right - INSET + 12}
                dy="0.355em"
                fontSize={11}
                fontWeight={600}
                fill={letterColour(i + 1, scheme)}
                data-end={word}
              />
            ))}
          </g>
        </PlotFrame>
      )}
      {width > 0 && <CurveReading of={of} area={area} xs={xs} yOf={yOf} />}
    </div>
  );
}

/** @returns whether there is room for the name of each tenor. The longest and the shortest come first. */
function fitting(xs: readonly number[]): boolean[] {
  const fits = xs.map(() => false);
  const taken: number[] = [];
  for (const i of [xs.length - 1, 0, ...xs.keys()].toReversed().toSorted((a, b) => rank(a) - rank(b))) {
    const at = xs[i] as number;
    if (taken.some((other) => other !== at && Math.abs(other - at) < CLOSEST_LABELS)) continue;
    taken.push(at);
    fits[i] = true;
  }
  return fits;

  function rank(i: number): number {
    return i === xs.length - 1 ? -2 : i === 0 ? -1 : xs.length - i;
  }
}

/** Writes the paths and texts of a day into the drawing. */
function drawCurves(
  layer: SVGGElement,
  curves: Curves,
  row: number,
  words: string,
  xs: readonly number[],
  yOf: (percent: number) => number,
  { room, top }: { room: number; top: number },
): void {
  const unit = 10 ** curves.places;
  const ends: { element: Element; text: string; y: number }[] = [];
  for (const word of ['', ...words.split(',').filter((one) => one)]) {
    const at = word === '' ? row : comparedDay(curves, row, word).row;
    const group = layer.querySelector(`[data-compared="${word}"]`);
    const paths = at === undefined ? undefined : curvePaths(curves, at, xs, yOf);
    for (const name of ['solid', 'dashed', 'dots'] as const)
      group?.querySelector(`[data-path=${name}]`)?.setAttribute('d', paths?.[name] ?? '');
    const element = layer.querySelector(`[data-end="${word}"]`);
    const last = curves.columns.findLast(({ scaled }) => at !== undefined && !Number.isNaN(scaled[at]));
    if (!element) continue;
    element.textContent = '';
    if (at !== undefined && last)
      ends.push({ element, text: shortWord(word), y: yOf((last.scaled[at] as number) / unit) });
  }
  spreadEnds(ends, top);
  for (const column of curves.columns) {
    const group = layer.querySelector(`[data-tenor=${column.code}]`);
    const text = column.texts[row];
    const value = group?.querySelector('[data-value]');
    if (value) {
      value.textContent = room >= VALUE_ROOM && text !== undefined ? groupDigits(text) : '';
      value.setAttribute('y', String(Math.round(yOf((column.scaled[row] as number) / unit || 0) - 9)));
    }
    const isUnpublished = tenorState(curves, column, row, column.start) === 'unpublished';
    group?.querySelector('[data-hollow]')?.setAttribute('visibility', isUnpublished ? 'visible' : 'hidden');
    const since = group?.querySelector('[data-since]');
    if (since)
      since.textContent =
        isUnpublished && room >= DATE_ROOM && Number.isFinite(column.start) ? shownDay(column.start) : '';
  }
}

/** '1m', and of a date its month: '2024-01'. */
function shortWord(word: string): string {
  return word.length > 4 ? word.slice(0, 7) : word;
}

/** Names at the ends of the curves, pushed apart where they would overlap. */
function spreadEnds(ends: { element: Element; text: string; y: number }[], top: number): void {
  let before = top - 12;
  for (const { element, text, y } of ends.toSorted((a, b) => a.y - b.y)) {
    const at = Math.max(y, before + 12);
    before = at;
    element.textContent = text;
    element.setAttribute('y', String(Math.round(at)));
  }
}

/**
 * The axis of the values: it fits the curves and the band that are chosen, or holds all days of the range. A day that is dragged or
 * played to and has no room on it gets that of the range until it comes to rest, so that no curve leaves the plot and the axis does not
 * change with every day.
 */
function useValueAxis(of: Shown, height: number) {
  const { scrub, row } = of;
  // Of the day at rest: a drag from another one begins without it.
  const [wideFrom, setWideFrom] = useState<number>();
  const isFixed = of.isWhole && (of.state.y === 'fixed' || wideFrom === row);
  const axis = useMemo(() => valueAxis(of, height, isFixed), [of, height, isFixed]);
  useEffect(
    () =>
      scrub.follow((at) => {
        if (!scrub.isMoving()) setWideFrom((from) => (at === row ? undefined : from));
        else if (!isFixed && hasNoRoom(of, at, axis.domain)) setWideFrom(row);
      }),
    [scrub, of, row, isFixed, axis],
  );
  return axis;
}

function valueAxis(of: Shown, height: number, isFixed: boolean) {
  const { curves, row, rows, compared } = of;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const take = (value: number) => {
    if (value < low) low = value;
    if (value > high) high = value;
  };
  const takeDay = (at: number) => {
    for (const { scaled } of curves.columns) take(scaled[at] as number);
  };
  if (isFixed) for (let at = rows.start; at < rows.end; at++) takeDay(at);
  // Of a fixed axis too: days outside the range are seen.
  for (const at of [row, ...compared.flatMap((one) => one.row ?? [])]) takeDay(at);
  for (const [i, ends] of (of.band?.rows ?? []).entries()) {
    if (ends === undefined) continue;
    for (const at of [ends.low, ends.high]) take(curves.columns[i]?.scaled[at] as number);
  }
  if (low > high) return roundAxis(0, 1, 2);
  const unit = 10 ** curves.places;
  const count = Math.max(2, Math.floor(height / 52));
  return roundAxis(low / unit, Math.max(high, low + 1) / unit, count);
}

/** @returns whether a curve of a day, or of those beside it, leaves the axis. */
function hasNoRoom({ curves, state }: Shown, row: number, [low, high]: readonly [number, number]): boolean {
  const unit = 10 ** curves.places;
  const days = [row, ...state.vs.flatMap((word) => comparedDay(curves, row, word).row ?? [])];
  return curves.columns.some(({ scaled }) =>
    days.some((at) => (scaled[at] as number) < low * unit || (scaled[at] as number) > high * unit),
  );
}
