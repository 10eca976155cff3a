import type { ScreenDefinition } from '../frame/types.ts';
import { type ReleaseSearch, readReleaseSearch } from './release-search.ts';

export const RELEASE: ScreenDefinition<'/release', ReleaseSearch> = {
  path: '/release',
  title: 'Release table',
  icon: null,
  words: 'release table latest week month year ago changes news',
  goKey: 'R',
  shortcuts: [
    {
      title: 'In a release table',
      shortcuts: [{ keys: [['['], [']']], does: 'The period before or after' }],
    },
  ],
  readSearch: readReleaseSearch,
  load: async () => (await import('./release-screen.tsx')).ReleaseScreen,
  loadTile: async () => (await import('./release-screen.tsx')).ReleaseTile,
};
