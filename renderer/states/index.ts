import { IconMap2 } from '@tabler/icons-react';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { loadTablesAhead } from '../api/index.ts';
import type { ScreenDefinition } from '../frame/types.ts';
import { requestsAhead } from './area-requests.ts';
import { pickStatesSearch, readMapState, type StatesSearch } from './map-state.ts';

/** Unemployment claims of the 53 areas, week by week. */
export const STATES_SCREEN: ScreenDefinition<'/states', StatesSearch> = {
  path: '/states',
  title: 'State map',
  icon: IconMap2,
  words: 'states map tiles unemployment claims by state areas per thousand insured rate',
  goKey: 'M',
  shortcuts: [
    {
      title: 'In the state map',
      shortcuts: [
        { keys: [['['], [']']], does: 'The week before or after' },
        { keys: [['P']], does: 'Play or pause', mouse: 'The button beside the slider' },
        { keys: [['ArrowLeft'], ['ArrowRight'], ['ArrowUp'], ['ArrowDown']], does: 'The next tile' },
        { keys: [['Enter']], does: 'Explain the number of the tile', mouse: 'Double click' },
        { keys: [[' ']], does: 'Select the tile', mouse: 'Click; with Ctrl several' },
        { keys: [['/']], does: 'Find an area' },
      ],
    },
    {
      title: 'In the table of the areas',
      needsFocus: true,
      shortcuts: [
        { keys: [['ArrowLeft'], ['ArrowRight'], ['ArrowUp'], ['ArrowDown']], does: 'The next number' },
        { keys: [['Home'], ['End']], does: 'The first or last area' },
        { keys: [['Enter']], does: 'Explain the number', mouse: 'Click' },
      ],
    },
  ],
  readSearch: pickStatesSearch,
  prepare: (search, client) =>
    void loadTablesAhead(client, ({ datasets }) =>
      requestsAhead(
        datasets.find(({ id }) => id === UI_STATE_WEEKLY_CLAIMS.id),
        readMapState(search).state,
      ),
    ),
  load: async () => (await import('./states-screen.tsx')).StatesScreen,
  loadTile: async () => (await import('./states-screen.tsx')).StatesTile,
};
