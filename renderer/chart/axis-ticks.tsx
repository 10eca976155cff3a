import { useContext } from 'react';
import { Sight } from './moved.tsx';

/** What Recharts gives to a tick of ours. */
type TickProps = {
  x?: number;
  y?: number;
  textAnchor?: 'start' | 'middle' | 'end';
  payload?: { value: number };
  index?: number;
};

const TEXT = { fill: 'var(--chart-text)', fontSize: 11 } as const;

/** A tick's label. Recharts' own measures every text, which takes longer than all else of a drawing. */
export function ValueTick({ labels, ...props }: TickProps & { labels: readonly string[] }) {
  const { x = 0, y = 0, textAnchor = 'end', index = 0 } = props;
  return (
    <text x={x} y={y} dy="0.355em" textAnchor={textAnchor} {...TEXT}>
      {labels[index] ?? ''}
    </text>
  );
}

/** Pixels from the axis to the top of a label, to the end of the mark, and to its beginning: a line of zero is half as wide. */
const BELOW = { label: 8, mark: 5, line: 2 };

/** A day's mark and label, which move with the drawing and are shown between the plot's edges only. */
export function DayTick(props: TickProps & { labels: readonly string[]; left: number; right: number }) {
  const { x = 0, y = 0, index = 0, labels, left, right } = props;
  const { by } = useContext(Sight);
  const at = Math.round((x + by) * 10) / 10;
  if (at < left - 0.5 || at > right + 0.5) return null;
  const line = y - BELOW.label;
  return (
    <>
      <line x1={at} x2={at} y1={line + BELOW.line} y2={line + BELOW.mark} stroke="var(--chart-axis)" />
      <text x={at} y={y} dy="0.71em" textAnchor="middle" {...TEXT}>
        {labels[index] ?? ''}
      </text>
    </>
  );
}

/** For a grid without vertical lines. Recharts computes them all the same, and measures every label of the axis for that. */
export const noLines = (): number[] => [];
