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
    why: 'Data of a team are imported and refreshed by who runs it. The dates at the top of each screen say how new they are.',
  },
  shortcuts: [],
  readSearch: () => ({}),
  prepare: (_, client) => loadDataScreen(client),
  load: async () => (await import('./data-screen.tsx')).DataScreen,
};
