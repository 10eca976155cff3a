import { IconEaseOut } from '@tabler/icons-react';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import { loadTablesAhead } from '../api/index.ts';
import type { ScreenDefinition } from '../frame/types.ts';
import { curveRequests, pickYieldsSearch, type YieldsSearch } from './yields-search.ts';

export const YIELDS_SCREEN: ScreenDefinition<'/yields', YieldsSearch> = {
  path: '/yields',
  title: 'Yields',
  icon: IconEaseOut,
  words: 'treasury yield curve term structure inversion spread 2s10s 3m10y tenors',
  goKey: 'Y',
  shortcuts: [
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
      needsFocus: true,
      shortcuts: [
        { keys: [['ArrowLeft'], ['ArrowRight'], ['ArrowUp'], ['ArrowDown']], does: 'The next number' },
        { keys: [['Enter']], does: 'Explain the number', mouse: 'Click' },
      ],
    },
  ],
  readSearch: pickYieldsSearch,
  prepare: ({ date, as_of: asOf }, client) =>
    void loadTablesAhead(client, ({ datasets }) => {
      const held = datasets.find(({ id }) => id === YIELDS.id);
      return Object.values(curveRequests(held, date, asOf) ?? {});
    }),
  load: async () => (await import('./yields-screen.tsx')).YieldsScreen,
  loadTile: async () => (await import('./yields-screen.tsx')).YieldsTile,
};
