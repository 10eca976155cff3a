import { useLayoutEffect, useRef } from 'react';
import { dayNumber, shownDate } from '../../service/calendar/dates.ts';
import { METHOD_CHANGED } from '../../service/datasets/yields/curve.ts';
import { medianOf } from '../../service/series-math/curve.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { LONGEST_HOLE } from '../../service/series-math/periods.ts';
import { type ChartMarkup, chartMarkup, type PlotArea, useBoxSize } from '../chart/index.ts';
import { type Curves, dateOf } from './curves.ts';
import type { YieldsState } from './search.ts';
import { type Shown, scrubHandlers, useDrawnRow } from './shown.ts';
import { timeAxis } from './time-plot.tsx';
import styles from './yields.module.css';

const ROOM = { left: 40, right: 20, bottom: 18 };
/** The only tenors to label if there is no room for all. */
const FEW = ['3M', '2Y', '30Y'];
const NAME_HEIGHT = 12;

/** All tenors on all days as colours, and a slider for the day. Painted once; a line above marks the day. */
export function HeatMap({ shown, height }: { shown: Shown; height: number }) {
  const { curves, rows, days, state, scheme } = shown;
  const { isLessMedian } = state;
  const [box, { width }] = useBoxSize();
  const area: PlotArea = { left: ROOM.left, right: width - ROOM.right, top: 0, bottom: height - ROOM.bottom };
  const axis = timeAxis(days, area);
  const canvas = useRef<HTMLCanvasElement>(null);
  const inner = Math.max(0, Math.floor(area.right - area.left));
  useLayoutEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!canvas.current || !pen || inner === 0) return;
    const across = Math.round(inner * window.devicePixelRatio);
    canvas.current.width = across;
    canvas.current.height = curves.columns.length;
    const columns = pixelRows(curves.days, days.from, days.to, across);
    const colours = lookUp(isLessMedian ? AROUND[scheme] : LEVELS);
    const pixels = heatPixels(curves, columns, heatScale(curves, rows, isLessMedian), colours);
    pen.putImageData(new ImageData(pixels, across, curves.columns.length), 0, 0);
  }, [curves, rows, days, inner, isLessMedian, scheme]);
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
      aria-valuenow={shown.row}
      aria-valuetext={shownDate(dateOf(curves, shown.row))}
      {...scrubHandlers(shown, axis.dayAt)}
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
          <DayCursor shown={shown} xOf={axis.xOf} height={area.bottom + 3} />
        </>
      )}
    </div>
  );
}

function DayCursor({ shown, xOf, height }: { shown: Shown; xOf: (day: number) => number; height: number }) {
  const { curves, days, scrub } = shown;
  const day = curves.days[useDrawnRow(scrub)] as number;
  const visibility = day >= days.from && day <= days.to ? 'visible' : 'hidden';
  const transform = `translateX(${Math.round(xOf(day))}px)`;
  return <div className={`overlay ${styles.heatCursor}`} style={{ height, transform, visibility }} />;
}

export function HeatKey({ shown }: { shown: Shown }) {
  const { colours, low, high } = heatKey(shown);
  return (
    <span className="row gap-6 quiet fine one-line">
      {low}
      <span
        className="rounded"
        style={{
          width: '6rem',
          height: '0.5rem',
          // The colours are data.
          forcedColorAdjust: 'none',
          background: `linear-gradient(to right, ${colours.join(', ')})`,
        }}
      />
      {high}
    </span>
  );
}

/** Colours from low to high: viridis, even in grey and to colour-blind eyes (Smith, van der Walt, 2015). */
export const LEVELS = [
  '#440154',
  '#482475',
  '#414487',
  '#355f8d',
  '#2a788e',
  '#21918c',
  '#22a884',
  '#44bf70',
  '#7ad151',
  '#bddf26',
  '#fde725',
] as const;

/** Blue below the median, orange above (everybody can distinguish them), white or the dark page between. */
export const AROUND = {
  light: ['#08519c', '#3182bd', '#6baed6', '#c6dbef', '#f7f7f7', '#fdd0a2', '#fd8d3c', '#d94801', '#8c2d04'],
  dark: ['#9ecae1', '#6baed6', '#3182bd', '#1f4e79', '#262c36', '#7a3b10', '#d94801', '#fd8d3c', '#fdd0a2'],
} as const;

export function lookUp(scale: readonly string[]): Uint8ClampedArray {
  const table = new Uint8ClampedArray(256 * 3);
  for (let i = 0; i < 256; i++) {
    const at = (i / 255) * (scale.length - 1);
    const low = Math.min(Math.floor(at), scale.length - 2);
    for (let part = 0; part < 3; part++) {
      const channel = (colour: string | undefined) =>
        Number.parseInt(colour?.slice(1 + 2 * part, 3 + 2 * part) ?? '0', 16);
      const [from, to] = [channel(scale[low]), channel(scale[low + 1])];
      table[3 * i + part] = from + (to - from) * (at - low);
    }
  }
  return table;
}

/**
 * @returns the row of each pixel column: its newest day, else the day before it; -1 if over a week older.
 * @param from, to day numbers at the edges @param width pixels
 */
export function pixelRows(days: Int32Array, from: number, to: number, width: number): Int32Array {
  const rows = new Int32Array(width);
  const perPixel = (to + 1 - from) / width;
  let row = -1;
  for (let x = 0; x < width; x++) {
    const end = from + (x + 1) * perPixel;
    while (row + 1 < days.length && (days[row + 1] as number) < end) row++;
    const isOld = row >= 0 && end - perPixel - (days[row] as number) > LONGEST_HOLE;
    rows[x] = row < 0 || isOld ? -1 : row;
  }
  return rows;
}

/** Ends of the colour scale, in percent or points; `medians` in units of the curves' last digit. */
type HeatScale = { low: number; high: number; medians: readonly number[] | undefined };

/** @param rows half-open range @param isLessMedian whether values are distances from their tenor's median */
export function heatScale(
  curves: Curves,
  { start, end }: { start: number; end: number },
  isLessMedian: boolean,
): HeatScale {
  const unit = 10 ** curves.places;
  const medians = isLessMedian ? curves.columns.map((column) => medianOf(column, start, end)) : undefined;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const [i, { scaled }] of curves.columns.entries()) {
    const less = medians?.[i] ?? 0;
    for (let row = start; row < end; row++) {
      const value = (scaled[row] as number) - less;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return { low: 0, high: 1, medians };
  // Puts zero in the middle of the scale.
  const most = Math.max(Math.abs(low), Math.abs(high), 1);
  return medians
    ? { low: -most / unit, high: most / unit, medians }
    : { low: low / unit, high: Math.max(high, low + 1) / unit, medians };
}

/** @returns the colours from low to high, and the labels of their ends: '0.00', '9.18 %'. */
export function heatKey(
  shown: Pick<Shown, 'curves' | 'rows' | 'scheme'> & { state: Pick<YieldsState, 'isLessMedian'> },
): { colours: readonly string[]; low: string; high: string } {
  const { isLessMedian } = shown.state;
  const { low, high } = heatScale(shown.curves, shown.rows, isLessMedian);
  const text = (value: number) => `${value > 0 && isLessMedian ? '+' : ''}${groupDigits(value.toFixed(2))}`;
  return {
    colours: isLessMedian ? AROUND[shown.scheme] : LEVELS,
    low: text(low),
    high: `${text(high)} ${isLessMedian ? 'points from its median' : '%'}`,
  };
}

/** @returns the pixels, four bytes each, row by row. Pixels without a value are transparent. */
export function heatPixels(
  curves: Curves,
  rows: Int32Array,
  { low, high, medians }: HeatScale,
  colours: Uint8ClampedArray,
): Uint8ClampedArray<ArrayBuffer> {
  const { columns, places } = curves;
  const width = rows.length;
  const pixels = new Uint8ClampedArray(4 * width * columns.length);
  const unit = 10 ** places;
  for (const [i, { scaled }] of columns.entries()) {
    const line = (columns.length - 1 - i) * width;
    const less = medians?.[i] ?? 0;
    for (let x = 0; x < width; x++) {
      const row = rows[x] as number;
      const value = row < 0 ? Number.NaN : ((scaled[row] as number) - less) / unit;
      if (Number.isNaN(value)) continue;
      const share = Math.max(0, Math.min(1, (value - low) / (high - low)));
      const colour = 3 * Math.round(share * 255);
      const at = 4 * (line + x);
      pixels.set(colours.subarray(colour, colour + 3), at);
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}

const KEY = { width: 160, height: 8, room: 24, letter: 6.2 };

/** @returns the heat map as one drawing: its canvas pixels, labels, shown day and colour key. */
export function heatMarkup(place: HTMLElement, shown: Shown): ChartMarkup | undefined {
  const canvas = place.querySelector('canvas');
  const svg = place.querySelector<SVGSVGElement>('svg[data-heat]');
  if (!canvas || !svg) return undefined;
  const names = chartMarkup(svg);
  const origin = svg.getBoundingClientRect();
  const box = canvas.getBoundingClientRect();
  const { colours, low, high } = heatKey(shown);
  const { color } = getComputedStyle(svg);
  const [left, right] = [box.left - origin.left, box.right - origin.left];
  const cursor = svg.nextElementSibling?.getBoundingClientRect();
  const day = cursor === undefined ? 0 : cursor.left + cursor.width / 2 - origin.left;
  const stops = colours.map((one, i) => `<stop offset="${i / (colours.length - 1)}" stop-color="${one}"/>`);
  const width = Math.min(KEY.width, (right - left) * 0.3);
  const at = { x: right - width - KEY.letter * (high.length + 1), y: 4 };
  const text = (x: number, label: string, anchor: string) =>
    `<text x="${x}" y="${at.y + KEY.height}" text-anchor="${anchor}">${label}</text>`;
  return {
    width: names.width,
    height: names.height + KEY.room,
    markup: [
      `<defs><linearGradient id="heat-key">${stops.join('')}</linearGradient>`,
      `<pattern id="heat-none" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">`,
      `<path d="M0 0V5" stroke="${color}" stroke-opacity="0.35"/></pattern></defs>`,
      `<g font-size="11" fill="${color}">`,
      text(left, 'Hatched: not published', 'start'),
      text(at.x - 6, low, 'end'),
      text(right, high, 'end'),
      `<rect x="${at.x}" y="${at.y}" width="${width}" height="${KEY.height}" fill="url(#heat-key)"/></g>`,
      `<g transform="translate(0 ${KEY.room})">`,
      `<rect x="${left}" width="${right - left}" height="${box.height}" fill="url(#heat-none)"/>`,
      `<image x="${left}" width="${right - left}" height="${box.height}" preserveAspectRatio="none" style="image-rendering: pixelated" href="${canvas.toDataURL()}"/>`,
      day > left && day < right
        ? `<path d="M${day} 0V${box.height + 3}" stroke="${color}" stroke-width="2"/>`
        : '',
      names.markup,
      '</g>',
    ].join(''),
  };
}
