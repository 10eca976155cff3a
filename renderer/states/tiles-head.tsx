import { CLASSES } from '../../service/series-math/areas/classes.ts';
import { boundTexts, classCounts } from './look.ts';
import type { DrawnMap } from './paint-tiles.ts';
import { GAP, type TileLayout } from './tile-layout.ts';
import { MEASURE_WORDS } from './words.ts';

const PLACES = Array.from({ length: CLASSES }, (_, at) => at);

/**
 * The place between Alaska and Maine, where no tile is: the week, the sum of all areas, and the legend with how many areas are in each
 * class. The texts and heights are painted.
 */
export function TilesHead(props: {
  layout: TileLayout;
  drawn: DrawnMap;
  row: number;
  view: 'tiles' | 'lines';
  own: boolean;
}) {
  const { layout, drawn, row } = props;
  const { cell, top } = layout;
  const isAbove = top > 0;
  const [left, right] = [cell.width + 8, cell.width * 9 - GAP - 8];
  const bar = Math.min(44, Math.floor((isAbove ? layout.width : (right - left) * 0.56) / CLASSES));
  const bottom = isAbove ? top - 36 : cell.height * 2 - GAP - 22;
  const high = bottom - 50 + (isAbove ? 4 : 0);
  const start = isAbove ? 0 : right - bar * CLASSES;
  const { title } = MEASURE_WORDS[drawn.measured.id];
  const isNarrow = cell.width < 64;
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
        />
        <text
          data-part="total"
          x={left}
          y={isAbove ? 51 : isNarrow ? 60 : 68}
          fontSize={isNarrow ? 13 : 15}
          fontWeight={550}
        />
        <text
          data-part="of"
          x={left}
          y={isAbove ? 65 : isNarrow ? 75 : 85}
          fontSize={11}
          fill="var(--mantine-color-dimmed)"
        />
      </g>
      {props.view === 'lines' && <LinesKey x={start} title={title} own={props.own} />}
      {props.view === 'tiles' && drawn.look && (
        // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of a drawing is no control
        <g
          role="img"
          aria-label={legendText(drawn, row)}
          data-high={high}
          transform={`translate(${start} ${bottom})`}
        >
          <text x={0} y={-bottom + 14} fontSize={11} fill="var(--mantine-color-dimmed)">
            {isNarrow ? title : `${title}: areas in each class`}
          </text>
          <text
            data-part="classes"
            y={-bottom + 28}
            fontSize={isNarrow ? 10 : 11}
            fill="var(--mantine-color-dimmed)"
          />
          {PLACES.map((at) => (
            <g key={at} data-class={at} transform={`translate(${at * bar} 0)`}>
              <rect x={1} width={bar - 2} y={3} height={7} rx={1.5} stroke="var(--line)" />
              <rect x={1} width={bar - 2} rx={1.5} stroke="var(--line)" strokeWidth={0.75} />
              <text x={bar / 2} fontSize={11} textAnchor="middle" fill="var(--mantine-color-text)" />
              <text x={bar} y={21} fontSize={10} textAnchor="middle" fill="var(--mantine-color-dimmed)" />
            </g>
          ))}
        </g>
      )}
    </>
  );
}

/** What the lines are. */
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

/** The legend for those who hear the page. */
function legendText(drawn: DrawnMap, row: number): string {
  const look = drawn.look?.(row);
  if (!look) return 'Classes';
  const bounds = boundTexts(drawn.measured, look);
  const classes = classCounts(drawn.measured, row, look).map((count, at) => {
    const [from, to] = [bounds[at - 1], bounds[at]];
    const words = from === undefined ? `below ${to}` : to === undefined ? `from ${from}` : `${from} to ${to}`;
    return `${words}: ${count} areas`;
  });
  const { unit } = MEASURE_WORDS[drawn.measured.id];
  return [`Classes, ${unit}`, look.said, classes.join('; ')].filter((one) => one !== '').join('. ');
}
