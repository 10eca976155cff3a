import { useComputedColorScheme } from '@mantine/core';
import { useId } from 'react';
import type { LineType } from '../../service/view/types.ts';
import { BarPatterns, barFill } from './bar-pattern.tsx';
import { useDashedLines } from './dashed-lines.ts';
import { seriesColour, seriesDash } from './palette.ts';

/** A sample of a series' line or bars, for legends and chips. Decoration only: screen readers skip it. */
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
