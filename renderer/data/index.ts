import { IconDatabase } from '@tabler/icons-react';
import { loadDataScreen } from '../api/index.ts';
import type { ScreenDefinition } from '../frame/types.ts';

export const DATA: ScreenDefinition<'/data'> = {
  path: '/data',
  title: 'Data',
  icon: IconDatabase,
  words: 'import refresh sources runs',
  goKey: 'D',
  needs: {
    can: 'computer',
    why: 'The person who runs your team’s Almanac imports and refreshes its data. The dates at the top of each screen show how new they are.',
  },
  shortcuts: [],
  readSearch: () => ({}),
  prepare: (_, client) => loadDataScreen(client),
  load: async () => (await import('./data-screen.tsx')).DataScreen,
};
