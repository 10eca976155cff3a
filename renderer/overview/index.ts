import { IconSunrise } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { parseSeriesId } from '../../service/datasets/series-choice.ts';
import {
  calendarQuery,
  catalogQuery,
  changesQuery,
  headlinesQuery,
  heldSeriesOf,
  preferenceOf,
  preferencesQuery,
  recentValuesQuery,
} from '../api/index.ts';
import type { ScreenDefinition } from '../frame/types.ts';
import {
  HEADLINES,
  hereNow,
  type OverviewSearch,
  pickOverviewSearch,
  readSince,
  shownCards,
} from './overview-choices.ts';

export const OVERVIEW: ScreenDefinition<'/overview', OverviewSearch> = {
  path: '/overview',
  title: 'Overview',
  icon: IconSunrise,
  words: 'home start brief news new revised revisions releases calendar morning cards late',
  goKey: 'O',
  shortcuts: [
    {
      title: 'In Overview',
      shortcuts: [
        { keys: [['J'], ['K']], does: 'The next item or card, or the one before', mouse: 'Click' },
        { keys: [['Enter']], does: 'Open it', mouse: 'Click' },
        { keys: [['E']], does: 'Explain its number', mouse: 'A click on the number' },
        { keys: [['R']], does: 'Mark as read', mouse: 'The button' },
        {
          keys: [
            ['Alt', 'ArrowLeft'],
            ['Alt', 'ArrowRight'],
          ],
          does: 'Move a card',
          mouse: 'Drag it',
        },
      ],
    },
  ],
  readSearch: pickOverviewSearch,
  prepare: (search, client) => void loadOverview(search, client),
  load: async () => (await import('./overview-screen.tsx')).OverviewScreen,
};

/** Starts loading the screen's first content. The screen itself retries and reports failures. */
async function loadOverview({ since }: OverviewSearch, client: QueryClient): Promise<void> {
  const found = await Promise.all([
    client.ensureQueryData(catalogQuery),
    client.ensureQueryData(preferencesQuery),
  ]).catch(() => undefined);
  if (!found) return;
  const [catalog, values] = found;
  const { data_version: version } = catalog;
  const { asked } = readSince(since, preferenceOf(values, 'read_until'), hereNow());
  void client.prefetchQuery(changesQuery(version, asked));
  void client.prefetchQuery(calendarQuery(version));
  void client.prefetchQuery(headlinesQuery(version));
  for (const id of shownCards(preferenceOf(values, 'overview_cards'))) {
    const choice = HEADLINES.includes(id) ? undefined : parseSeriesId(id);
    const held = choice && heldSeriesOf(catalog, choice);
    if (choice && held?.last_date) void client.prefetchQuery(recentValuesQuery(choice, held, version));
  }
}
