import { type MouseEvent, type PointerEvent, useEffect, useId, useMemo, useState } from 'react';
import { shownDate, shownDay } from '../../service/calendar/dates.ts';
import type { Tenor } from '../../service/datasets/yields/curve.ts';
import { basisPoints, tenorState } from '../../service/series-math/curve.ts';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import {
  axisWidth,
  letterColour,
  type PlotArea,
  PlotFrame,
  roundAxis,
  seriesColour,
  useBoxSize,
} from '../chart/index.ts';
import { type Curves, comparedCurve, dateOf } from './curves.ts';
import type { YieldsState } from './search.ts';
import { type Shown, useDrawnRow } from './shown.ts';
import styles from './yields.module.css';

/** Pixels: from the plot's edges to the first and last tenor, and between the labels of two tenors. */
const INSET = 26;
const CLOSEST_LABELS = 25;
/** Least pixels between tenors for values at the points and for dates below the labels. */
const VALUE_ROOM = 34;
const DATE_ROOM = 56;
const HEIGHTS = { top: 14, bottom: 38 };

/** Dash patterns of the compared curves: colour alone must not distinguish them. */
export const COMPARED_DASHES = ['7 3', '2 3', '10 3 2 3', '4 2', '12 3 2 2 2 3'] as const;

type Places = { area: PlotArea; xs: readonly number[]; yOf: (percent: number) => number };

export function CurvePlot({ shown, summary }: { shown: Shown; summary: string }) {
  const { curves, state } = shown;
  const [box, { width, height }] = useBoxSize();
  const y = useValueAxis(shown, height);
  const area = {
    left: axisWidth(y.labels),
    right: width - 46,
    top: HEIGHTS.top,
    bottom: height - HEIGHTS.bottom,
  };
  const shares = tenorPlaces(curves.columns, state.x);
  const inner = Math.max(1, area.right - area.left - 2 * INSET);
  const xs = shares.map((share) => area.left + INSET + share * inner);
  const yOf = (percent: number) =>
    area.bottom - ((percent - y.domain[0]) / (y.domain[1] - y.domain[0])) * (area.bottom - area.top);
  const beyond = INSET / inner;
  const labels = fitting(xs).map((fits, i) => (fits ? (curves.columns[i]?.label ?? '') : ''));
  const x = { domain: [-beyond, 1 + beyond] as const, ticks: shares, labels };
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
          <DrawnCurves shown={shown} places={{ area, xs, yOf }} />
        </PlotFrame>
      )}
      {width > 0 && <CurveReading shown={shown} places={{ area, xs, yOf }} />}
    </div>
  );
}

function tenorPlaces(tenors: readonly Tenor[], axis: YieldsState['x']): number[] {
  const all = tenors.map(({ months }, i) =>
    axis === 'even' ? i : axis === 'years' ? months : Math.sqrt(months),
  );
  const [first = 0, last = 1] = [all[0], all.at(-1)];
  return all.map((one) => (one - first) / (last - first));
}

/** @returns whether each tenor's label fits. The longest tenor, then the shortest, get room first. */
function fitting(xs: readonly number[]): boolean[] {
  const fits = xs.map(() => false);
  const labelled: number[] = [];
  const last = xs.length - 1;
  for (const i of new Set([last, 0, ...[...xs.keys()].toReversed()])) {
    const at = xs[i] as number;
    if (labelled.some((other) => Math.abs(other - at) < CLOSEST_LABELS)) continue;
    labelled.push(at);
    fits[i] = true;
  }
  return fits;
}

/** The curves of the drawn day and of the compared days, with values and labels. */
function DrawnCurves({ shown, places: { area, xs, yOf } }: { shown: Shown; places: Places }) {
  const { curves, scheme, compared } = shown;
  const row = useDrawnRow(shown.scrub);
  // A unique id, because a board may have several curves.
  const clip = useId();
  const room = Math.min(...xs.slice(1).map((one, i) => one - (xs[i] as number)));
  const percentAt = (scaled: Float64Array, at: number) => (scaled[at] as number) / 10 ** curves.places;
  const others = compared.map(({ word }, i) => {
    const at = comparedCurve(curves, row, word).row;
    const last = curves.columns.findLast(({ scaled }) => at !== undefined && !Number.isNaN(scaled[at]));
    return {
      word,
      slot: i + 1,
      dash: COMPARED_DASHES[i],
      paths: at === undefined ? NO_PATHS : curvePaths(curves, at, xs, yOf),
      end: at === undefined || !last ? undefined : yOf(percentAt(last.scaled, at)),
    };
  });
  let before = area.top - 12;
  const ends = new Map<string, number>();
  for (const { word, end } of others.toSorted((a, b) => (a.end ?? 0) - (b.end ?? 0))) {
    if (end === undefined) continue;
    before = Math.max(end, before + 12);
    ends.set(word, Math.round(before));
  }
  const own = curvePaths(curves, row, xs, yOf);
  return (
    <g fill="none" strokeLinejoin="round" strokeLinecap="round">
      <clipPath id={clip}>
        <rect
          x={area.left}
          y={area.top - 12}
          width={area.right - area.left}
          height={area.bottom - area.top + 17}
        />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d={bandPath(shown, xs, yOf)} fill="var(--mantine-color-dimmed)" fillOpacity={0.13} data-band />
        {others.map(({ word, slot, dash, paths }) => (
          <g
            key={word}
            data-compared={word}
            stroke={seriesColour(slot, scheme)}
            strokeWidth={1.5}
            strokeLinecap="butt"
          >
            <path data-path="solid" d={paths.solid} strokeDasharray={dash} />
            <path data-path="dashed" d={paths.dashed} strokeDasharray="1 5" />
            <path data-path="dots" d={paths.dots} strokeWidth={4} strokeLinecap="round" />
          </g>
        ))}
        <g data-compared="" stroke={seriesColour(0, scheme)}>
          <path data-path="solid" d={own.solid} strokeWidth={2.5} />
          <path data-path="dashed" d={own.dashed} strokeWidth={2} strokeDasharray="1 6" />
          <path data-path="dots" d={own.dots} strokeWidth={7} />
        </g>
      </g>
      {curves.columns.map((column, i) => {
        const { code, texts, scaled, start } = column;
        const text = texts[row];
        const isUnpublished = tenorState(curves, column, row, start) === 'unpublished';
        return (
          <g key={code} data-tenor={code} fontSize={11} textAnchor="middle">
            <text
              x={xs[i]}
              y={Math.round(yOf(percentAt(scaled, row) || 0) - 9)}
              data-value
              fill="var(--mantine-color-text)"
              fontWeight={550}
              stroke="var(--surface)"
              strokeWidth={3}
              paintOrder="stroke"
            >
              {room >= VALUE_ROOM && text !== undefined ? groupDigits(text) : ''}
            </text>
            <circle
              cx={xs[i]}
              cy={area.bottom}
              r={3.5}
              fill="var(--surface)"
              stroke="var(--chart-text)"
              visibility={isUnpublished ? 'visible' : 'hidden'}
              data-hollow
            />
            <text x={xs[i]} y={area.bottom + 31} fontSize={9.5} fill="var(--chart-text)" data-since>
              {isUnpublished && room >= DATE_ROOM && Number.isFinite(start) ? shownDay(start) : ''}
            </text>
          </g>
        );
      })}
      {others.map(({ word, slot }) => (
        <text
          key={word}
          x={area.right - INSET + 12}
          y={ends.get(word)}
          dy="0.355em"
          fontSize={11}
          fontWeight={600}
          fill={letterColour(slot, scheme)}
          data-end={word}
        >
          {/* Shows only the month of a date: '2024-01'. */}
          {ends.has(word) ? word.slice(0, 7) : ''}
        </text>
      ))}
    </g>
  );
}

/** SVG paths: `solid` joins neighbours, `dashed` crosses tenors without a value, `dots` marks the values. */
type CurvePaths = { solid: string; dashed: string; dots: string };
const NO_PATHS: CurvePaths = { solid: '', dashed: '', dots: '' };

/**
 * Skips tenors that were not published yet: that day's curve was drawn through the other tenors.
 * @param x pixels of each tenor @param y converts percent to pixels
 */
export function curvePaths(
  curves: Curves,
  row: number,
  x: readonly number[],
  y: (percent: number) => number,
): CurvePaths {
  const paths = { ...NO_PATHS };
  const unit = 10 ** curves.places;
  let before = '';
  let isBroken = false;
  for (const [i, column] of curves.columns.entries()) {
    const scaled = column.scaled[row] as number;
    if (Number.isNaN(scaled)) {
      isBroken ||= tenorState(curves, column, row, column.start) === 'missing';
      continue;
    }
    const at = `${tenths(x[i] as number)} ${tenths(y(scaled / unit))}`;
    if (before !== '' && isBroken) paths.dashed += `M${before}L${at}`;
    paths.solid += `${before === '' || isBroken ? 'M' : 'L'}${at}`;
    paths.dots += `M${at}h0`;
    before = at;
    isBroken = false;
  }
  return paths;
}

function bandPath({ band, curves }: Shown, xs: readonly number[], yOf: (percent: number) => number): string {
  const ends = (end: 'low' | 'high') =>
    curves.columns.map(({ scaled }, i) => {
      const row = band?.rows[i]?.[end];
      return row === undefined ? undefined : (scaled[row] as number) / 10 ** curves.places;
    });
  return band ? curveBand(ends('low'), ends('high'), xs, yOf) : '';
}

/** @returns the area between two curves in percent; skips tenors without values. */
function curveBand(
  low: readonly (number | undefined)[],
  high: readonly (number | undefined)[],
  x: readonly number[],
  y: (percent: number) => number,
): string {
  const edge = (values: readonly (number | undefined)[]) =>
    values.flatMap((value, i) =>
      value === undefined ? [] : [`${tenths(x[i] as number)} ${tenths(y(value))}`],
    );
  const [upper, lower] = [edge(high), edge(low)];
  return upper.length === 0 ? '' : `M${[...upper, ...lower.toReversed()].join('L')}Z`;
}

const tenths = (pixels: number) => Math.round(pixels * 10) / 10;

/**
 * Fits the axis to the chosen curves and band, or to all days of the range. If a dragged or played day does
 * not fit, the axis of the range applies until the drawing rests, so that no curve leaves the plot.
 */
function useValueAxis(shown: Shown, height: number) {
  const { scrub, row } = shown;
  // The day at rest for which the axis was widened: a drag from another day starts narrow again.
  const [wideFrom, setWideFrom] = useState<number>();
  const isFixed = shown.isWhole && (shown.state.y === 'fixed' || wideFrom === row);
  const axis = useMemo(() => valueAxis(shown, height, isFixed), [shown, height, isFixed]);
  useEffect(() => {
    const widen = () => {
      if (!scrub.isMoving()) setWideFrom((from) => (scrub.row() === row ? undefined : from));
      else if (!isFixed && hasNoRoom(shown, scrub.row(), axis.domain)) setWideFrom(row);
    };
    widen();
    return scrub.follow(widen);
  }, [scrub, shown, row, isFixed, axis]);
  return axis;
}

function valueAxis({ curves, row, rows, compared, band }: Shown, height: number, isFixed: boolean) {
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
  // A fixed axis needs these days, too: they may lie outside the range.
  for (const at of [row, ...compared.flatMap((one) => one.row ?? [])]) takeDay(at);
  for (const [i, ends] of (band?.rows ?? []).entries())
    for (const at of ends ? [ends.low, ends.high] : []) take(curves.columns[i]?.scaled[at] as number);
  if (low > high) return roundAxis(0, 1, 2);
  const unit = 10 ** curves.places;
  return roundAxis(low / unit, Math.max(high, low + 1) / unit, Math.max(2, Math.floor(height / 52)));
}

function hasNoRoom({ curves, state }: Shown, row: number, [low, high]: readonly [number, number]): boolean {
  const unit = 10 ** curves.places;
  const days = [row, ...state.vs.flatMap((word) => comparedCurve(curves, row, word).row ?? [])];
  return curves.columns.some(({ scaled }) =>
    days.some((at) => (scaled[at] as number) < low * unit || (scaled[at] as number) > high * unit),
  );
}

/** Shows a tenor's values under the pointer. A press on a curve explains its value there. */
function CurveReading({ shown, places: { area, xs, yOf } }: { shown: Shown; places: Places }) {
  const { curves, scrub } = shown;
  // Hidden at first: a plot that appears under a resting pointer does not know its position.
  const [read, setRead] = useState<{ tenor: number; lines: readonly { word: string; line: string }[] }>();
  const placeOf = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    const rect = currentTarget.getBoundingClientRect();
    const x = clientX - rect.left;
    const distance = (i: number) => Math.abs((xs[i] as number) - x);
    const tenor = xs.reduce((near, _, i) => (distance(i) < distance(near) ? i : near), 0);
    return { tenor, y: clientY - rect.top };
  };
  const values = (tenor: number) => {
    const column = curves.columns[tenor];
    const row = scrub.row();
    const all = [{ word: '', row }, ...shown.compared.map(({ word }) => comparedCurve(curves, row, word))];
    return all.flatMap(({ word, row: at }) => {
      const text = at === undefined ? undefined : column?.texts[at];
      if (column === undefined || at === undefined || text === undefined) return [];
      const change = (column.scaled[row] as number) - (column.scaled[at] as number);
      return [{ word, date: dateOf(curves, at), text, change }];
    });
  };
  const show = (event: PointerEvent<HTMLElement>) => {
    const { tenor } = placeOf(event);
    const lines = values(tenor).map(({ word, date, text, change }) => {
      const by =
        word === '' || Number.isNaN(change) ? '' : `, ${signedText(basisPoints(change, curves))} bp since`;
      const name = word === '' || word.length > 4 ? '' : `${word}: `;
      return { word, line: `${name}${shownDate(date)}  ${groupDigits(text)} %${by}` };
    });
    setRead({ tenor, lines });
  };
  const at = xs[read?.tenor ?? 0] as number;
  const isRight = at > (area.left + area.right) / 2;
  const visibility = read ? undefined : 'hidden';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for pointers only; keys use the table's numbers
    <div
      className={styles.reading}
      role="presentation"
      onPointerMove={show}
      onPointerDown={show}
      onPointerLeave={() => setRead(undefined)}
      onClick={(event) => {
        const { tenor, y } = placeOf(event);
        const [near] = values(tenor).toSorted(
          (a, b) => Math.abs(yOf(Number(a.text)) - y) - Math.abs(yOf(Number(b.text)) - y),
        );
        const code = curves.columns[tenor]?.code;
        if (near && code) shown.explain(near.word === '' ? code : `${code}.on.${near.date}`);
      }}
    >
      <div
        className="overlay"
        style={{
          ...{ top: area.top, left: 0, height: area.bottom - area.top, visibility },
          borderLeft: '1px dashed var(--mantine-color-dimmed)',
          transform: `translateX(${at}px)`,
        }}
      />
      <div
        className="overlay card fine"
        style={{
          ...{ top: area.top + 4, left: 0, padding: '4px 8px', whiteSpace: 'pre', visibility },
          transform: `translateX(${isRight ? at - 12 : at + 12}px) translateX(${isRight ? '-100%' : '0'})`,
        }}
      >
        <div className="strong">{read && curves.columns[read.tenor]?.title}</div>
        {read?.lines.map(({ word, line }) => (
          <div key={word}>{line}</div>
        ))}
      </div>
    </div>
  );
}

export function CurveLegend({ shown }: { shown: Shown }) {
  const { curves, compared, band, scheme } = shown;
  const row = useDrawnRow(shown.scrub);
  const dateAt = (at: number | undefined) => (at === undefined ? 'no curve' : shownDate(dateOf(curves, at)));
  return (
    <div className="row wrap fine" style={{ gap: '2px 1rem', minHeight: '1.5rem', paddingLeft: '2.5rem' }}>
      <span className="row gap-6">
        <svg width={22} height={10} aria-hidden="true">
          <path d="M1 5H21" stroke={seriesColour(0, scheme)} strokeWidth={2.5} />
          <circle cx={11} cy={5} r={3.5} fill={seriesColour(0, scheme)} />
        </svg>
        <b className="strong" data-date-of="">
          {dateAt(row)}
        </b>
      </span>
      {compared.map(({ word }, i) => (
        <span key={word} className="row gap-6">
          <svg width={22} height={10} aria-hidden="true">
            <path
              d="M1 5H21"
              stroke={seriesColour(i + 1, scheme)}
              strokeWidth={2}
              strokeDasharray={COMPARED_DASHES[i]}
            />
          </svg>
          {word.length <= 4 && <span className="medium">{word}</span>}
          <span className="quiet" data-date-of={word}>
            {dateAt(comparedCurve(curves, row, word).row)}
          </span>
        </span>
      ))}
      {band && (
        <span className="row gap-6 quiet">
          <svg width={18} height={10} aria-hidden="true">
            <rect width={18} height={10} rx={2} fill="currentColor" fillOpacity={0.22} />
          </svg>
          {band.name}, {[...new Set([band.from.slice(0, 4), band.to.slice(0, 4)])].join('–')}
        </span>
      )}
    </div>
  );
}
