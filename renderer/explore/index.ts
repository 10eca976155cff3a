import { IconChartLine } from '@tabler/icons-react';
import { preferencesOutside } from '../api/index.ts';
import type { ScreenDefinition } from '../frame/types.ts';
import { keptView, pickViewSearch, type ViewSearch, viewSearch } from '../view/index.ts';
import { loadView } from './load-view.ts';
import { newView } from './new-view.ts';
import { SHORTCUTS } from './shortcuts.ts';

/** Series over time: chart and table. */
export const EXPLORE: ScreenDefinition<'/explore', ViewSearch> = {
  path: '/explore',
  title: 'Explore',
  icon: IconChartLine,
  words: 'chart series table',
  goKey: 'E',
  shortcuts: SHORTCUTS,
  readSearch: pickViewSearch,
  initialSearch: (client) => keptView() ?? viewSearch(newView(preferencesOutside(client).values())),
  prepare: loadView,
  load: async () => (await import('./explore-screen.tsx')).ExploreScreen,
};
