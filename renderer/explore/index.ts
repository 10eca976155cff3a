import { IconChartLine } from '@tabler/icons-react';
import { pickViewSearch, type ViewSearch, viewSearch } from '../../service/view/index.ts';
import { preferencesOutside } from '../api/index.ts';
import { asNewChart } from '../frame/index.ts';
import type { ScreenDefinition } from '../frame/types.ts';
import { keptView, parseView } from '../view/index.ts';
import { loadView } from './load-view.ts';
import { EXPLORE_SHORTCUTS } from './shortcuts.ts';

/** Series over time: chart and table. */
export const EXPLORE_SCREEN: ScreenDefinition<'/explore', ViewSearch> = {
  path: '/explore',
  title: 'Explore',
  icon: IconChartLine,
  words: 'chart series table',
  goKey: 'E',
  shortcuts: EXPLORE_SHORTCUTS,
  readSearch: pickViewSearch,
  initialSearch: (client) =>
    keptView() ?? viewSearch(asNewChart(parseView({}).view, preferencesOutside(client).values())),
  prepare: loadView,
  load: async () => (await import('./explore-screen.tsx')).ExploreScreen,
};
