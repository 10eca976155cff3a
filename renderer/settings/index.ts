import { IconSettings } from '@tabler/icons-react';
import { loadSettingsScreen } from '../api/index.ts';
import type { ScreenDefinition } from '../frame/types.ts';
import { isGroup, type SettingsSearch } from './groups.ts';

export const SETTINGS_SCREEN: ScreenDefinition<'/settings', SettingsSearch> = {
  path: '/settings',
  title: 'Settings',
  icon: IconSettings,
  words: 'preferences options configuration theme privacy port folder',
  goKey: ',',
  shortcuts: [
    {
      title: 'In Settings',
      shortcuts: [
        { keys: [['/']], does: 'Search the settings' },
        { keys: [['ArrowUp'], ['ArrowDown']], does: 'The setting above or below' },
        { keys: [['Delete']], does: 'Back to the default', mouse: '↺ at the setting' },
      ],
    },
  ],
  readSearch: ({ q, group }) => ({
    ...(q !== undefined && q !== '' && { q: String(q) }),
    ...(isGroup(group) && { group }),
  }),
  prepare: (_, client) => loadSettingsScreen(client),
  load: async () => (await import('./settings-screen.tsx')).SettingsScreen,
};
