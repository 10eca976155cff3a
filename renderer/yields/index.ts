import { IconEaseOut } from '@tabler/icons-react';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import { loadTablesAhead } from '../api/index.ts';
import type { ScreenDefinition } from '../frame/types.ts';
import { curveRequests } from './curve-requests.ts';
import { YIELDS_SHORTCUTS } from './shortcuts.ts';
import { pickYieldsSearch, type YieldsSearch } from './yields-search.ts';

/** The whole Treasury curve on any day. */
export const YIELDS_SCREEN: ScreenDefinition<'/yields', YieldsSearch> = {
  path: '/yields',
  title: 'Yields',
  icon: IconEaseOut,
  words: 'treasury yield curve term structure inversion spread 2s10s 3m10y tenors',
  goKey: 'Y',
  shortcuts: YIELDS_SHORTCUTS,
  readSearch: pickYieldsSearch,
  prepare: ({ date, as_of: asOf }, client) =>
    void loadTablesAhead(client, ({ datasets }) => {
      const held = datasets.find(({ id }) => id === YIELDS.id);
      return Object.values(curveRequests(held, date, asOf) ?? {});
    }),
  load: async () => (await import('./yields-screen.tsx')).YieldsScreen,
  loadTile: async () => (await import('./yields-screen.tsx')).YieldsTile,
};
