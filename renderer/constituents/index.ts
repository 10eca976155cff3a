import { IconLayoutGrid } from '@tabler/icons-react';
import type { ScreenDefinition } from '../frame/types.ts';
import { type ListSearch, pickListSearch } from './search.ts';

export const CONSTITUENTS_SCREEN: ScreenDefinition<'/constituents', ListSearch> = {
  path: '/constituents',
  title: 'Constituents',
  icon: IconLayoutGrid,
  words: 'index fund members companies stocks holdings sectors weights s&p 500 overlap treemap',
  goKey: 'C',
  shortcuts: [
    {
      title: 'In Constituents',
      shortcuts: [
        {
          keys: [['ArrowLeft'], ['ArrowRight'], ['ArrowUp'], ['ArrowDown']],
          does: 'The next tile of the map',
        },
        { keys: [['Enter']], does: 'Explain the company of the tile', mouse: 'Click' },
        { keys: [['/']], does: 'Search ticker, name or sector' },
        { keys: [['V']], does: 'The next view' },
        { keys: [['S']], does: 'Tiles by weight, or of equal size' },
        { keys: [['X']], does: 'Swap the two dates' },
      ],
    },
    {
      title: 'In the ledger of Constituents',
      needsFocus: true,
      shortcuts: [
        { keys: [['ArrowUp'], ['ArrowDown'], ['PageUp'], ['PageDown']], does: 'Another company' },
        { keys: [['Home'], ['End']], does: 'The first or last company' },
        { keys: [['Enter']], does: 'Explain when it joined or left', mouse: 'Click' },
      ],
    },
  ],
  readSearch: pickListSearch,
  load: async () => (await import('./constituents-screen.tsx')).ConstituentsScreen,
  loadTile: async () => (await import('./constituents-screen.tsx')).ConstituentsTile,
};
