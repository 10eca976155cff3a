import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';
import { assertNever } from '../../service/contract/failure.ts';
import { stepDay } from './cursor.ts';
import type { useMeasure } from './measure.tsx';
import type { TimeChartProps } from './types.ts';
import { type DayRange, pan, zoomAround } from './zoom.ts';

/** Handles the chart's keys, and Escape anywhere in the window while there is a measure or a crosshair. */
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
  return (event) => {
    const command = chartCommand(event);
    if (command === undefined) return;
    event.preventDefault();
    const day = dayNow();
    switch (command.do) {
      case 'step':
        return onCursorDayChange(stepDay(series, day, command.steps, range));
      case 'end':
        return onPoint(range[command.end]);
      case 'zoom':
        return onZoom(zoomAround(range, day ?? (range.from + range.to) / 2, command.factor, bounds));
      case 'pan':
        return onZoom(pan(range, command.share, bounds));
      case 'pick':
        return day === undefined ? undefined : props.onPick?.(day);
      case 'measure':
        return measure.press(day);
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

type ChartCommand =
  | { do: 'step'; steps: number }
  | { do: 'end'; end: 'from' | 'to' }
  | { do: 'zoom'; factor: number }
  | { do: 'pan'; share: number }
  | { do: 'pick' | 'measure' | 'leave' };

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

/** @returns the command of a key press, or `undefined` for a key that the chart does not use. */
export function chartCommand({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): ChartCommand | undefined {
  if (altKey) return undefined;
  const isCtrl = ctrlKey || metaKey;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const sign = key === 'ArrowLeft' ? -1 : 1;
    return shiftKey ? { do: 'pan', share: sign * 0.25 } : { do: 'step', steps: sign * (isCtrl ? 10 : 1) };
  }
  if (key === 'Home' || key === 'End') return { do: 'end', end: key === 'Home' ? 'from' : 'to' };
  if (key === 'Enter') return { do: 'pick' };
  if (key === 'Escape') return { do: 'leave' };
  // Ctrl with + and − is the browser's own zoom.
  if (isCtrl) return undefined;
  if (key === '+' || key === '=') return { do: 'zoom', factor: 0.5 };
  if (key === '-') return { do: 'zoom', factor: 2 };
  return key.toLowerCase() === 'm' ? { do: 'measure' } : undefined;
}
