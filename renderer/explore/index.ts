import { IconChartLine } from '@tabler/icons-react';
import type { ScreenDefinition } from '../frame/types.ts';
import { keptView, parseView, pickViewSearch, type ViewSearch, viewSearch } from '../view/index.ts';
import { loadView } from './load-view.ts';
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
  initialSearch: () => keptView() ?? viewSearch(parseView({}).view),
  prepare: loadView,
  load: async () => (await import('./explore-screen.tsx')).ExploreScreen,
};
