import { clamp } from '@mantine/hooks';

/** A key's command in the table. `place` counts from the first row; -1 is the header. */
export type GridCommand =
  | { do: 'move'; place: number; column: number; how: 'select' | 'extend' | 'keep' }
  | { do: 'copy' | 'all' | 'toggle' | 'clear' | 'enter' };

/**
 * Reads a key. Arrows, Page Up and Down, Home and End move and select. With Shift they extend the selection,
 * with Ctrl or Cmd they keep it. A move beyond an end stops there.
 * @param at the cursor's position, and the limits of its moves
 */
export function gridCommand(
  key: { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean },
  at: { place: number; column: number; count: number; columns: number; rowsInSight: number },
): GridCommand | undefined {
  const isControl = key.ctrlKey || key.metaKey;
  if (isControl && key.key === 'c') return { do: 'copy' };
  if (isControl && key.key === 'a') return { do: 'all' };
  if (key.key === ' ') return { do: at.place < 0 ? 'enter' : 'toggle' };
  if (key.key === 'Enter') return { do: 'enter' };
  if (key.key === 'Escape') return { do: 'clear' };
  const isSideways = key.key === 'ArrowLeft' || key.key === 'ArrowRight';
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at.place + 1,
    ArrowUp: at.place - 1,
    ArrowLeft: at.place,
    ArrowRight: at.place,
    PageDown: at.place + at.rowsInSight,
    PageUp: at.place - at.rowsInSight,
    Home: 0,
    End: at.count - 1,
  };
  const to = places[key.key];
  if (to === undefined) return undefined;
  // Only an arrow goes up into the header, and along it.
  const lowest = (isSideways && at.place < 0) || (key.key === 'ArrowUp' && !key.shiftKey) ? -1 : 0;
  const column = at.column + (key.key === 'ArrowLeft' ? -1 : key.key === 'ArrowRight' ? 1 : 0);
  return {
    do: 'move',
    place: clamp(to, lowest, at.count - 1),
    column: clamp(column, 0, at.columns - 1),
    how: key.shiftKey ? 'extend' : isControl ? 'keep' : 'select',
  };
}
