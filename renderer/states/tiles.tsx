import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { shownDay } from '../../service/calendar/dates.ts';
import { STATES, type StateCode } from '../../service/datasets/states.ts';
import { AREAS, dayOfRow } from '../../service/series-math/areas/area-table.ts';
import { LINE_WEEKS, lineX, paintCrosshair, paintLines, weekAtX } from './paint-lines.ts';
import { type DrawnMap, HATCH, paintHead, paintLegend, paintTiles, tilesOf, write } from './paint-tiles.ts';
import type { Playhead } from './playhead.ts';
import styles from './states.module.css';
import { ARROWS, neighbour, PLACES } from './tile-grid.ts';
import { cornerOf, GAP, type TileLayout } from './tile-layout.ts';
import { TilesHead } from './tiles-head.tsx';
import { spokenText } from './words.ts';

/**
 * The areas as tiles: coloured by class, or each with its line of two years. React makes the elements; the numbers and colours of a week
 * are painted into them, so that playing renders nothing.
 */
export function Tiles(props: {
  drawn: DrawnMap;
  layout: TileLayout;
  playhead: Playhead;
  /** The week of the address; the labels for those who hear the page are of this one. */
  row: number;
  view: 'tiles' | 'lines';
  /** In the lines, each area has a scale of its own. */
  own: boolean;
  areas: readonly StateCode[];
  labelledBy: string;
  onSelect: (area: StateCode, isMore: boolean) => void;
  onExplain: (area: StateCode) => void;
}) {
  const { drawn, layout, playhead, row, view, own, areas } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [tabStop, setTabStop] = useState<StateCode>('CA');
  const box = useMemo(() => ({ width: layout.cell.width - GAP, height: layout.cell.height - GAP }), [layout]);

  // Code and value stand in one line.
  const isTight = view === 'lines' && box.width < 72;
  const isTiny = layout.top > 0;

  useLayoutEffect(() => {
    const drawing = svg.current;
    if (!drawing) return;
    const tiles = tilesOf(drawing);
    const high = Number(drawing.querySelector<SVGElement>('[data-high]')?.dataset.high ?? 0);
    const paint = (shown: number) => {
      paintHead(drawing, drawn, shown);
      if (view === 'lines') paintLines(drawing, drawn, shown, own, box);
      else paintLegend(drawing, drawn, shown, high);
      paintTiles(tiles, view === 'lines' ? plainOf(drawn) : drawn, shown, roomOf(view, box.width));
    };
    paint(playhead.row());
    return playhead.onShow(paint);
  }, [drawn, playhead, view, own, box]);

  const press = (event: KeyboardEvent<SVGGElement>, area: StateCode) => {
    const way = ARROWS[event.key];
    if (way) {
      const next = neighbour(area, way);
      setTabStop(next);
      svg.current?.querySelector<SVGGElement>(`[data-area=${next}]`)?.focus();
    } else if (event.key === 'Enter') props.onExplain(area);
    else if (event.key === ' ') props.onSelect(area, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const tile = (event.target as Element).closest<SVGGElement>('[data-area]');
    if (view !== 'lines' || !svg.current || !tile) return;
    const place = PLACES.get(tile.dataset.area as StateCode);
    const x = event.clientX - svg.current.getBoundingClientRect().left - cornerOf(place as never, layout).x;
    const at = playhead.row() - LINE_WEEKS + 1 + weekAtX(x, box);
    if (at >= 0) paintCrosshair(svg.current, drawn, at, lineX(weekAtX(x, box), box));
  };
  const unpoint = () => {
    if (view !== 'lines' || !svg.current) return;
    svg.current.dataset.pointed = 'false';
    paintTiles(tilesOf(svg.current), plainOf(drawn), playhead.row(), roomOf(view, box.width));
    write(svg.current, 'date', shownDay(dayOfRow(drawn.claims, playhead.row())));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset
    <svg
      ref={svg}
      role="group"
      aria-labelledby={props.labelledBy}
      className={styles.tiles}
      data-image
      width={layout.width}
      height={layout.height}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      fontFamily="inherit"
      onPointerMove={point}
      onPointerLeave={unpoint}
    >
      <defs>
        <pattern id={HATCH} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={6} height={6} fill="var(--page)" />
          <line x1={0} x2={0} y1={0} y2={6} stroke="var(--mantine-color-default-border)" strokeWidth={2} />
        </pattern>
      </defs>
      <TilesHead layout={layout} drawn={drawn} row={row} view={view} own={own} />
      {AREAS.map((code, area) => {
        const { x, y } = cornerOf(PLACES.get(code) as never, layout);
        return (
          // biome-ignore lint/a11y/useSemanticElements: there is no button in a drawing
          <g
            key={code}
            role="button"
            data-area={code}
            className={styles.tile}
            transform={`translate(${x} ${y})`}
            tabIndex={code === tabStop ? 0 : -1}
            aria-pressed={areas.includes(code)}
            onFocus={() => setTabStop(code)}
            onClick={(event) => props.onSelect(code, event.ctrlKey || event.metaKey || event.shiftKey)}
            onDoubleClick={() => props.onExplain(code)}
            onKeyDown={(event) => press(event, code)}
          >
            <title>{`${STATES[code]}: ${spokenText(drawn.measured, drawn.claims, area, row)}`}</title>
            <rect width={box.width} height={box.height} rx={5} stroke="var(--line)" />
            {view === 'lines' && (
              <>
                <path
                  data-part="before"
                  strokeOpacity={0.5}
                  fill="none"
                  stroke="var(--mantine-color-dimmed)"
                  strokeWidth={1.25}
                />
                <path
                  data-part="line"
                  fill="none"
                  stroke="var(--accent-text)"
                  strokeWidth={1.5}
                  strokeLinejoin="round"
                />
                <line
                  data-part="cross"
                  visibility="hidden"
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
            >
              {code}
            </text>
            {view === 'lines' ? (
              // Where there is no room for it the rank has it.
              <text
                visibility={isTiny ? 'hidden' : undefined}
                data-part="value"
                x={box.width - (isTight ? 3 : 5)}
                y={14}
                textAnchor="end"
                fontWeight={550}
              />
            ) : (
              <text
                data-part="value"
                x={box.width / 2}
                y={box.height / 2 + 11}
                textAnchor="middle"
                fontWeight={550}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** In the lines, tiles have no colour of a class, and the values stand beside the codes. */
const plainOf = (drawn: DrawnMap): DrawnMap => ({ ...drawn, look: undefined });
const roomOf = (view: 'tiles' | 'lines', width: number) =>
  view === 'lines' ? { width: width - 18, most: 12 } : { width, most: width < 40 ? 11 : 14 };
