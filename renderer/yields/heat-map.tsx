import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { dayNumber, shownDate } from '../../service/calendar/dates.ts';
import { METHOD_CHANGED } from '../../service/datasets/yields/curve.ts';
import { type PlotArea, useBoxSize } from '../chart/index.ts';
import { dateOf } from './curves.ts';
import { AROUND, heatKey, heatPixels, heatScale, LEVELS, lookUp, pixelRows } from './heat.ts';
import { useFollow } from './scrub.ts';
import type { Shown } from './shown.ts';
import { timeAxis } from './time-axis.ts';
import { useScrubPointer } from './use-scrub-pointer.ts';
import styles from './yields.module.css';

/** Room for the names of tenors and of years, in pixels. */
const ROOM = { left: 40, right: 20, bottom: 18 };
/** Tenors whose names stand beside the map where not all have room. */
const FEW = ['3M', '2Y', '30Y'];
const NAME_HEIGHT = 12;

/** All tenors of all days as colours. It is the slider of the day, too. Painted once; moving draws a line over it. */
export function HeatMap({ of, height }: { of: Shown; height: number }) {
  const { curves, rows, days, state, scheme, scrub } = of;
  const [box, { width }] = useBoxSize();
  const area: PlotArea = useMemo(
    () => ({ left: ROOM.left, right: width - ROOM.right, top: 0, bottom: height - ROOM.bottom }),
    [width, height],
  );
  const axis = useMemo(() => timeAxis(days, area), [days, area]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const inner = Math.max(0, Math.floor(area.right - area.left));
  const scale = useMemo(
    () => heatScale(curves, rows, state.isLessMedian),
    [curves, rows, state.isLessMedian],
  );
  const colours = state.isLessMedian ? AROUND[scheme] : LEVELS;
  useLayoutEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!canvas.current || !pen || inner === 0) return;
    const across = Math.round(inner * window.devicePixelRatio);
    canvas.current.width = across;
    canvas.current.height = curves.columns.length;
    const columns = pixelRows(curves.days, days.from, days.to, across);
    const pixels = heatPixels(curves, columns, scale, lookUp(colours));
    pen.putImageData(new ImageData(pixels, across, curves.columns.length), 0, 0);
  }, [curves, days, inner, scale, colours]);
  const draw = useCallback(
    (cursor: HTMLDivElement, row: number) => {
      const day = curves.days[row] as number;
      const isInside = day >= days.from && day <= days.to;
      cursor.style.transform = `translateX(${Math.round(axis.xOf(day))}px)`;
      cursor.style.visibility = isInside ? 'visible' : 'hidden';
    },
    [curves, days, axis],
  );
  const cursor = useFollow(scrub, draw);
  const lineHeight = (height - ROOM.bottom) / curves.columns.length;
  const hasAll = lineHeight >= NAME_HEIGHT;
  const method = axis.xOf(dayNumber(METHOD_CHANGED) as number);
  return (
    <div
      ref={box}
      className={`fixed ${styles.heat}`}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label="Day"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={curves.days.length - 1}
      aria-valuenow={of.row}
      aria-valuetext={shownDate(dateOf(curves, of.row))}
      {...useScrubPointer(of, axis.dayAt)}
    >
      {width > 0 && (
        <>
          <canvas
            ref={canvas}
            className={`overlay ${styles.heatPixels}`}
            style={{ left: area.left, width: inner, height: area.bottom }}
          />
          <svg
            className="overlay"
            data-heat
            width={width}
            height={height}
            fontSize={11}
            fill="var(--mantine-color-dimmed)"
            aria-hidden="true"
          >
            {curves.columns.map(({ label, code }, i) =>
              hasAll || FEW.includes(label) ? (
                <text
                  key={code}
                  x={area.left - 6}
                  y={Math.max(NAME_HEIGHT / 2, (curves.columns.length - i - 0.5) * lineHeight)}
                  dy="0.355em"
                  textAnchor="end"
                >
                  {label}
                </text>
              ) : null,
            )}
            {axis.ticks.map((tick, i) => (
              <g key={tick} transform={`translate(${Math.round(axis.xOf(tick))} ${area.bottom})`}>
                <path d="M0 0V4" stroke="currentColor" strokeOpacity={0.5} />
                <text y={14} textAnchor="middle">
                  {axis.labels[i]}
                </text>
              </g>
            ))}
            {method > area.left && method < area.right && (
              <path d={`M${Math.round(method)} ${area.bottom}l-3.5 6h7Z`}>
                <title>{shownDate(METHOD_CHANGED)}: the Treasury changed how it fits the curve</title>
              </path>
            )}
          </svg>
          <div ref={cursor} className={`overlay ${styles.heatCursor}`} style={{ height: area.bottom + 3 }} />
        </>
      )}
    </div>
  );
}

/** What the colours of the map mean. */
export function HeatKey({ of }: { of: Shown }) {
  const { curves, rows, state, scheme } = of;
  const { colours, low, high } = useMemo(
    () => heatKey({ curves, rows, state, scheme }),
    [curves, rows, state, scheme],
  );
  return (
    <span className="row gap-6 quiet fine one-line">
      {low}
      <span
        className="rounded"
        style={{
          width: '6rem',
          height: '0.5rem',
          // Its colours are data.
          forcedColorAdjust: 'none',
          background: `linear-gradient(to right, ${colours.join(', ')})`,
        }}
      />
      {high}
    </span>
  );
}
