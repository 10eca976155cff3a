import { savedQuery } from '../api/index.ts';
import type { ScreenDefinition } from '../frame/types.ts';
import { type BoardSearch, readBoardSearch } from './board-search.ts';

/** Views side by side, with one range and one crosshair. Without an `id`: the list of boards. */
export const BOARD: ScreenDefinition<'/board', BoardSearch> = {
  path: '/board',
  title: 'Boards',
  icon: null,
  words: 'board dashboard tiles wall labour rates fed debt saved views side by side',
  shortcuts: [
    {
      title: 'On a board',
      shortcuts: [
        {
          keys: [['ArrowLeft'], ['ArrowRight'], ['ArrowUp'], ['ArrowDown']],
          does: 'Moves the tile whose handle has the focus',
          mouse: 'Drag its heading',
        },
        {
          keys: [
            ['Shift', 'ArrowLeft'],
            ['Shift', 'ArrowRight'],
            ['Shift', 'ArrowUp'],
            ['Shift', 'ArrowDown'],
          ],
          does: 'Makes it narrower, wider, lower or higher',
          mouse: 'Drag its lower right corner',
        },
        { keys: [['Ctrl', 'Z']], does: 'Undo, beyond a reload too' },
        {
          keys: [
            ['Ctrl', 'Shift', 'Z'],
            ['Ctrl', 'Y'],
          ],
          does: 'Redo',
        },
      ],
    },
  ],
  readSearch: readBoardSearch,
  prepare: (_, client) => void client.prefetchQuery(savedQuery),
  load: async () => (await import('./board-screen.tsx')).BoardScreen,
};
