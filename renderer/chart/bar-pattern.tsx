import { type Scheme, seriesColour } from './palette.ts';

/** Side of a pattern's tile, in pixels. */
const TILE = 6;
/** Lines across a tile that tell the bars of a slot from those of the others without colour; the first slot has none. */
const MARKS = [
  undefined,
  'M0 6L6 0M-1 1L1 -1M5 7L7 5',
  'M0 0L6 6M-1 5L1 7M5 -1L7 1',
  'M-3 6L0 0M0 6L3 0M3 6L6 0M6 6L9 0',
  'M3 3h.01',
  'M0 3H6M3 0V6',
  'M3 0V6',
  'M0 6L6 0M0 0L6 6',
] as const;
/** As the page is behind the chart: it shows through. */
const THROUGH = { light: '#ffffff', dark: '#1c2129' } as const;

/** Ids of the patterns of a chart's bars begin with it: the legend of its image is filled with them too. */
export const BAR_PATTERN = 'bars-';

/** @returns what fills the bars of a slot, where `BarPatterns` stands in the same drawing. */
export function barFill(slot: number, scheme: Scheme, prefix = BAR_PATTERN): string {
  return MARKS[slot % 8] === undefined ? seriesColour(slot, scheme) : `url(#${prefix}${slot % 8})`;
}

/** The patterns that bars of these slots are filled with. @param prefix of their ids */
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
            d={MARKS[place] ?? ''}
            stroke={THROUGH[scheme]}
            strokeWidth={place === 4 ? 2.4 : 1.3}
            strokeLinecap="round"
          />
        </pattern>
      ))}
    </defs>
  );
}
