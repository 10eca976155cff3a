import { useComputedColorScheme } from '@mantine/core';
import { seriesColour, seriesDash } from './palette.ts';

/** A short piece of a series' line, with its colour and dashes, for legends and chips. Decoration: says nothing aloud. */
export function SeriesSwatch({ slot, width = 20 }: { slot: number; width?: number }) {
  const scheme = useComputedColorScheme('light');
  return (
    <svg width={width} height={8} aria-hidden="true" focusable="false">
      <line
        x1={1}
        x2={width - 1}
        y1={4}
        y2={4}
        stroke={seriesColour(slot, scheme)}
        strokeWidth={2.5}
        strokeDasharray={seriesDash(slot)}
        strokeLinecap="butt"
      />
    </svg>
  );
}
