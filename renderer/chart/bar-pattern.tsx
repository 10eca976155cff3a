import { type Scheme, seriesColour } from './palette.ts';

/** Side of a pattern's tile, in pixels. */
const TILE = 6;
/** The pattern of each slot, as an SVG path in the tile: it tells bars apart without colour. The first slot is plain. */
const PATTERN_PATHS = [
  undefined,
  'M0 6L6 0M-1 1L1 -1M5 7L7 5',
  'M0 0L6 6M-1 5L1 7M5 -1L7 1',
  'M-3 6L0 0M0 6L3 0M3 6L6 0M6 6L9 0',
  'M3 3h.01',
  'M0 3H6M3 0V6',
  'M3 0V6',
  'M0 6L6 0M0 0L6 6',
] as const;
/** Colour of the pattern's lines: that of the page, as if it shone through. */
const PAGE_COLOUR = { light: '#ffffff', dark: '#1c2129' } as const;

/** How the ids of a chart's patterns begin. The legend of an exported image uses the same patterns. */
const BAR_PATTERN = 'bars-';

/** @returns the `fill` of a slot's bars. The drawing must contain `BarPatterns`. */
export function barFill(slot: number, scheme: Scheme, prefix = BAR_PATTERN): string {
  return PATTERN_PATHS[slot % 8] === undefined ? seriesColour(slot, scheme) : `url(#${prefix}${slot % 8})`;
}

/** SVG definitions of the patterns for the bars of these slots. @param props.prefix how the patterns' ids begin */
export function BarPatterns(props: { slots: readonly number[]; scheme: Scheme; prefix?: string }) {
  const { scheme, prefix = BAR_PATTERN } = props;
  const places = [...new Set(props.slots.map((slot) => slot % 8))];
  return (
    <defs>
      {places.map((place) => (
        <pattern
          key={place}
          id={`${prefix}${place}`}
          patternUnits="userSpaceOnUse"
          width={TILE}
          height={TILE}
          data-slot={place}
        >
          <rect width={TILE} height={TILE} fill={seriesColour(place, scheme)} />
          <path
            d={PATTERN_PATHS[place] ?? ''}
            stroke={PAGE_COLOUR[scheme]}
            strokeWidth={place === 4 ? 2.4 : 1.3}
            strokeLinecap="round"
          />
        </pattern>
      ))}
    </defs>
  );
}
