import { IconKey } from '@tabler/icons-react';
import { loadAccessScreen } from '../api/index.ts';
import type { ScreenDefinition } from '../frame/types.ts';

/** Parameters of the address. They never contain a secret. */
type AccessSearch = {
  /** The last request of 'Try it': an API path without a key. */
  try?: string;
};

export const ACCESS: ScreenDefinition<'/access', AccessSearch> = {
  path: '/access',
  title: 'API access',
  icon: IconKey,
  words: 'keys try it portal fred clients',
  goKey: 'A',
  needs: {
    can: 'keys',
    why: 'The person who runs your team’s Almanac makes its keys: ask them for one. The plug icon at the top shows the address for programs.',
  },
  shortcuts: [],
  readSearch: (raw) => (raw.try === undefined ? {} : { try: String(raw.try) }),
  prepare: (_, client) => loadAccessScreen(client),
  load: async () => (await import('./access-screen.tsx')).AccessScreen,
};
