import { clamp } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { shownDay } from '../../service/calendar/dates.ts';
import styles from './chart.module.css';
import type { PlotArea } from './use-plot.ts';
import type { DayRange } from './zoom.ts';

/** How many days an arrow key moves the handle: alone, and with Shift. */
const STEPS = { usual: 1, large: 30 };

type BaseHandleProps = {
  day: number;
  range: DayRange;
  plot: PlotArea;
  onChange: (day: number) => void;
};

/** The day on which the index is 100: a line with a handle, which can be dragged along the axis or moved with the arrow keys. */
export function BaseHandle({ day, range, plot, onChange }: BaseHandleProps) {
  const [dragged, setDragged] = useState<number | undefined>();
  const perPixel = (range.to - range.from) / Math.max(1, plot.right - plot.left);
  const within = (to: number) => clamp(Math.round(to), range.from, range.to);
  const shown = within(dragged ?? day);
  const move = (event: PointerEvent) => {
    if (dragged === undefined) return;
    event.stopPropagation();
    setDragged(within(dragged + event.movementX * perPixel));
  };
  const drop = () => {
    if (dragged !== undefined && dragged !== day) onChange(dragged);
    setDragged(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const sign = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 }[event.key];
    if (sign === undefined) return;
    event.preventDefault();
    // Otherwise the chart would also move its crosshair.
    event.stopPropagation();
    onChange(within(shown + sign * (event.shiftKey ? STEPS.large : STEPS.usual)));
  };
  const x = plot.left + (shown - range.from) / perPixel;
  return (
    <>
      <div
        className={`overlay ${styles.base}`}
        style={{ left: x, top: plot.top, height: plot.bottom - plot.top }}
      />
      <div
        className={`overlay strong ${styles.baseHandle}`}
        style={{ left: x, top: plot.bottom + 2 }}
        data-end={x > plot.right - 40 || undefined}
        role="slider"
        tabIndex={0}
        aria-label="Index date"
        aria-valuemin={range.from}
        aria-valuemax={range.to}
        aria-valuenow={shown}
        aria-valuetext={shownDay(shown)}
        title={`${shownDay(shown)} is 100: drag to another day`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(shown);
        }}
        onPointerMove={move}
        onPointerUp={drop}
        onPointerCancel={() => setDragged(undefined)}
        onKeyDown={onKeyDown}
      >
        100
      </div>
    </>
  );
}
