import { useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId } from 'react';
import type { LineType } from '../../service/view/types.ts';
import { usePreference } from '../api/index.ts';
import { type Scheme, seriesColour, seriesDash } from './palette.ts';

/** A sample of a series' line or bars, for legends and chips. Screen readers skip it. */
export function SeriesSwatch(props: { slot: number; width?: number; type?: LineType | undefined }) {
  const { slot, width = 20 } = props;
  const scheme = useComputedColorScheme('light');
  const [isDashed] = useDashedLines();
  const prefix = `${useId()}bar`;
  if (props.type === 'bar')
    return (
      <svg width={width} height={12} aria-hidden="true" focusable="false">
        <BarPatterns slots={[slot]} scheme={scheme} prefix={prefix} />
        <rect x={1} width={width - 2} height={12} fill={barFill(slot, scheme, prefix)} />
      </svg>
    );
  return (
    <svg width={width} height={8} aria-hidden="true" focusable="false">
      <line
        x1={1}
        x2={width - 1}
        y1={4}
        y2={4}
        stroke={seriesColour(slot, scheme)}
        strokeWidth={2.5}
        strokeDasharray={seriesDash(slot, isDashed)}
        strokeLinecap="butt"
      />
    </svg>
  );
}

/** Whether lines are dashed: as the user chose; by default only if the system forces its own colours. */
export function useDashedLines(): readonly [isDashed: boolean, choose: (isDashed: boolean) => void] {
  const isForced = useMediaQuery('(forced-colors: active)', false, { getInitialValueInEffect: false });
  const [chosen, choose] = usePreference('line_dashes');
  return [chosen === 'system' ? isForced : chosen === 'on', (isDashed) => choose(isDashed ? 'on' : 'off')];
}

const TILE = 6;
/** Each slot's SVG pattern, because colour alone must not distinguish bars. The first slot is plain. */
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
/** Colour of a pattern's lines: the page's colour, as if it shone through. */
const PAGE_COLOUR = { light: '#ffffff', dark: '#1c2129' } as const;

/** Prefix of the ids of a chart's patterns. The legend of an exported image uses the same patterns. */
const BAR_PATTERN = 'bars-';

/** @returns the `fill` of a slot's bars. The drawing must contain `BarPatterns`. */
export function barFill(slot: number, scheme: Scheme, prefix = BAR_PATTERN): string {
  return PATTERN_PATHS[slot % 8] === undefined ? seriesColour(slot, scheme) : `url(#${prefix}${slot % 8})`;
}

/** SVG definitions of the bar patterns of these slots. @param props.prefix prefix of the patterns' ids */
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
