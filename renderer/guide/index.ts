import { IconBook } from '@tabler/icons-react';
import type { ScreenDefinition } from '../frame/types.ts';
import type { GuidePart } from './types.ts';

/** How to use Almanac, and what its numbers mean. `/guide/units#levels` is a part of a page. */
export const GUIDE: ScreenDefinition<'/guide'> = {
  path: '/guide',
  hasPages: true,
  title: 'Guide',
  icon: IconBook,
  words: 'help manual documentation how to',
  shortcuts: [],
  readSearch: () => ({}),
  load: async () => (await import('./guide-screen.tsx')).GuideScreen,
};

/** @returns every part of the guide, for a search over everything. Its text is loaded with the first call. */
export async function guideParts(): Promise<readonly GuidePart[]> {
  return (await import('./guide-parts.ts')).GUIDE_PARTS;
}
