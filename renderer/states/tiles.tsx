import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { shownDay } from '../../service/calendar/dates.ts';
import { STATES, type StateCode } from '../../service/datasets/states.ts';
import { AREAS, dayOfRow, sumOfRow } from '../../service/series-math/areas/area-table.ts';
import { CLASSES } from '../../service/series-math/areas/classes.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { scaledText } from '../../service/series-math/matrix.ts';
import { areaLinePath, LINE_WEEKS, lineEnds, lineX, weekAtX } from './area-lines.ts';
import { areaColour, boundTexts, classCounts, type Look } from './look.ts';
import { selectArea } from './map-state.ts';
import type { ShownMap } from './shown-map.ts';
import styles from './states.module.css';
import {
  ARROWS,
  cornerOf,
  fittedSize,
  fittedText,
  GAP,
  type GridPlace,
  neighbour,
  PLACES,
  type TileLayout,
} from './tile-layout.ts';
import { cellText, MEASURE_WORDS, SERIES_WORDS, spokenText } from './words.ts';

const HATCH = 'states-hatch';

/** The areas as tiles: coloured by class, or each with its line of two years. */
export function Tiles({
  shown,
  layout,
  labelledBy,
}: {
  shown: ShownMap;
  layout: TileLayout;
  labelledBy: string;
}) {
  const { state, data, measured, row, scheme, change } = shown;
  const { claims } = data;
  const svg = useRef<SVGSVGElement>(null);
  const [tabStop, setTabStop] = useState<StateCode>('CA');
  const isLines = state.view === 'lines';
  // Tiles with lines have no class colours.
  const look = isLines ? undefined : shown.look;
  const box = { width: layout.cell.width - GAP, height: layout.cell.height - GAP };
  // With lines, the pointer selects one week for all tiles, until another week is shown.
  const [pointed, setPointed] = useState<{ row: number; x: string; shownRow: number }>();
  const cross = pointed?.shownRow === row ? pointed : undefined;

  const isTight = isLines && box.width < 72;
  const isTiny = layout.top > 0;
  const room = isLines
    ? { width: box.width - 18, most: 12 }
    : { width: box.width, most: box.width < 40 ? 11 : 14 };
  const shared = isLines && !state.own ? lineEnds(measured, row) : undefined;

  const select = (area: StateCode, isMore: boolean) =>
    change({ areas: selectArea(state.areas, area, isMore) });
  const press = (event: KeyboardEvent<SVGGElement>, area: StateCode) => {
    const way = ARROWS[event.key];
    if (way) {
      const next = neighbour(area, way);
      setTabStop(next);
      svg.current?.querySelector<SVGGElement>(`[data-area=${next}]`)?.focus();
    } else if (event.key === 'Enter') change({ explain: { area } });
    else if (event.key === ' ') select(area, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const tile = (event.target as Element).closest<SVGGElement>('[data-area]');
    if (!isLines || !tile) return;
    const { x } = cornerOf(PLACES.get(tile.dataset.area as StateCode) as GridPlace, layout);
    const week = weekAtX(event.clientX - event.currentTarget.getBoundingClientRect().left - x, box);
    const at = row - LINE_WEEKS + 1 + week;
    if (at >= 0) setPointed({ row: at, x: lineX(week, box), shownRow: row });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset
    <svg
      ref={svg}
      role="group"
      aria-labelledby={labelledBy}
      className={styles.tiles}
      data-image
      data-pointed={isLines ? cross !== undefined : undefined}
      width={layout.width}
      height={layout.height}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      fontFamily="inherit"
      onPointerMove={point}
      onPointerLeave={() => setPointed(undefined)}
    >
      <defs>
        <pattern id={HATCH} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={6} height={6} fill="var(--page)" />
          <line x1={0} x2={0} y1={0} y2={6} stroke="var(--mantine-color-default-border)" strokeWidth={2} />
        </pattern>
      </defs>
      <TilesHead shown={shown} layout={layout} day={shownDay(dayOfRow(claims, cross?.row ?? row))} />
      {AREAS.map((code, area) => {
        const { x, y } = cornerOf(PLACES.get(code) as GridPlace, layout);
        const number = measured.numbers[row * AREAS.length + area] ?? Number.NaN;
        const colour = areaColour(number, look, scheme);
        const text = fittedText(cellText(measured, claims, area, row), room.width);
        const ends = isLines ? (shared ?? lineEnds(measured, row, area)) : undefined;
        return (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
          <g
            key={code}
            role="button"
            data-area={code}
            className={styles.tile}
            transform={`translate(${x} ${y})`}
            tabIndex={code === tabStop ? 0 : -1}
            aria-pressed={state.areas.includes(code)}
            onFocus={() => setTabStop(code)}
            onClick={(event) => select(code, event.ctrlKey || event.metaKey || event.shiftKey)}
            onDoubleClick={() => change({ explain: { area: code } })}
            onKeyDown={(event) => press(event, code)}
          >
            <title>{`${STATES[code]}: ${spokenText(measured, claims, area, row)}`}</title>
            <rect
              width={box.width}
              height={box.height}
              rx={5}
              stroke="var(--line)"
              fill={Number.isNaN(number) ? `url(#${HATCH})` : colour.fill}
            />
            {ends && (
              <>
                <path
                  data-part="before"
                  d={areaLinePath(measured, area, row, 52, ends, box)}
                  strokeOpacity={0.5}
                  fill="none"
                  stroke="var(--mantine-color-dimmed)"
                  strokeWidth={1.25}
                />
                <path
                  data-part="line"
                  d={areaLinePath(measured, area, row, 0, ends, box)}
                  fill="none"
                  stroke="var(--accent-text)"
                  strokeWidth={1.5}
                  strokeLinejoin="round"
                />
                <line
                  data-part="cross"
                  visibility="hidden"
                  x1={cross?.x}
                  x2={cross?.x}
                  y1={16}
                  y2={box.height - 3}
                  stroke="var(--mantine-color-dimmed)"
                />
              </>
            )}
            <text
              data-part="code"
              x={isTight || isTiny ? 3 : 6}
              y={14}
              fontSize={isTight || isTiny ? 10 : 11}
              fontWeight={600}
              fill={colour.text}
            >
              {code}
            </text>
            <text
              data-part="value"
              fontWeight={550}
              fontSize={fittedSize(text.length, room.width, room.most)}
              fill={colour.text}
              {...(isLines
                ? { x: box.width - (isTight ? 3 : 5), y: 14, textAnchor: 'end' }
                : { x: box.width / 2, y: box.height / 2 + 11, textAnchor: 'middle' })}
              // Tiny tiles have no room for a value beside lines; the rank shows it.
              visibility={isLines && isTiny ? 'hidden' : undefined}
            >
              {cross ? cellText(measured, claims, area, cross.row) : text}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Fills the free place between Alaska and Maine: the week, the sum of all areas, the classes' legend. */
function TilesHead({ shown, layout, day }: { shown: ShownMap; layout: TileLayout; day: string }) {
  const { state, data, measured, row } = shown;
  const { cell, top } = layout;
  const isAbove = top > 0;
  const [left, right] = [cell.width + 8, cell.width * 9 - GAP - 8];
  const bar = Math.min(44, Math.floor((isAbove ? layout.width : (right - left) * 0.56) / CLASSES));
  const bottom = isAbove ? top - 36 : cell.height * 2 - GAP - 22;
  const start = isAbove ? 0 : right - bar * CLASSES;
  const { title } = MEASURE_WORDS[measured.id];
  const isNarrow = cell.width < 64;
  const { sum, count } = sumOfRow(data.claims, row);
  const isWhole = count === AREAS.length;
  return (
    <>
      <g fill="var(--mantine-color-text)" data-part="head" transform={`translate(0 ${top})`}>
        <text x={left} y={isAbove ? 12 : 14} fontSize={11} fill="var(--mantine-color-dimmed)">
          Week ending
        </text>
        <text
          data-part="date"
          x={left}
          y={isAbove ? 34 : 40}
          fontSize={isNarrow ? 20 : 26}
          fontWeight={600}
          letterSpacing="-0.01em"
        >
          {day}
        </text>
        <text
          data-part="total"
          x={left}
          y={isAbove ? 51 : isNarrow ? 60 : 68}
          fontSize={isNarrow ? 13 : 15}
          fontWeight={550}
        >
          {isWhole ? groupDigits(scaledText(data.claims, sum)) : `${count} of ${AREAS.length} areas so far`}
        </text>
        <text
          data-part="of"
          x={left}
          y={isAbove ? 65 : isNarrow ? 75 : 85}
          fontSize={11}
          fill="var(--mantine-color-dimmed)"
        >
          {isWhole ? `${SERIES_WORDS[state.series].claims} in ${count} areas` : 'no national total'}
        </text>
      </g>
      {state.view === 'lines' && <LinesKey x={start} title={title} own={state.own} />}
      {state.view === 'tiles' && shown.look && (
        // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: an SVG group is not a control
        <g role="img" aria-label={legendText(shown, shown.look)} transform={`translate(${start} ${bottom})`}>
          <text x={0} y={-bottom + 14} fontSize={11} fill="var(--mantine-color-dimmed)">
            {isNarrow ? title : `${title}: areas in each class`}
          </text>
          <text
            data-part="classes"
            y={-bottom + 28}
            fontSize={isNarrow ? 10 : 11}
            fill="var(--mantine-color-dimmed)"
          >
            {shown.look.sentence}
          </text>
          <ClassBars shown={shown} look={shown.look} bar={bar} high={bottom - 50 + (isAbove ? 4 : 0)} />
        </g>
      )}
    </>
  );
}

/** Bars that count the areas in each class, with the bounds. @param props.high height of the largest bar */
function ClassBars({ shown, look, bar, high }: { shown: ShownMap; look: Look; bar: number; high: number }) {
  const counts = classCounts(shown.measured, shown.row, look);
  const bounds = boundTexts(shown.measured, look);
  const most = Math.max(...counts, 1);
  return look.colours.map(({ fill }, at) => {
    const count = counts[at] ?? 0;
    const tall = Math.round((high * count) / most);
    return (
      <g key={fill} data-class={at} transform={`translate(${at * bar} 0)`}>
        <rect x={1} width={bar - 2} y={3} height={7} rx={1.5} stroke="var(--line)" fill={fill} />
        <rect
          x={1}
          width={bar - 2}
          y={-tall}
          height={tall}
          rx={1.5}
          stroke="var(--line)"
          strokeWidth={0.75}
          fill={fill}
        />
        <text x={bar / 2} y={-tall - 4} fontSize={11} textAnchor="middle" fill="var(--mantine-color-text)">
          {count === 0 ? '' : count}
        </text>
        <text x={bar} y={21} fontSize={10} textAnchor="middle" fill="var(--mantine-color-dimmed)">
          {bounds[at]}
        </text>
      </g>
    );
  });
}

function LinesKey({ x, title, own }: { x: number; title: string; own: boolean }) {
  return (
    <g transform={`translate(${x} 14)`} fontSize={11} fill="var(--mantine-color-dimmed)">
      <text>{title}</text>
      <line x2={22} y1={18} y2={18} stroke="var(--accent-text)" strokeWidth={1.75} />
      <text x={28} y={22}>
        104 weeks
      </text>
      <line x1={96} x2={118} y1={18} y2={18} stroke="var(--mantine-color-dimmed)" strokeOpacity={0.6} />
      <text x={124} y={22}>
        a year before
      </text>
      <text y={42}>{own ? 'Each has a scale of its own, from 0' : 'One scale for all, from 0'}</text>
    </g>
  );
}

function legendText({ measured, row }: ShownMap, look: Look): string {
  const bounds = boundTexts(measured, look);
  const classes = classCounts(measured, row, look).map((count, at) => {
    const [from, to] = [bounds[at - 1], bounds[at]];
    const words = from === undefined ? `below ${to}` : to === undefined ? `from ${from}` : `${from} to ${to}`;
    return `${words}: ${count} areas`;
  });
  const { unit } = MEASURE_WORDS[measured.id];
  return [`Classes, ${unit}`, look.sentence, classes.join('; ')].filter((one) => one !== '').join('. ');
}
