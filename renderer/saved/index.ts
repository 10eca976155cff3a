import { IconBookmarks } from '@tabler/icons-react';
import type { ScreenDefinition } from '../frame/types.ts';
import { readSearch, type SavedSearch } from './shown-items.ts';

export const SAVED: ScreenDefinition<'/saved', SavedSearch> = {
  path: '/saved',
  title: 'Saved',
  icon: IconBookmarks,
  words: 'views boards lists folders bookmarks favourites frozen bin import share',
  goKey: 'S',
  shortcuts: [
    {
      title: 'In Saved',
      shortcuts: [
        { keys: [['ArrowUp'], ['ArrowDown'], ['Home'], ['End']], does: 'Another item' },
        { keys: [['Enter']], does: 'Open it', mouse: 'Click its name' },
        { keys: [['F2']], does: 'Rename it' },
        { keys: [['Delete']], does: 'Put it, or what is ticked, into the bin' },
        { keys: [['Ctrl', 'D']], does: 'Duplicate it' },
        { keys: [['/']], does: 'Search' },
        { keys: [['Ctrl', 'Z']], does: 'Undo' },
        { keys: [['Ctrl', 'Shift', 'Z']], does: 'Redo' },
      ],
    },
  ],
  readSearch,
  load: async () => (await import('./saved-screen.tsx')).SavedScreen,
};

/** Loads the top bar's save button. `Frame` gets this loader as a prop, like the screens. */
export const loadSaveHere = async () => (await import('./save-here.tsx')).SaveHere;
