import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';
import { assertNever } from '../../service/contract/failure.ts';
import { stepDay } from './cursor.ts';
import type { TimeChartProps } from './types.ts';
import type { useMeasure } from './use-measure.ts';
import { type DayRange, pan, zoomAround } from './zoom.ts';

/**
 * What keys do on the chart; and Escape, wherever the focus is, while there is a measure or a crosshair.
 * @param chart.bounds how far a zoom may go out. `cancelSelection`: absent where nothing is selected. `onPoint` moves the crosshair
 * to the observation that is nearest to a day.
 * @returns the handler of the chart's keys
 */
export function useChartKeys(
  props: TimeChartProps,
  chart: {
    range: DayRange;
    bounds: DayRange;
    measure: ReturnType<typeof useMeasure>;
    cancelSelection: (() => void) | undefined;
    onPoint: (day: number) => void;
    onZoom: (to: DayRange) => void;
  },
): (event: KeyboardEvent) => void {
  const { series, cursorDay, sharedDay, onCursorDayChange } = props;
  const dayNow = () => sharedDay?.day() ?? cursorDay;
  const { range, bounds, measure, onPoint, onZoom } = chart;
  const leave = () => {
    if (chart.cancelSelection) chart.cancelSelection();
    else if (measure.days) measure.clear();
    else if (dayNow() !== undefined) onCursorDayChange(undefined);
    else props.onRangeLeave?.();
  };
  useEscape(measure.days !== undefined || cursorDay !== undefined, () =>
    measure.days ? measure.clear() : onCursorDayChange(undefined),
  );
  const onPick = (day: number | undefined) => (day === undefined ? undefined : props.onPick?.(day));
  return (event) => {
    const command = chartCommand(event);
    if (command === undefined) return;
    event.preventDefault();
    switch (command.do) {
      case 'step':
        return onCursorDayChange(stepDay(series, dayNow(), command.steps, range));
      case 'end':
        return onPoint(command.of === 'first' ? range.from : range.to);
      case 'zoom':
        return onZoom(zoomAround(range, dayNow() ?? (range.from + range.to) / 2, command.factor, bounds));
      case 'pan':
        return onZoom(pan(range, command.share, bounds));
      case 'pick':
        return onPick(dayNow());
      case 'measure':
        return measure.press(dayNow());
      case 'leave':
        return leave();
      default:
        return assertNever(command);
    }
  };
}

/** Calls `leave` when Escape is pressed anywhere in the window and no other handler has used the key. */
function useEscape(isActive: boolean, leave: () => void): void {
  const leaveNow = useEffectEvent(leave);
  useEffect(() => {
    if (!isActive) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leaveNow();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isActive]);
}

/** What a key means on the chart. */
type ChartCommand =
  | { do: 'step'; steps: number }
  | { do: 'end'; of: 'first' | 'last' }
  | { do: 'zoom'; factor: number }
  | { do: 'pan'; share: number }
  | { do: 'pick' }
  | { do: 'measure' }
  | { do: 'leave' };

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

/** @returns the command of a key press, or `undefined` for a key that the chart does not use. */
export function chartCommand({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): ChartCommand | undefined {
  if (altKey) return undefined;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const sign = key === 'ArrowLeft' ? -1 : 1;
      if (shiftKey) return { do: 'pan', share: sign * 0.25 };
      return { do: 'step', steps: sign * (ctrlKey || metaKey ? 10 : 1) };
    }
    case 'Home':
      return { do: 'end', of: 'first' };
    case 'End':
      return { do: 'end', of: 'last' };
    // Ctrl with + and − is the browser's own zoom.
    case '+':
    case '=':
      return ctrlKey || metaKey ? undefined : { do: 'zoom', factor: 0.5 };
    case '-':
      return ctrlKey || metaKey ? undefined : { do: 'zoom', factor: 2 };
    case 'm':
    case 'M':
      return ctrlKey || metaKey ? undefined : { do: 'measure' };
    case 'Enter':
      return { do: 'pick' };
    case 'Escape':
      return { do: 'leave' };
    default:
      return undefined;
  }
}
