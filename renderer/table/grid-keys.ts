import { clamp } from '@mantine/hooks';
/** What a key does in the table. `place` counts from the first row; -1 is the header. */
export type GridCommand =
  | { do: 'move'; place: number; column: number; how: 'select' | 'extend' | 'keep' }
  | { do: 'copy' | 'all' | 'toggle' | 'clear' | 'enter' };

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean };

/** Position of the table's cursor and the limits of its moves. A `place` of -1 is the header. */
type GridPosition = {
  place: number;
  column: number;
  count: number;
  columns: number;
  rowsInSight: number;
};

/**
 * @returns what a key does. Arrows, Page Up and Down, Home and End move and select; with Shift they extend the selection, with Ctrl
 * or Cmd they keep it as it is. A move beyond an end stops there.
 */
export function gridCommand(key: Key, at: GridPosition): GridCommand | undefined {
  const isControl = key.ctrlKey || key.metaKey;
  if (isControl && key.key === 'c') return { do: 'copy' };
  if (isControl && key.key === 'a') return { do: 'all' };
  if (key.key === ' ') return { do: at.place < 0 ? 'enter' : 'toggle' };
  if (key.key === 'Enter') return { do: 'enter' };
  if (key.key === 'Escape') return { do: 'clear' };
  const to = target(key.key, at);
  if (to === undefined) return undefined;
  const isUpwards = key.key === 'ArrowUp' && !key.shiftKey;
  const lowest =
    at.place < 0 && (key.key === 'ArrowLeft' || key.key === 'ArrowRight') ? -1 : isUpwards ? -1 : 0;
  const place = clamp(to.place, lowest, at.count - 1);
  const how = key.shiftKey ? 'extend' : isControl ? 'keep' : 'select';
  return { do: 'move', place, column: clamp(to.column, 0, at.columns - 1), how };
}

function target(key: string, at: GridPosition): { place: number; column: number } | undefined {
  const { place, column } = at;
  switch (key) {
    case 'ArrowDown':
      return { place: place + 1, column };
    case 'ArrowUp':
      return { place: place - 1, column };
    case 'ArrowLeft':
      return { place, column: column - 1 };
    case 'ArrowRight':
      return { place, column: column + 1 };
    case 'PageDown':
      return { place: place + at.rowsInSight, column };
    case 'PageUp':
      return { place: place - at.rowsInSight, column };
    case 'Home':
      return { place: 0, column };
    case 'End':
      return { place: at.count - 1, column };
    default:
      return undefined;
  }
}
