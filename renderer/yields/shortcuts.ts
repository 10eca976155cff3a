import type { ShortcutGroup } from '../frame/types.ts';

export const YIELDS_SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'In Yields',
    shortcuts: [
      { keys: [['ArrowLeft'], ['ArrowRight']], does: 'The day before or after', mouse: '‹ and ›' },
      {
        keys: [
          ['Ctrl', 'ArrowLeft'],
          ['Ctrl', 'ArrowRight'],
        ],
        does: 'Ten days',
      },
      { keys: [['PageUp'], ['PageDown']], does: 'A month' },
      {
        keys: [
          ['Shift', 'PageUp'],
          ['Shift', 'PageDown'],
        ],
        does: 'A year',
      },
      { keys: [['Home'], ['End']], does: 'The first or the newest day' },
      { keys: [[' ']], does: 'Play and pause' },
      { keys: [['N'], ['P']], does: 'The next inversion, or the one before' },
      { keys: [['C']], does: 'Compare with the shown day, or no longer' },
      { keys: [['X']], does: 'Another axis of the tenors: even, years, √ years' },
    ],
  },
  {
    title: 'In a table of Yields',
    isOfPart: true,
    shortcuts: [
      { keys: [['ArrowLeft'], ['ArrowRight'], ['ArrowUp'], ['ArrowDown']], does: 'The next number' },
      { keys: [['Enter']], does: 'Explain the number', mouse: 'Click' },
    ],
  },
];
