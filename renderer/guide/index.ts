import { IconBook } from '@tabler/icons-react';
import type { ScreenDefinition } from '../frame/types.ts';

/** How to use Almanac, and the meaning of its numbers. `/guide/units#levels` is a part of a page. */
export const GUIDE: ScreenDefinition<'/guide'> = {
  path: '/guide',
  hasPages: true,
  title: 'Guide',
  icon: IconBook,
  words: 'help manual documentation how to',
  goKey: 'H',
  shortcuts: [],
  places: async () => (await import('./guide-parts.ts')).GUIDE_PARTS,
  readSearch: () => ({}),
  load: async () => (await import('./guide-screen.tsx')).GuideScreen,
};
