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
